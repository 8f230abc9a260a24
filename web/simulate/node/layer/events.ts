import { targetListeners } from './event-target.ts'
import type { Emitter, Listener, Name } from './emitter.ts'
import { isEmitter, isTarget, on, once } from './events-waiting.ts'
import { disposal } from './disposal.ts'
import { coded, invalidArgType } from './errors.ts'
import { inspect } from './inspect.ts'
import { nextTick } from './ticks.ts'
import { checkBoolean, checkFunction, checkNumber, checkSignal } from './validate.ts'

type Listeners = Record<Name, Listener | Listener[] | undefined>

const captures = Symbol('kCapture')
/** A field of Node's own that shows in each emitter, whose place is not used here. */
const shaped = Symbol('shapeMode')
const rejection = Symbol.for('nodejs.rejection')
const errorMonitor = Symbol('events.errorMonitor')

let defaultMax = 10
let captureByDefault = false

/** The fields that Node keeps on every emitter, under its names: programs look at them. */
interface Fields {
  _events: Listeners
  _eventsCount: number
  _maxListeners: number | undefined
  [shaped]?: boolean
  [captures]?: boolean
}

function fieldsOf(emitter: unknown): Fields {
  const fields = emitter as Fields & { __proto__: Partial<Fields> }
  const inherited = Object.getPrototypeOf(fields) as Partial<Fields> | null
  if (fields._events === undefined || fields._events === inherited?._events) {
    fields._events = Object.create(null) as Listeners
    fields._eventsCount = 0
  }
  return fields
}

function listOf(listeners: Listener | Listener[] | undefined): Listener[] {
  return listeners === undefined ? [] : typeof listeners === 'function' ? [listeners] : listeners
}

/** `node:events`. A function and no class, for programs call it on objects of their own. */
export function EventEmitter(this: unknown, options?: { readonly captureRejections?: unknown }): void {
  EventEmitter.init.call(this, options)
}

EventEmitter.init = function (this: unknown, options?: { readonly captureRejections?: unknown }): void {
  const fields = fieldsOf(this)
  fields[shaped] = false
  fields._maxListeners ||= undefined
  if (options?.captureRejections !== undefined) {
    checkBoolean(options.captureRejections, 'options.captureRejections')
    fields[captures] = options.captureRejections
  } else fields[captures] = captureByDefault
}

function add(emitter: Emitter, name: Name, listener: unknown, first: boolean): Emitter {
  checkFunction(listener, 'listener')
  const fields = fieldsOf(emitter)
  if (fields._events.newListener !== undefined)
    emitter.emit('newListener', name, (listener as Listener).listener ?? listener)
  const known = fields._events[name]
  if (known === undefined) {
    fields._events[name] = listener as Listener
    fields._eventsCount++
    return emitter
  }
  const list = typeof known === 'function' ? [known] : known
  fields._events[name] = list
  if (first) list.unshift(listener as Listener)
  else list.push(listener as Listener)
  const most = emitter.getMaxListeners()
  if (most > 0 && list.length > most && !('warned' in list)) {
    Object.defineProperty(list, 'warned', { value: true, enumerable: false })
    const text =
      `Possible EventEmitter memory leak detected. ${list.length} ${String(name)} listeners added to ` +
      `${inspect(emitter, { depth: -1 })}. MaxListeners is ${most}. Use emitter.setMaxListeners() to increase limit`
    warn(
      Object.assign(new Error(text), { name: 'MaxListenersExceededWarning', emitter, type: name, count: list.length }),
    )
  }
  return emitter
}

function warn(warning: Error): void {
  const { process } = globalThis as unknown as { process: { emitWarning(warning: Error): void } }
  process.emitWarning(warning)
}

function onceOf(emitter: Emitter, name: Name, listener: unknown): Listener {
  checkFunction(listener, 'listener')
  let fired = false
  const wrapped: Listener = function (...args) {
    if (fired) return undefined
    fired = true
    emitter.removeListener(name, wrapped)
    return (listener as Listener).apply(emitter, args)
  }
  wrapped.listener = listener as Listener
  return wrapped
}

