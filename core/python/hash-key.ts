import { PyBytes, PyComplex, PyEllipsis, PyFloat, PyTuple } from '../value/value.ts'
import type { Value } from '../value/value.ts'

/** A primitive that is the same for two values exactly if Python's dicts hold them to be one key. */
export type HashKey = string | number | bigint | null

/** The identity of a value as a dict's key or a set's member; undefined if Python cannot hash it. */
export function hashKey(value: Value): HashKey | undefined {
  if (value === null) return null
  switch (typeof value) {
    case 'string':
      // Composite keys are text that begins with NUL, so a text that does so itself is marked.
      return value.charCodeAt(0) === 0 ? `\0s${value}` : value
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
  }
  if (value instanceof PyFloat) return floatKey(value.value)
  if (value instanceof PyComplex) {
    if (value.imag === 0) return floatKey(value.real)
    return `\0c${String(floatKey(value.real))},${String(floatKey(value.imag))}`
  }
  if (value instanceof PyBytes) return `\0b${value.bytes.join()}`
  if (value instanceof PyEllipsis) return '\0...'
  if (value instanceof PyTuple) return tupleKey(value)
  return undefined
}

/** A float equals the integer of its value: `1.0` is the key `1`. */
function floatKey(value: number): HashKey {
  if (!Number.isFinite(value)) return value
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value + 0
}

function tupleKey(tuple: PyTuple): HashKey | undefined {
  const parts: string[] = []
  for (const item of tuple.items) {
    const key = hashKey(item)
    if (key === undefined) return undefined
    const text = String(key)
    // Length and type before each part, so that no two different tuples share a text.
    parts.push(`${typeof key === 'string' ? 's' : 'n'}${text.length}:${text}`)
  }
  return `\0t${parts.join('')}`
}
