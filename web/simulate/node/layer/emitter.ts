/** The name of an event. */
export type Name = string | symbol
/** A listener of an event. */
type Listener = (...args: never[]) => unknown

/** The methods of an emitter that the sandbox uses. */
export interface Emitter {
  emit(name: Name, ...args: unknown[]): boolean
  on(name: Name, listener: Listener): this
  off(name: Name, listener: Listener): this
  once(name: Name, listener: Listener): this
  removeListener(name: Name, listener: Listener): this
  listeners(name: Name): Listener[]
  listenerCount(name: Name, listener?: unknown): number
  getMaxListeners(): number
  setMaxListeners(count: number): this
}
