type Listener = (...details: readonly unknown[]) => void

/** The part of Node's `EventEmitter` that memfs uses, as a function, so that `EventEmitter.call(this)` works. */
export function EventEmitter(this: { listenersOf?: Map<string, Listener[]> }): void {
  this.listenersOf = new Map()
}

type Emitter = { listenersOf?: Map<string, Listener[]> }

function listenersOf(emitter: Emitter, name: string): Listener[] {
  const all = (emitter.listenersOf ??= new Map<string, Listener[]>())
  const list = all.get(name) ?? []
  all.set(name, list)
  return list
}

EventEmitter.prototype.on = function (this: Emitter, name: string, listener: Listener) {
  listenersOf(this, name).push(listener)
  return this
}
EventEmitter.prototype.addListener = EventEmitter.prototype.on
EventEmitter.prototype.once = EventEmitter.prototype.on
EventEmitter.prototype.removeListener = function (this: Emitter, name: string, listener: Listener) {
  const list = listenersOf(this, name)
  const at = list.indexOf(listener)
  if (at >= 0) list.splice(at, 1)
  return this
}
EventEmitter.prototype.off = EventEmitter.prototype.removeListener
EventEmitter.prototype.removeAllListeners = function (this: Emitter) {
  this.listenersOf?.clear()
  return this
}
EventEmitter.prototype.emit = function (this: Emitter, name: string, ...details: readonly unknown[]) {
  const list = [...listenersOf(this, name)]
  for (const listener of list) listener.apply(this, [...details])
  return list.length > 0
}
EventEmitter.prototype.listeners = function (this: Emitter, name: string) {
  return [...listenersOf(this, name)]
}
EventEmitter.prototype.setMaxListeners = function (this: Emitter) {
  return this
}

export default EventEmitter
