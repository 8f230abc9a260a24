import { limits } from '../../limits.ts'
import { floatRepr } from './float.ts'
import { typeName } from './type-name.ts'
import { PyFloat, PyTuple, isDict, isList, type Value } from './value.ts'

/** The exact output of Python's `json.dumps` with its defaults (R9.2), or the reason why a value has no JSON form. */
export function pyJson(value: Value): { readonly text: string } | { readonly problem: string } {
  const writer = new JsonWriter()
  writer.write(value, 0)
  return writer.problem === undefined ? { text: writer.parts.join('') } : { problem: writer.problem }
}

const needsEscape = /["\\]|[^ -~]/

/** Whether a string needs no escapes in JSON. */
function isPlain(text: string): boolean {
  return !needsEscape.test(text)
}

/** A JSON string with Python's escapes: `\uXXXX` for characters that are not printable ASCII. */
export function jsonString(text: string): string {
  return isPlain(text) ? `"${text}"` : `"${text.replace(/["\\]|[^ -~]/g, escapeUnit)}"`
}

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
}

function escapeUnit(unit: string): string {
  return short[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The JSON of a value that is not a container; undefined if it has no JSON form. */
export function jsonLeaf(value: Value): string | undefined {
  return typeof value === 'string' ? jsonString(value) : atomText(value)
}

/** Maximum number of characters in a problem's path. */
const mostPath = 200

class JsonWriter {
  readonly parts: string[] = []
  problem: string | undefined
  /** The path of the current value, as keys and indexes. */
  readonly #path: string[] = []

  write(value: Value, depth: number): void {
    if (depth > limits.valueDepth * 4) this.problem ??= 'it is nested too deeply'
    if (this.problem !== undefined) return
    if (isDict(value)) this.writeDict([...value], depth)
    else if (isList(value)) this.writeList(value, depth)
    else if (value instanceof PyTuple) this.writeList(value.items, depth)
    else {
      const text = jsonLeaf(value)
      if (text === undefined) this.#refuse(`Object of type ${typeName(value)} is not JSON serializable`)
      else this.parts.push(text)
    }
  }

  writeList(items: readonly Value[], depth: number): void {
    this.parts.push('[')
    items.forEach((item, index) => {
      if (index > 0) this.parts.push(', ')
      this.#writeAt(`[${index}]`, item, depth)
    })
    this.parts.push(']')
  }

  #writeAt(step: string, item: Value, depth: number): void {
    this.#path.push(step)
    this.write(item, depth + 1)
    this.#path.pop()
  }

  /** Stores the first problem with its path. */
  #refuse(problem: string): void {
    const path = this.#path.join('').replace(/^\./, '')
    const shown = path.length > mostPath ? `${path.slice(0, mostPath)}…` : path
    this.problem ??= shown === '' ? problem : `${shown}: ${problem}`
  }

  writeDict(entries: readonly (readonly [Value, Value])[], depth: number): void {
    this.parts.push('{')
    entries.forEach(([key, item], index) => {
      const text = typeof key === 'string' ? key : atomText(key)
      if (text === undefined) this.#refuse(`keys must be str, int, float, bool or None, not ${typeName(key)}`)
      else this.parts.push(index > 0 ? ', ' : '', jsonString(text), ': ')
      this.#writeAt(`.${text ?? ''}`, item, depth)
    })
    this.parts.push('}')
  }
}

/** The JSON text of null, a boolean or a number, which also serves as a key in quotes. Undefined for other values. */
export function atomText(value: Value): string | undefined {
  if (value === null) return 'null'
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return jsonNumber(value)
  if (value instanceof PyFloat) return jsonFloat(value.value)
  return undefined
}

function jsonNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value)
  return Number.isInteger(value) ? String(BigInt(value)) : jsonFloat(value)
}

function jsonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity'
  return floatRepr(value)
}
