import { contextNames } from './anchor/context.ts'
import { bare, holds, SourcedDict, SourcedText, type Sourced } from './template/sourced.ts'
import { pieceOf, textOf, type Piece } from './template/pieces.ts'
import { jsonString, pyJson } from '../read/value/json.ts'
import type { Value } from '../read/value/value.ts'
import type { Parameters } from './parameters.ts'

/** R9.2: names that describe the run and are not part of the tool's input. */
const notInput: ReadonlySet<string> = new Set([
  'env',
  ...contextNames,
  'cwd',
  'timeout',
  'server',
  'tool_name',
  'server_config_path',
  'fixed_params',
  'params_key',
])

/** R9.2: whether a caller's parameter is part of `{params_json}`. */
export function isInput(name: string): boolean {
  return !notInput.has(name) && !name.startsWith('__')
}

/**
 * R9.2: the caller's parameters as `json.dumps` writes them. `fixed_params` overrides them. With `fixed_params` and
 * `params_key`, they are nested under this key. Every entry of the text has its contributor.
 */
export function paramsJson(
  parameters: Parameters,
  config: ReadonlyMap<Value, Sourced>,
): { readonly text: SourcedText } | { readonly problem: string } {
  const input = new Map<Value, Sourced>()
  parameters.forEach((value, name) => {
    if (isInput(name)) input.set(name, value)
  })
  const payload = layFixed(input, config)
  return payload.size === 0 ? empty : writeJson(payload)
}

function layFixed(
  input: ReadonlyMap<Value, Sourced>,
  config: ReadonlyMap<Value, Sourced>,
): ReadonlyMap<Value, Sourced> {
  const fixed = config.get('fixed_params')
  // An empty mapping does not override parameters, but it activates `params_key` (R9.2, as recorded).
  if (fixed?.kind !== 'dict') return input
  const nest = config.get('params_key')
  if (!nest || !holds(nest)) {
    const free = [...input].filter(([name]) => !fixed.entries.has(name))
    return new Map([...free, ...fixed.entries])
  }
  const nested = new SourcedDict(input, { kind: 'caller' }, null)
  return new Map([...fixed.entries, [bare(nest), nested]])
}

const by = { kind: 'context', name: 'params_json' } as const

/** The JSON of an empty call, which a check uses for every tool. */
const empty = { text: new SourcedText('{}', by, null, [pieceOf('{', by, null), pieceOf('}', by, null)]) }

/** The cached JSON of lists and mappings, each with its key: all tools with the same tool config share one object. */
const written = new WeakMap<Sourced, { readonly key: Value; readonly json: ReturnType<typeof pyJson> }>()

function entryJson(key: Value, value: Sourced): ReturnType<typeof pyJson> {
  const known = written.get(value)
  if (known?.key === key) return known.json
  const json = pyJson(new Map([[key, bare(value)]]))
  if (value.kind === 'dict' || value.kind === 'list') written.set(value, { key, json })
  return json
}

function writeJson(
  payload: ReadonlyMap<Value, Sourced>,
): { readonly text: SourcedText } | { readonly problem: string } {
  const pieces: Piece[] = []
  const frame = (text: string): void => void pieces.push(pieceOf(text, by, null))
  frame('{')
  for (const [key, value] of payload) {
    // `pyJson` converts non-string keys as Python does.
    const whole = entryJson(key, value)
    if ('problem' in whole) return whole
    if (pieces.length > 1) frame(', ')
    const head = typeof key === 'string' ? `${jsonString(key)}: ` : ''
    if (head !== '') frame(head)
    pieces.push(pieceOf(whole.text.slice(1 + head.length, -1), value.by, value.at))
  }
  frame('}')
  return { text: new SourcedText(textOf(pieces), by, null, pieces) }
}
