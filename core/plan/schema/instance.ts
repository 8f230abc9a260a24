import { isArray, isMapping, type Json } from './json.ts'
import { pointerTo } from '../../text/pointer.ts'

/** A part of the parameters with its place. `at` always returns the same object for the same child. */
export class Instance {
  readonly value: Json
  readonly #parent: Instance | undefined
  readonly #step: string | number
  readonly #below = new Map<string | number, Instance>()

  constructor(value: Json, parent?: Instance, step: string | number = '') {
    this.value = value
    this.#parent = parent
    this.#step = step
  }

  get pointer(): string {
    return this.#parent ? pointerTo(this.#parent.pointer, this.#step) : ''
  }

  /** The part at a key or an index; undefined if there is none. */
  at(step: string | number): Instance | undefined {
    const known = this.#below.get(step)
    if (known) return known
    const inner = this.#valueAt(step)
    if (inner === undefined) return undefined
    const made = new Instance(inner, this, step)
    this.#below.set(step, made)
    return made
  }

  #valueAt(step: string | number): Json | undefined {
    const { value } = this
    if (typeof step === 'number') return isArray(value) ? value[step] : undefined
    return isMapping(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }
}
