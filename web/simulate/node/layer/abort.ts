// @ts-expect-error: the package does not export its types; the types that the sandbox uses are declared here
import * as shim from 'event-target-shim'
import { DOMException } from './dom-exception.ts'
import { coded, invalidArgType } from './errors.ts'
import { nextTick } from './ticks.ts'
import { setTimeout } from './timers.ts'
import { checkNumber, illegalConstructor } from './validate.ts'

type EventClass = typeof globalThis.Event
type TargetClass = typeof globalThis.EventTarget

interface Library {
  readonly Event: EventClass
  readonly EventTarget: TargetClass
  setErrorHandler(report: (error: unknown) => void): void
  setWarningHandler(warn: () => void): void
  getEventAttributeValue(target: object, type: string): unknown
  setEventAttributeValue(target: object, type: string, listener: unknown): void
}
const library = shim as Library

library.setErrorHandler((error) =>
  nextTick(() => {
    throw error
  }),
)
library.setWarningHandler(() => undefined)

/** Functions to get and set the handler of an `on` property. The handler is also one of the listeners. */
const { getEventAttributeValue, setEventAttributeValue } = library

/** `Event` of the DOM. */
export class Event extends library.Event {
  constructor(...given: [type: string, options?: EventInit]) {
    if (given[0] === undefined) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "type" argument must be specified')
    super(...given)
  }
}

/** `CustomEvent`: an event with a `detail`. Default: null. */
export class CustomEvent extends Event {
  readonly detail: unknown

  constructor(type: string, options?: CustomEventInit) {
    super(type, options)
    this.detail = (options?.detail as unknown) ?? null
  }
}

/** `EventTarget` without a tree. Only the target itself receives an event. */
export class EventTarget extends library.EventTarget {
  override dispatchEvent(event: globalThis.Event): boolean {
    if (!(event instanceof library.Event)) throw invalidArgType('event', 'Event', event)
    if (event.eventPhase !== 0)
      throw coded(Error, 'ERR_EVENT_RECURSION', `The event "${event.type}" is already being dispatched`)
    return super.dispatchEvent(event)
  }
}
for (const [name, kind] of Object.entries({ Event, EventTarget }))
  Object.defineProperty(kind.prototype, Symbol.toStringTag, { value: name, configurable: true })

/** The error for operations with an aborted signal. */
export function abortError(cause?: unknown): Error {
  const error = new Error('The operation was aborted', cause === undefined ? undefined : { cause })
  error.name = 'AbortError'
  return Object.assign(error, { code: 'ABORT_ERR' })
}

/** The argument of the constructor that only this module has. */
const own = Symbol('own')
const makeSignal = (): AbortSignal => new AbortSignal(own)
let stopSignal: (signal: AbortSignal, reason: unknown) => void

/** `AbortSignal`. Only its controller and its static functions can create one. */
export class AbortSignal extends EventTarget {
  #aborted = false
  #reason: unknown

  constructor(key?: unknown) {
    super()
    if (key !== own) throw illegalConstructor()
  }

  get aborted(): boolean {
    return this.#aborted
  }

  get reason(): unknown {
    return this.#reason
  }

  get onabort(): unknown {
    return getEventAttributeValue(this, 'abort')
  }

  set onabort(handler: unknown) {
    setEventAttributeValue(this, 'abort', handler)
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason
  }

  static {
    stopSignal = (signal, reason) => {
      if (signal.#aborted) return
      signal.#aborted = true
      signal.#reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason
      signal.dispatchEvent(new Event('abort'))
    }
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = makeSignal()
    stopSignal(signal, reason)
    return signal
  }

  static timeout(delay: number): AbortSignal {
    checkNumber(delay, 'delay', 0, 2 ** 32 - 1)
    const signal = makeSignal()
    const reason = (): DOMException => new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    setTimeout(() => stopSignal(signal, reason()), delay).unref()
    return signal
  }

  static any(signals: readonly AbortSignal[]): AbortSignal {
    const made = makeSignal()
    const stopped = signals.find((signal) => signal.aborted)
    if (stopped !== undefined) stopSignal(made, stopped.reason)
    else
      for (const signal of signals)
        signal.addEventListener('abort', () => stopSignal(made, signal.reason), { once: true })
    return made
  }
}
Object.defineProperty(AbortSignal.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value(this: AbortSignal, depth: number, options: object, inspect: (value: object, options: object) => string) {
    return depth < 0 ? this : `AbortSignal ${inspect({ aborted: this.aborted }, options)}`
  },
  configurable: true,
})
Object.defineProperty(AbortSignal.prototype, Symbol.toStringTag, { value: 'AbortSignal', configurable: true })

/** `AbortController`, with one signal. */
export class AbortController {
  readonly #signal = makeSignal()

  get signal(): AbortSignal {
    return this.#signal
  }

  abort(reason?: unknown): void {
    stopSignal(this.#signal, reason)
  }
}
Object.defineProperty(AbortController.prototype, Symbol.toStringTag, { value: 'AbortController', configurable: true })
