import { AssertionError } from './assertion-error.ts'
import type { Complaint } from './assertion-error.ts'
import { coded, invalidArgValue } from './errors.ts'
import { process } from './process.ts'
import { checkInteger } from './validate.ts'

type Call = (...args: unknown[]) => unknown

interface Seen {
  readonly thisArg: unknown
  readonly arguments: readonly unknown[]
}

/** The calls of one function. */
class Tracked {
  readonly #expected: number
  readonly #name: string
  readonly #made = new Error()
  #seen: Seen[] = []

  constructor(expected: number, name: string) {
    this.#expected = expected
    this.#name = name
  }

  track(thisArg: unknown, args: readonly unknown[]): void {
    this.#seen.push(Object.freeze({ thisArg, arguments: Object.freeze(Array.prototype.slice.call(args)) }))
  }

  get seen(): readonly Seen[] {
    return Object.freeze(this.#seen.slice())
  }

  reset(): void {
    this.#seen = []
  }

  complaint(): Complaint | undefined {
    const [actual, expected] = [this.#seen.length, this.#expected]
    if (actual === expected) return undefined
    const message = `Expected the ${this.#name} function to be executed ${expected} time(s) but was executed ${actual} time(s).`
    return { message, actual, expected, operator: this.#name, stack: this.#made }
  }
}

/** `assert.CallTracker`: counts how often functions are called, and complains where that is not as expected. */
export class CallTracker {
  readonly #all = new Set<Tracked>()
  readonly #byFunction = new WeakMap<object, Tracked>()

  calls(fn?: unknown, expected: unknown = 1): Call {
    if (process._exiting)
      throw coded(Error, 'ERR_UNAVAILABLE_DURING_EXIT', 'Cannot call function in process exit handler')
    const times = typeof fn === 'number' ? fn : expected
    const call = (typeof fn === 'number' || fn === undefined ? (): undefined => undefined : fn) as Call
    checkInteger(times, 'expected', 1, 2 ** 32 - 1)
    const named = typeof fn === 'number' || fn === undefined ? '' : call.name
    const tracked = new Tracked(times, named || 'calls')
    const watched = new Proxy(call, {
      // @ts-expect-error: without a prototype, whose fields a program could make traps of.
      __proto__: null,
      apply(target, thisArg, args: unknown[]) {
        tracked.track(thisArg, args)
        return Reflect.apply(target, thisArg, args)
      },
    })
    this.#all.add(tracked)
    this.#byFunction.set(watched, tracked)
    return watched
  }

  getCalls(fn: unknown): readonly Seen[] {
    return this.#trackedBy(fn).seen
  }

  reset(fn?: unknown): void {
    if (fn !== undefined) return this.#trackedBy(fn).reset()
    for (const tracked of this.#all) tracked.reset()
  }

  report(): readonly Complaint[] {
    return [...this.#all].map((tracked) => tracked.complaint()).filter((complaint) => complaint !== undefined)
  }

  verify(): void {
    const complaints = this.report()
    const [first] = complaints
    if (first === undefined) return
    const message = complaints.length === 1 ? first.message : 'Functions were not called the expected number of times'
    throw new AssertionError({ message, details: complaints })
  }

  #trackedBy(fn: unknown): Tracked {
    const tracked = typeof fn === 'function' ? this.#byFunction.get(fn) : undefined
    if (tracked === undefined) throw invalidArgValue('tracked', fn, 'is not a tracked function')
    return tracked
  }
}
