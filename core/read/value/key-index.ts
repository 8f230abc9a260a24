import { hashKey } from './equal.ts'
import type { Value } from './value.ts'

/**
 * Finds the key of a mapping that equals another in Python, so that `1`, `1.0` and `True` are one key of a `Map` and the
 * first of them keeps its place.
 */
export class KeyIndex {
  readonly #known = new Map<string, Value>()

  /** The equal key that came first, else the key itself, which is remembered. */
  first(key: Value): Value {
    if (typeof key === 'string') return key
    const hash = hashKey(key)
    if (hash === undefined) return key
    const known = this.#known.get(hash)
    if (known !== undefined) return known
    this.#known.set(hash, key)
    return key
  }
}