const methods: Emitter = {
  setMaxListeners(this: Emitter, count: unknown): Emitter {
    checkNumber(count, 'setMaxListeners', 0)
    fieldsOf(this)._maxListeners = count
    return this
  },
  getMaxListeners(this: Emitter): number {
    return (this as unknown as Fields)._maxListeners ?? defaultMax
  },
  emit(this: Emitter, name: Name, ...args: unknown[]): boolean {
    const { _events: events, [captures]: capturing } = this as unknown as Partial<Fields>
    if (name === 'error') {
      if (events?.[errorMonitor] !== undefined) this.emit(errorMonitor, ...args)
      if (events?.error === undefined) throw unhandledError(args[0])
    }
    const known = events?.[name]
    if (known === undefined) return false
    if (typeof known === 'function') settle(this, name, args, known.apply(this, args), capturing)
    else for (const listener of [...known]) settle(this, name, args, listener.apply(this, args), capturing)
    return true
  },
  addListener(this: Emitter, name: Name, listener: unknown): Emitter {
    return add(this, name, listener, false)
  },
  prependListener(this: Emitter, name: Name, listener: unknown): Emitter {
    return add(this, name, listener, true)
  },
  once(this: Emitter, name: Name, listener: unknown): Emitter {
    return this.on(name, onceOf(this, name, listener))
  },
  prependOnceListener(this: Emitter, name: Name, listener: unknown): Emitter {
    return this.prependListener(name, onceOf(this, name, listener))
  },
  removeListener(this: Emitter, name: Name, listener: unknown): Emitter {
    checkFunction(listener, 'listener')
    const { _events: events } = this as unknown as Partial<Fields>
    const list = [...listOf(events?.[name])]
    const at = list.findLastIndex((known) => known === listener || known.listener === listener)
    if (events === undefined || at < 0) return this
    const [gone] = list.splice(at, 1)
    keep(this, name, list)
    if (events.removeListener !== undefined) this.emit('removeListener', name, gone?.listener ?? listener)
    return this
  },
  removeAllListeners(this: Emitter, ...names: [Name?]): Emitter {
    const fields = this as unknown as Fields
    if (fields._events === undefined) return this
    if (fields._events.removeListener !== undefined) {
      const gone =
        names.length > 0
          ? names
          : [...Reflect.ownKeys(fields._events).filter((name) => name !== 'removeListener'), 'removeListener']
      for (const name of gone as Name[])
        for (const listener of [...listOf(fields._events[name])].reverse()) this.removeListener(name, listener)
    }
    if (names.length > 0) keep(this, names[0] as Name, [])
    else {
      fields._events = Object.create(null) as Listeners
      fields._eventsCount = 0
    }
    return this
  },
  listeners(this: Emitter, name: Name): Listener[] {
    return this.rawListeners(name).map((known) => known.listener ?? known)
  },
  rawListeners(this: Emitter, name: Name): Listener[] {
    return [...listOf((this as unknown as Partial<Fields>)._events?.[name])]
  },
  listenerCount(this: Emitter, name: Name, listener?: unknown): number {
    const list = listOf((this as unknown as Partial<Fields>)._events?.[name])
    if (listener === undefined || listener === null) return list.length
    return list.filter((known) => known === listener || known.listener === listener).length
  },
  eventNames(this: Emitter): Name[] {
    return Reflect.ownKeys((this as unknown as Partial<Fields>)._events ?? {})
  },
  on(this: Emitter, name: Name, listener: unknown): Emitter {
    return add(this, name, listener, false)
  },
  off(this: Emitter, name: Name, listener: unknown): Emitter {
    return this.removeListener(name, listener)
  },
}
methods.on = methods.addListener
methods.off = methods.removeListener

