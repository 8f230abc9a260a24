import { hashKey } from './equal.ts'
import type { Value } from './value.ts'

/**
 * Finds the key of a mapping that equals another key in Python. `1`, `1.0` and `True` are then one key of a `Map`, at the
 * position of the first.
 */
export class KeyIndex {
  readonly #known = new Map<string, Value>()

  /** The first key that equals a key; if there is none, the key itself, which is stored. */
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
