/** What an event is called. */
export type Name = string | symbol
/** What hears an event; that of `once` carries the one it was given. */
export type Listener = ((this: unknown, ...args: unknown[]) => unknown) & { listener?: Listener }
/** An emitter as this module sees it. */
export interface Emitter {
  setMaxListeners(count: unknown): Emitter
  getMaxListeners(): number
  emit(name: Name, ...args: unknown[]): boolean
  addListener(name: Name, listener: unknown): Emitter
  prependListener(name: Name, listener: unknown): Emitter
  once(name: Name, listener: unknown): Emitter
  prependOnceListener(name: Name, listener: unknown): Emitter
  removeListener(name: Name, listener: unknown): Emitter
  removeAllListeners(...names: [Name?]): Emitter
  listeners(name: Name): Listener[]
  rawListeners(name: Name): Listener[]
  listenerCount(name: Name, listener?: unknown): number
  eventNames(): Name[]
  on(name: Name, listener: unknown): Emitter
  off(name: Name, listener: unknown): Emitter
}
