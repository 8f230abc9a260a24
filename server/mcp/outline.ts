import type { JsonValue } from '#core'
import { isFacts, type Facts } from './fence.ts'

/** Facts as lines that a person or a model reads without the structure beside them. */
export function outline(facts: Facts, indent = ''): readonly string[] {
  return Object.entries(facts).flatMap(([name, value]) => entryLines(`${indent}${name}:`, value, `${indent}  `))
}

function entryLines(head: string, value: JsonValue, indent: string): readonly string[] {
  const short = onOneLine(value)
  if (short !== undefined) return [`${head} ${short}`]
  if (typeof value === 'string') return [head, ...value.split('\n').map((line) => `${indent}${line}`)]
  if (Array.isArray(value)) return [head, ...value.flatMap((item) => itemLines(item, indent))]
  return isFacts(value) ? [head, ...outline(value, indent)] : []
}

function itemLines(item: JsonValue, indent: string): readonly string[] {
  const flat = isFacts(item) ? Object.entries(item).map(([name, value]) => [name, onOneLine(value)] as const) : []
  if (flat.length > 0 && flat.every(([, text]) => text !== undefined))
    return [`${indent}- ${flat.map(([name, text]) => `${name} ${text}`).join('; ')}`]
  return isFacts(item) ? [`${indent}-`, ...outline(item, `${indent}  `)] : entryLines(`${indent}-`, item, `${indent}  `)
}

/** A value that needs no lines of its own. */
function onOneLine(value: JsonValue): string | undefined {
  if (value === null) return 'none'
  if (typeof value === 'string') return value === '' ? '""' : value.includes('\n') ? undefined : value
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return value.every((item) => typeof item === 'string' && item !== '' && !/[\n,]/.test(item))
      ? value.join(', ')
      : undefined
  }
  return Object.keys(value).length === 0 ? 'none' : undefined
}