function keep(emitter: unknown, name: Name, list: Listener[]): void {
  const fields = emitter as Fields
  const first = list[0]
  if (first === undefined) {
    if (fields._events[name] !== undefined) fields._eventsCount--
    Reflect.deleteProperty(fields._events, name)
  } else fields._events[name] = list.length === 1 ? first : list
}

for (const [name, value] of Object.entries(methods)) {
  Object.defineProperty(EventEmitter.prototype, name, { value, enumerable: true, writable: true, configurable: true })
}
Object.assign(EventEmitter.prototype, { _events: undefined, _eventsCount: 0, _maxListeners: undefined })
Object.defineProperty(EventEmitter.prototype, captures, { value: false, writable: true, enumerable: false })

function unhandledError(value: unknown): unknown {
  if (value instanceof Error) return value
  let shown: string
  try {
    shown = inspect(value)
  } catch {
    shown = String(value)
  }
  return Object.assign(coded(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${shown})`), { context: value })
}

/** What a listener's promise becomes, where the emitter wants to know of its failure. */
function settle(emitter: Emitter, name: Name, args: unknown[], result: unknown, capturing: boolean | undefined): void {
  if (capturing !== true || result === undefined || result === null) return
  const { then } = result as { then?: unknown }
  if (typeof then !== 'function') return
  ;(result as Promise<unknown>).then(undefined, (error: unknown) => {
    nextTick(() => {
      const own = (emitter as unknown as Record<symbol, unknown>)[rejection]
      if (typeof own === 'function') return void own.call(emitter, error, name, ...args)
      const fields = emitter as unknown as Fields
      fields[captures] = false
      try {
        emitter.emit('error', error)
      } finally {
        fields[captures] = true
      }
    })
  })
}

/** How many listeners targets of events may have before it is warned of. */
const targetMaxima = new WeakMap<object, number>()

const statics = {
  once,
  on,
  getEventListeners(emitter: unknown, name: Name): unknown[] {
    if (isEmitter(emitter)) return emitter.listeners(name)
    if (isTarget(emitter)) return targetListeners(emitter, String(name))
    throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], emitter)
  },
  getMaxListeners(emitter: unknown): number {
    if (isEmitter(emitter)) return emitter.getMaxListeners()
    if (isTarget(emitter)) return targetMaxima.get(emitter) ?? defaultMax
    throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], emitter)
  },
  setMaxListeners(count: number = defaultMax, ...emitters: unknown[]): void {
    checkNumber(count, 'setMaxListeners', 0)
    if (emitters.length === 0) defaultMax = count
    for (const emitter of emitters) {
      if (isEmitter(emitter)) emitter.setMaxListeners(count)
      else if (isTarget(emitter)) targetMaxima.set(emitter, count)
      else throw invalidArgType('eventTargets', ['EventEmitter', 'EventTarget'], emitter)
    }
  },
  listenerCount: (emitter: Emitter, name: Name): number => emitter.listenerCount(name),
  addAbortListener(signal: AbortSignal, listener: () => void): object {
    if (signal === undefined) throw invalidArgType('signal', 'AbortSignal', signal)
    checkSignal(signal, 'signal')
    checkFunction(listener, 'listener')
    if (signal.aborted) queueMicrotask(() => listener())
    else signal.addEventListener('abort', listener, { once: true })
    return { [disposal.dispose]: () => signal.removeEventListener('abort', listener) }
  },
  EventEmitter,
  usingDomains: false,
  captureRejectionSymbol: rejection,
  errorMonitor,
}
Object.assign(EventEmitter, statics)
Object.defineProperties(EventEmitter, {
  captureRejections: {
    get: () => captureByDefault,
    set(value: unknown) {
      checkBoolean(value, 'EventEmitter.captureRejections')
      captureByDefault = value
    },
    enumerable: true,
  },
  defaultMaxListeners: {
    get: () => defaultMax,
    set(count: unknown) {
      checkNumber(count, 'defaultMaxListeners', 0)
      defaultMax = count
    },
    enumerable: true,
  },
})

/** The emitter as a class to extend. */
export const EmitterClass = EventEmitter as unknown as new () => Emitter
