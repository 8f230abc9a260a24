import type { Change } from '../answer/fixes/fix.ts'
import { nodeAt, plain, type Located } from '../read/located.ts'
import type { Metadata } from '../read/metadata/metadata.ts'
import { jsonString } from '../read/value/json.ts'

/** An edit of a file. */
export type Edit = Extract<Change, { kind: 'edit' }>

/** The placeholder for all parameters as JSON (R9.2). */
const all = '{params_json}'

type List = Extract<Located, { kind: 'list' }>

/**
 * Edits that make a runtime pass parameters on standard input instead of after `--params`. Empty if the file passes
 * no parameters, or uses a form that the edits do not cover.
 */
export function parameterEdits({ path, format, fields }: Metadata, text: string): readonly Edit[] {
  const config = fields.get('config')?.value
  const args = nodeAt(config, ['args'])
  if (config?.kind !== 'dict' || args?.kind !== 'list' || config.entries.has('input_data')) return []
  const inYaml = format === 'yaml'
  const values = args.items.map(plain)
  const at = values.indexOf(all)
  if (at === -1 || values.indexOf(all, at + 1) !== -1) return []
  const from = values[at - 1] === '--params' ? at - 1 : at
  const cut = itemsRange(text, args, from, at)
  if (!cut) return []
  const entry = `${key('input_data', inYaml)}: ${jsonString(all)}`
  const line = separator(text, args, inYaml)
  return [
    { kind: 'edit', path, ...cut, text: '' },
    { kind: 'edit', path, start: args.end, end: args.end, text: `${line}${entry}` },
  ]
}

function key(name: string, inYaml: boolean): string {
  return inYaml ? name : jsonString(name)
}

/** The text before a new entry of the mapping that contains the arguments. */
function separator(text: string, args: List, inYaml: boolean): string {
  const lineStart = text.lastIndexOf('\n', keyOffset(text, args)) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ''
  const isBlock = inYaml && /^[ \t]*args[ \t]*:/.test(text.slice(lineStart))
  if (isBlock) return `\n${indent}`
  return /^[ \t]*["']?args["']?[ \t]*:/.test(text.slice(lineStart)) ? `,\n${indent}` : ', '
}

/** The offset of the arguments' key: the last occurrence before their value. */
function keyOffset(text: string, args: List): number {
  return text.lastIndexOf('args', args.start)
}

/** The range of successive list items, with one separator; undefined for a form without separators. */
function itemsRange(
  text: string,
  args: List,
  from: number,
  to: number,
): { readonly start: number; readonly end: number } | undefined {
  const [first, last] = [args.items[from], args.items[to]]
  if (!first || !last) return undefined
  const [before, after] = [args.items[from - 1], args.items[to + 1]]
  if (text[args.start] !== '[' && text[args.start] !== '(') {
    const start = text.lastIndexOf('\n', first.start)
    return before ? { start, end: last.end } : undefined
  }
  if (before) return { start: before.end, end: last.end }
  return { start: first.start, end: after ? after.start : last.end }
}
