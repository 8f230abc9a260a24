import { limits } from '../../limits.ts'
import { parseJson } from '../../read/json.ts'
import { nodeAt, plain, type Located } from '../../read/located.ts'
import { jsonString, pyJson } from '../../read/value/json.ts'
import { PyTuple, isDict, isList, type Value } from '../../read/value/value.ts'

/** One element in a lockfile or a result, independent of the machine (R14.1). */
export interface LockedElement {
  readonly item_id: string
  readonly space: string
  readonly tool_type: Value
  readonly executor_id: Value
  readonly integrity: string | null
  readonly provider_id?: string
  readonly provider_version?: string
}

/** The content of a lockfile (R11). Its values can have any type, and `checkLockfile` validates them. */
export interface Lockfile {
  readonly lockfile_version: Value
  readonly generated_at: Value
  readonly root: { readonly tool_id: Value; readonly version: Value; readonly integrity: Value }
  readonly resolved_chain: Value
  readonly registry: Value
  readonly verified_deps: Value
}

/** A lockfile with the places of its values, so that a difference can refer to a line. */
export interface ReadLockfile {
  readonly lockfile: Lockfile
  readonly source: Located
}

/** Reads a lockfile, or returns the problem of an invalid one (L3). Unknown keys and versions are allowed. */
export function parseLockfile(text: string): ReadLockfile | { readonly problem: string; readonly offset: number } {
  const read = parseJson(text, { nonFinite: true })
  if (read.kind === 'invalid') return { problem: `it is not valid JSON: ${read.problem}`, offset: read.start }
  const source = read.document
  if (source.kind !== 'dict') return { problem: 'it is not a JSON object', offset: source.start }
  const missing = ['lockfile_version', 'generated_at', 'root', 'resolved_chain'].find((key) => !source.entries.has(key))
  if (missing !== undefined) return { problem: `"${missing}" is missing`, offset: source.start }
  const root = nodeAt(source, ['root'])
  if (root?.kind !== 'dict') return { problem: '"root" is not an object', offset: root?.start ?? 0 }
  const absent = ['tool_id', 'version', 'integrity'].find((key) => !root.entries.has(key))
  if (absent !== undefined) return { problem: `"root.${absent}" is missing`, offset: root.start }
  const at = (...path: readonly Value[]): Value => {
    const node = nodeAt(source, path)
    return node ? plain(node) : null
  }
  return {
    source,
    lockfile: {
      lockfile_version: at('lockfile_version'),
      generated_at: at('generated_at'),
      root: { tool_id: at('root', 'tool_id'), version: at('root', 'version'), integrity: at('root', 'integrity') },
      resolved_chain: at('resolved_chain'),
      registry: at('registry'),
      verified_deps: at('verified_deps'),
    },
  }
}

/** The content of a new lockfile (R11.3). */
export interface Pin {
  readonly tool_id: string
  readonly version: string
  readonly integrity: string | null
  readonly chain: readonly LockedElement[]
  /** ISO time from the host. */
  readonly generated_at: string
  readonly registry?: Value
  readonly verified_deps?: Value
}

/** A lockfile of version 1 for a chain (R11.3). */
export function lockfileOfPin(pin: Pin): Lockfile {
  const { tool_id, version, integrity, chain, generated_at, registry = null, verified_deps = null } = pin
  return {
    lockfile_version: 1,
    generated_at,
    root: { tool_id, version, integrity },
    resolved_chain: chain.map((element) => new Map<Value, Value>(Object.entries(element))),
    registry,
    verified_deps,
  }
}

/** The text of a lockfile: keys in a fixed order, indented by two spaces, ASCII. */
export function formatLockfile(lockfile: Lockfile): string {
  const document: readonly (readonly [string, Value])[] = [
    ['lockfile_version', lockfile.lockfile_version],
    ['generated_at', lockfile.generated_at],
    ['root', new Map<Value, Value>(Object.entries(lockfile.root))],
    ['resolved_chain', lockfile.resolved_chain],
    ['registry', lockfile.registry],
    ['verified_deps', lockfile.verified_deps],
  ]
  return indented(new Map<Value, Value>(document), '')
}

/** Python's `json.dumps(value, indent=2)`. A value without a JSON form, or nested too deeply, becomes null. */
function indented(value: Value, indent: string): string {
  const inner = `${indent}  `
  if (inner.length > limits.valueDepth * 4) return 'null'
  if (isDict(value)) {
    const rows = Array.from(value, ([key, item]) => `${keyText(key)}: ${indented(item, inner)}`)
    return block('{', rows, '}', indent)
  }
  const items = value instanceof PyTuple ? value.items : isList(value) ? value : undefined
  if (items) {
    return block(
      '[',
      items.map((item) => indented(item, inner)),
      ']',
      indent,
    )
  }
  const json = pyJson(value)
  return 'text' in json ? json.text : 'null'
}

function keyText(key: Value): string {
  if (typeof key === 'string') return jsonString(key)
  const json = pyJson(key)
  return jsonString('text' in json ? json.text : '')
}

function block(before: string, rows: readonly string[], after: string, indent: string): string {
  if (rows.length === 0) return before + after
  return `${before}\n${rows.map((row) => `${indent}  ${row}`).join(',\n')}\n${indent}${after}`
}
