import { limits } from '../limits.ts'
import { isDict, isList, type Value } from '../read/value/value.ts'

/** Thrown if a value exceeds a limit. The limit ends the walk that computes the value. */
export class ValueLimit extends Error {
  readonly limit: 'graphValueLength' | 'valueDepth'
  constructor(limit: ValueLimit['limit']) {
    super(limit)
    this.limit = limit
  }
}

interface Measure {
  readonly length: number
  readonly depth: number
}

const leaf: Measure = { length: 8, depth: 0 }

/**
 * The approximate length of a value's text in characters, and its depth. Lists and mappings never change in place, so
 * each is measured once, even if another contains it a hundred times.
 */
export class Sizes {
  readonly #known = new WeakMap<object, Measure>()

  /** The length of a value. Throws `ValueLimit` if the value is nested too deeply. */
  of(value: Value): number {
    return this.#measure(value, 0).length
  }

  /** Returns a value within the limits. Throws `ValueLimit` for a value that is too large or nested too deeply. */
  checked<T extends Value>(value: T): T {
    if (this.of(value) > limits.graphValueLength) throw new ValueLimit('graphValueLength')
    return value
  }

  #measure(value: Value, level: number): Measure {
    if (typeof value === 'string') return { length: value.length + 2, depth: 0 }
    if (!isList(value) && !isDict(value)) return leaf
    const known = this.#known.get(value)
    if (level + (known?.depth ?? 0) > limits.valueDepth) throw new ValueLimit('valueDepth')
    if (known) return known
    let length = 2
    let depth = 0
    const add = (part: Value): void => {
      const inner = this.#measure(part, level + 1)
      length += inner.length + 2
      depth = Math.max(depth, inner.depth + 1)
    }
    if (isList(value)) value.forEach(add)
    else {
      value.forEach((item, key) => {
        add(key)
        add(item)
      })
    }
    const measure = { length, depth }
    this.#known.set(value, measure)
    return measure
  }
}
