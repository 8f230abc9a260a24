import { jsonParts, writeJson, type JsonValue } from '#core/read'
import type { Facts } from './fence.ts'

/** Facts as lines that are readable without the structured content. */
export function outline(facts: Facts, indent = ''): readonly string[] {
  return entriesLines(Object.entries(facts), indent)
}

function entriesLines(entries: readonly (readonly [string, JsonValue])[], indent: string): readonly string[] {
  return entries.flatMap(([name, value]) => entryLines(`${indent}${name}:`, value, `${indent}  `))
}

function entryLines(head: string, value: JsonValue, indent: string): readonly string[] {
  const short = onOneLine(value)
  if (short !== undefined) return [`${head} ${short}`]
  if (typeof value === 'string') return [head, ...value.split('\n').map((line) => `${indent}${line}`)]
  const parts = jsonParts(value)
  if (parts.kind === 'list') return [head, ...parts.items.flatMap((item) => itemLines(item, indent))]
  return parts.kind === 'mapping' ? [head, ...entriesLines(parts.entries, indent)] : []
}

function itemLines(item: JsonValue, indent: string): readonly string[] {
  const parts = jsonParts(item)
  const entries = parts.kind === 'mapping' ? parts.entries : []
  const flat = entries.map(([name, value]) => [name, onOneLine(value)] as const)
  if (flat.length > 0 && flat.every(([, text]) => text !== undefined))
    return [`${indent}- ${flat.map(([name, text]) => `${name} ${text}`).join('; ')}`]
  if (parts.kind !== 'mapping') return entryLines(`${indent}-`, item, `${indent}  `)
  return [`${indent}-`, ...entriesLines(entries, `${indent}  `)]
}

/** A value as text for the line of its name; undefined if it needs more lines. */
function onOneLine(value: JsonValue): string | undefined {
  if (value === null) return 'none'
  if (typeof value === 'string') return value === '' ? '""' : value.includes('\n') ? undefined : value
  const parts = jsonParts(value)
  if (parts.kind === 'leaf') return writeJson(parts.value)
  if (parts.kind === 'mapping') return parts.entries.length === 0 ? 'none' : undefined
  if (parts.items.length === 0) return 'none'
  const texts = parts.items.filter((item) => typeof item === 'string' && item !== '' && !/[\n,]/.test(item))
  return texts.length === parts.items.length ? texts.join(', ') : undefined
}
