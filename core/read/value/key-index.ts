import { hashKey } from './equal.ts'
import type { Value } from './value.ts'

/**
 * Finds the key of a mapping that equals another key in Python. With this class, `1`, `1.0` and `True` are one key of a
 * `Map`, in the position of the first.
 */
export class KeyIndex {
  readonly #known = new Map<string, Value>()

  /** The first key that equals the given key. Without one, stores and returns the given key. */
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
