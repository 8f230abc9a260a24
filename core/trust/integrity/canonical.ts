import type { Host } from '../../input/host.ts'
import { encodeValue } from '../../read/value/encode.ts'
import { jsonLeaf, jsonString } from '../../read/value/json.ts'
import { PyFloat, PySet, PyTuple, isDict, isList, type Dict, type Value } from '../../read/value/value.ts'

/** The order of two strings by code point, as in Python. JavaScript's own order puts U+10000 before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let at = 0; at < end; at++) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return a.codePointAt(at)! - b.codePointAt(at)!
  }
  return a.length - b.length
}

/**
 * A value as canonical JSON: keys sorted by code point, without whitespace, ASCII only, and numbers in Python's format.
 * Values without a JSON form use the `$py` notation, so that every value has a JSON form and a digest.
 */
export function canonicalJson(value: Value): string {
  if (!isDict(value) && !isList(value) && !(value instanceof PyTuple)) return leaf(value)
  const parts: string[] = []
  // A stack instead of recursion allows any nesting depth. The next part to write is on top.
  const open: Piece[] = [{ value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('text' in next) parts.push(next.text)
    else if (isDict(next.value)) openDict(open, next.value)
    else if (isList(next.value)) openList(open, next.value)
    else if (next.value instanceof PyTuple) openList(open, next.value.items)
    else parts.push(leaf(next.value))
  }
  return parts.join('')
}

/** The sorted names of a mapping, and the canonical JSON before each value. */
interface NameOrder {
  readonly names: readonly string[]
  readonly sorted: readonly string[]
  readonly heads: readonly string[]
}

/**
 * The last order for each number of names, reused for the same names in the same sequence, because most plans have the
 * same variables.
 */
const orders = new Map<number, NameOrder>()
const mostNames = 256

function orderOf(entries: ReadonlyMap<string, unknown>): NameOrder {
  const known = orders.get(entries.size)
  if (known) {
    let same = 0
    entries.forEach((_, name) => {
      if (known.names[same] === name) same++
    })
    if (same === entries.size) return known
  }
  const names = [...entries.keys()]
  const sorted = names.toSorted(compareCodePoints)
  const heads = sorted.map((name, index) => `${index === 0 ? '{' : ','}${jsonString(name)}:`)
  const order = { names, sorted, heads }
  if (names.length <= mostNames) orders.set(names.length, order)
  return order
}

/** `canonicalJson` for a mapping of names to strings, such as the environment of a plan. */
export function canonicalTexts(entries: ReadonlyMap<string, { readonly text: string }>): string {
  if (entries.size === 0) return '{}'
  const { sorted, heads } = orderOf(entries)
  let json = ''
  for (let index = 0; index < sorted.length; index++) {
    json += heads[index]!
    json += jsonString(entries.get(sorted[index]!)!.text)
  }
  return `${json}}`
}

/** SHA-256 of the canonical JSON, which identifies a plan or a document (R9.6). */
export function canonicalDigest(host: Pick<Host, 'sha256'>, value: Value): string {
  return host.sha256(canonicalJson(value))
}

type Piece = { readonly text: string } | { readonly value: Value }

function openList(open: Piece[], items: readonly Value[]): void {
  open.push({ text: ']' })
  for (let index = items.length - 1; index >= 0; index--) {
    open.push({ value: items[index] ?? null }, { text: index > 0 ? ',' : '[' })
  }
  if (items.length === 0) open.push({ text: '[' })
}

function openDict(open: Piece[], dict: Dict): void {
  const entries = sortedEntries(dict)
  open.push({ text: '}' })
  for (let index = entries.length - 1; index >= 0; index--) {
    const { name, value } = entries[index]!
    open.push({ value }, { text: `${index > 0 ? ',' : '{'}${jsonString(name)}:` })
  }
  if (entries.length === 0) open.push({ text: '{' })
}

function sortedEntries(dict: Dict): readonly { readonly name: string; readonly value: Value }[] {
  const entries = Array.from(dict, ([key, value]) => ({ key, name: keyText(key), value }))
  return entries.sort((a, b) => compareNumbers(a.key, b.key) || compareCodePoints(a.name, b.name))
}

/** The order of number keys: before all other keys and by size, as in Python. */
function compareNumbers(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Number(typeof b === 'number') - Number(typeof a === 'number')
}

function keyText(key: Value): string {
  return typeof key === 'string' ? key : canonicalJson(key)
}

function leaf(value: Value): string {
  if (value instanceof PySet) {
    const items = value.items.map(canonicalJson).sort(compareCodePoints)
    return `{"$py":"set","items":[${items.join(',')}]}`
  }
  // A plan with different digits has a different digest (R15.2).
  if (value instanceof PyFloat && value.literal !== undefined) return value.literal
  return jsonLeaf(value) ?? JSON.stringify(encodeValue(value))
}
