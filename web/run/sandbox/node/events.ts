type Listener = (...args: never[]) => unknown

/** `node:events`, the part that tools use. */
export class EventEmitter {
  static EventEmitter = EventEmitter
  #listeners = new Map<string | symbol, Listener[]>()

  on(name: string | symbol, listener: Listener): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    return this
  }

  addListener(name: string | symbol, listener: Listener): this {
    return this.on(name, listener)
  }

  once(name: string | symbol, listener: Listener): this {
    const once: Listener = (...args) => {
      this.off(name, once)
      return listener.apply(this, args)
    }
    return this.on(name, once)
  }

  off(name: string | symbol, listener: Listener): this {
    this.#listeners.set(
      name,
      (this.#listeners.get(name) ?? []).filter((known) => known !== listener),
    )
    return this
  }

  removeListener(name: string | symbol, listener: Listener): this {
    return this.off(name, listener)
  }

  removeAllListeners(name: string | symbol): this {
    this.#listeners.delete(name)
    return this
  }

  listenerCount(name: string | symbol): number {
    return this.#listeners.get(name)?.length ?? 0
  }

  emit(name: string | symbol, ...args: unknown[]): boolean {
    const listeners = this.#listeners.get(name) ?? []
    if (listeners.length === 0 && name === 'error') throw args[0]
    for (const listener of listeners) listener.apply(this, args as never[])
    return listeners.length > 0
  }
}

export function once(emitter: EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    emitter.once(name, (...args: unknown[]) => resolve(args))
    if (name !== 'error') emitter.once('error', reject)
  })
}
