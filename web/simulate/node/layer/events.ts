// @ts-expect-error: the package has no types; the types that the sandbox uses are declared here
import Package from 'events/events.js'
import { notSimulated, withAbsent } from './absent.ts'
import type { Emitter, Name } from './events-waiting.ts'
import { coded, invalidArgType } from './errors.ts'
import { isEmitter, isTarget, once } from './events-waiting.ts'
import { inspect } from './inspect.ts'

interface Library {
  readonly prototype: Emitter
  init(this: Emitter): void
  defaultMaxListeners: number
}

const library = Package as Library

/** Private symbols that are visible in each emitter in Node. The simulation does not use them. */
const [shaped, captures] = [Symbol('shapeMode'), Symbol('kCapture')]

/**
 * `node:events`, from a package with Node's code. This is a function instead of a class, because programs call it on
 * their own objects.
 */
export function EventEmitter(this: Emitter, options?: { readonly captureRejections?: unknown }): void {
  if (options?.captureRejections)
    throw notSimulated('captureRejections', 'simulated emitters do not await their listeners')
  EventEmitter.init.call(this)
}
EventEmitter.prototype = library.prototype
EventEmitter.init = function (this: Emitter): void {
  library.init.call(this)
  Object.assign(this, { [shaped]: false, [captures]: false })
}

const errorMonitor = Symbol('events.errorMonitor')
const { emit } = library.prototype

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

library.prototype.emit = function (this: Emitter, name: Name, ...args: unknown[]): boolean {
  if (name === 'error') {
    if (this.listenerCount(errorMonitor) > 0) emit.call(this, errorMonitor, ...args)
    if (this.listenerCount('error') === 0) throw unhandledError(args[0])
  }
  return this.listenerCount(name) > 0 && emit.call(this, name, ...args)
}

const { listenerCount } = library.prototype
library.prototype.listenerCount = function (this: Emitter, name: Name, listener?: unknown): number {
  if (listener === undefined) return listenerCount.call(this, name)
  return this.listeners(name).filter((each) => each === listener).length
}

const statics = {
  EventEmitter,
  once,
  setMaxListeners(count: number = library.defaultMaxListeners, ...emitters: unknown[]): void {
    if (emitters.length === 0) library.defaultMaxListeners = count
    for (const emitter of emitters) {
      if (isEmitter(emitter)) emitter.setMaxListeners(count)
      else if (!isTarget(emitter)) throw invalidArgType('eventTargets', ['EventEmitter', 'EventTarget'], emitter)
    }
  },
  listenerCount: (emitter: Emitter, name: Name): number => emitter.listenerCount(name),
  captureRejections: false,
  captureRejectionSymbol: Symbol.for('nodejs.rejection'),
  errorMonitor,
  usingDomains: false,
}
Object.assign(EventEmitter, withAbsent('events', statics))
Object.defineProperty(EventEmitter, 'defaultMaxListeners', {
  ...Object.getOwnPropertyDescriptor(library, 'defaultMaxListeners'),
})
Object.defineProperty(EventEmitter.prototype, 'constructor', {
  value: EventEmitter,
  writable: true,
  configurable: true,
})

/** The emitter as a class to extend. */
export const EmitterClass = EventEmitter as unknown as new () => Emitter
