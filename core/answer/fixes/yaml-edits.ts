import type { Located, LocatedDict } from '../../read/located.ts'
import type { Change } from './fix.ts'

/** A YAML file: its path and its text. */
export interface YamlFile {
  readonly path: string
  readonly text: string
}

/** Sets a key of a YAML mapping: replaces its value, adds it inside the braces, or adds a line after its last entry. */
export function setEntry({ path, text }: YamlFile, dict: LocatedDict, key: string, value: string): Change {
  const known = dict.entries.get(key)
  if (known) {
    const { start, end } = known.value
    const blank = start === end && text[start - 1] !== ' ' ? ' ' : ''
    return { kind: 'edit', path, start, end, text: `${blank}${value}` }
  }
  const last = [...dict.entries.values()].at(-1)
  const entry = `${key}: ${value}`
  if (!last || text[dict.start] === '{') {
    const at = last ? last.value.end : dict.start + 1
    return { kind: 'edit', path, start: at, end: at, text: last ? `, ${entry}` : entry }
  }
  const lead = text.slice(text.lastIndexOf('\n', last.keyStart - 1) + 1, last.keyStart)
  const indent = ' '.repeat(lead.length)
  const at = lineEnd(text, last.value)
  const isOnNewLine = at === 0 || text[at - 1] === '\n'
  return { kind: 'edit', path, start: at, end: at, text: isOnNewLine ? `${indent}${entry}\n` : `\n${indent}${entry}` }
}

/**
 * Removes a key and its value from a mapping. Inside braces, also removes the comma; otherwise, removes whole lines.
 * Undefined if the key is absent, or if its line starts with other text.
 */
export function removeEntry({ path, text }: YamlFile, dict: LocatedDict, key: string): Change | undefined {
  const entry = dict.entries.get(key)
  if (!entry) return undefined
  if (text[dict.start] === '{') {
    const after = /^\s*,\s*/.exec(text.slice(entry.value.end))?.[0].length
    const before = /,\s*$/.exec(text.slice(dict.start, entry.keyStart))?.[0].length ?? 0
    const start = after === undefined ? entry.keyStart - before : entry.keyStart
    return { kind: 'edit', path, start, end: entry.value.end + (after ?? 0), text: '' }
  }
  const start = text.lastIndexOf('\n', entry.keyStart - 1) + 1
  if (text.slice(start, entry.keyStart).trim() !== '') return undefined
  const end = lineEnd(text, entry.value)
  return { kind: 'edit', path, start, end: text[end] === '\n' ? end + 1 : end, text: '' }
}

/**
 * The end of the line on which a value ends. A block scalar includes its last line break, so the result is the start of
 * the next line.
 */
function lineEnd(text: string, { start, end }: Located): number {
  if (end > start && text[end - 1] === '\n') return end
  const next = text.indexOf('\n', end)
  return next === -1 ? text.length : next
}
