import { DOMException } from './dom-exception.ts'
import { Event, EventTarget, getEventAttributeValue, setEventAttributeValue } from './event-target.ts'
import { setTimeout } from './timers.ts'
import { checkNumber, illegalConstructor } from './validate.ts'

/** The error for operations with an aborted signal. */
export function abortError(cause?: unknown): Error {
  const error = new Error('The operation was aborted', cause === undefined ? undefined : { cause })
  error.name = 'AbortError'
  return Object.assign(error, { code: 'ABORT_ERR' })
}

let making = false
let makeSignal: () => AbortSignal
let stopSignal: (signal: AbortSignal, reason: unknown) => void

/** `AbortSignal`. Only its controller and its static functions can create one. */
export class AbortSignal extends EventTarget {
  #aborted = false
  #reason: unknown

  constructor() {
    super()
    if (!making) throw illegalConstructor()
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
    makeSignal = () => {
      making = true
      const signal = new AbortSignal()
      making = false
      return signal
    }
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
