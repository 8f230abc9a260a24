import { coded, invalidArgType } from './errors.ts'
import { nextTick } from './ticks.ts'

interface EventOptions {
  readonly bubbles?: boolean
  readonly cancelable?: boolean
  readonly composed?: boolean
}

interface Known {
  readonly listener: unknown
  readonly once: boolean
  readonly capture: boolean
}

/** What only a target does with an event. */
let sending: { begin(event: Event, target: unknown): void; end(event: Event): void }

/** An event of the web's kind. */
export class Event {
  readonly type: string
  readonly bubbles: boolean
  readonly cancelable: boolean
  readonly composed: boolean
  readonly timeStamp = performance.now()
  #prevented = false
  #target: unknown = null
  #phase = 0

  constructor(...given: [type?: unknown, options?: EventOptions | null]) {
    if (given.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "type" argument must be specified')
    const options = given[1] ?? {}
    if (typeof options !== 'object') throw invalidArgType('options', 'Object', options)
    this.type = String(given[0])
    this.bubbles = Boolean(options.bubbles)
    this.cancelable = Boolean(options.cancelable)
    this.composed = Boolean(options.composed)
  }

  get target(): unknown {
    return this.#target
  }

  get currentTarget(): unknown {
    return this.#phase === 0 ? null : this.#target
  }

  get eventPhase(): number {
    return this.#phase
  }

  get defaultPrevented(): boolean {
    return this.cancelable && this.#prevented
  }

  get isTrusted(): boolean {
    return false
  }

  composedPath(): unknown[] {
    return this.#phase === 0 ? [] : [this.#target]
  }

  preventDefault(): void {
    this.#prevented = true
  }

  /** There is no tree of targets through which it would go. */
  stopPropagation(): void {}

  stopImmediatePropagation(): void {
    this.halted = true
  }

  static {
    sending = {
      begin(event, target) {
        event.#target = target
        event.#phase = 2
      },
      end(event) {
        event.#phase = 0
      },
    }
  }

  declare halted: boolean
}
Object.defineProperty(Event.prototype, Symbol.toStringTag, { value: 'Event', configurable: true })
Object.defineProperty(Event.prototype, 'halted', { value: false, writable: true, enumerable: false })

/** `CustomEvent`: an event with a `detail`, null where none is given. */
export class CustomEvent extends Event {
  readonly detail: unknown

  constructor(type: unknown, options?: EventOptions & { readonly detail?: unknown }) {
    super(type, options)
    this.detail = options?.detail ?? null
  }
}

const registers = new WeakMap<object, Map<string, Known[]>>()

/** `EventTarget`, without a tree: an event goes to its target alone. */
export class EventTarget {
  constructor() {
    registers.set(this, new Map())
  }

  addEventListener(
    type: string,
    listener: unknown,
    options?: boolean | (AddEventListenerOptions & { signal?: AbortSignal }),
  ): void {
    const register = registerOf(this)
    const given = typeof options === 'object' && options !== null ? options : { capture: options === true }
    if (listener === undefined || listener === null) return
    if (typeof listener !== 'function' && typeof listener !== 'object')
      throw invalidArgType('listener', 'EventListener', listener)
    if (given.signal?.aborted === true) return
    const list = register.get(String(type)) ?? []
    const capture = given.capture === true
    if (list.some((known) => known.listener === listener && known.capture === capture)) return
    register.set(String(type), [...list, { listener, once: given.once === true, capture }])
    given.signal?.addEventListener('abort', () => this.removeEventListener(type, listener, options), { once: true })
  }

  removeEventListener(type: string, listener: unknown, options?: boolean | EventListenerOptions): void {
    const register = registerOf(this)
    const capture = typeof options === 'object' ? options?.capture === true : options === true
    const list = register.get(String(type)) ?? []
    register.set(
      String(type),
      list.filter((known) => known.listener !== listener || known.capture !== capture),
    )
  }

  dispatchEvent(event: unknown): boolean {
    const register = registerOf(this)
    if (!(event instanceof Event)) throw invalidArgType('event', 'Event', event)
    if (event.eventPhase !== 0)
      throw coded(Error, 'ERR_EVENT_RECURSION', `The event "${event.type}" is already being dispatched`)
    sending.begin(event, this)
    for (const known of register.get(event.type) ?? []) {
      if (!(register.get(event.type) ?? []).includes(known)) continue
      if (known.once) this.removeEventListener(event.type, known.listener, known.capture)
      try {
        const { listener } = known
        const result: unknown =
          typeof listener === 'function'
            ? listener.call(this, event)
            : (listener as { handleEvent(event: Event): unknown }).handleEvent(event)
        if (result instanceof Promise) result.then(undefined, throwLater)
      } catch (error) {
        throwLater(error)
      }
      if (event.halted) break
    }
    sending.end(event)
    return !event.defaultPrevented
  }
}
Object.defineProperty(EventTarget.prototype, Symbol.toStringTag, { value: 'EventTarget', configurable: true })

function throwLater(error: unknown): void {
  nextTick(() => {
    throw error
  })
}

function registerOf(target: object): Map<string, Known[]> {
  const register = registers.get(target)
  if (register === undefined) throw coded(TypeError, 'ERR_INVALID_THIS', 'Value of "this" must be of type EventTarget')
  return register
}
