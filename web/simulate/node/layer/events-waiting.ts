import { abortError } from './abort.ts'
import type { Emitter, Name } from './emitter.ts'
import { invalidArgType } from './errors.ts'
import { checkSignal } from './validate.ts'

type Options = { readonly signal?: AbortSignal } | undefined

/** Whether something gives events as the web does. */
export function isTarget(value: unknown): value is EventTarget {
  return typeof (value as Partial<EventTarget> | null)?.addEventListener === 'function'
}

/** Whether something gives events as Node does. */
export function isEmitter(value: unknown): value is Emitter {
  return typeof (value as Partial<Emitter> | null)?.on === 'function'
}

/** The next event of a name, or the error that comes before it. */
export async function once(emitter: unknown, name: Name, options?: Options): Promise<unknown[]> {
  const signal = options?.signal
  checkSignal(signal, 'options.signal')
  if (signal?.aborted === true) throw abortError(signal.reason)
  return new Promise((resolve, reject) => {
    const done = (...args: unknown[]): void => {
      stop()
      resolve(args)
    }
    const failed = (error: unknown): void => {
      stop()
      reject(error as Error)
    }
    const aborted = (): void => failed(abortError(signal?.reason))
    const stop = (): void => {
      signal?.removeEventListener('abort', aborted)
      if (isTarget(emitter)) return emitter.removeEventListener(String(name), done)
      ;(emitter as Emitter).removeListener(name, done)
      if (name !== 'error') (emitter as Emitter).removeListener('error', failed)
    }
    if (isTarget(emitter)) emitter.addEventListener(String(name), done, { once: true })
    else if (isEmitter(emitter)) {
      emitter.once(name, done)
      if (name !== 'error') emitter.once('error', failed)
    } else throw invalidArgType('emitter', 'EventEmitter', emitter)
    signal?.addEventListener('abort', aborted, { once: true })
  })
}

/** The events of a name, one after the other, for `for await`. */
export function on(emitter: unknown, name: Name, options?: Options & { readonly close?: readonly Name[] }): object {
  const signal = options?.signal
  checkSignal(signal, 'options.signal')
  if (signal?.aborted === true) throw abortError(signal.reason)
  const events: unknown[][] = []
  const waiting: { resolve(value: IteratorResult<unknown>): void; reject(error: unknown): void }[] = []
  let error: { readonly reason: unknown } | undefined
  let closed = false
  const take = (...args: unknown[]): void => {
    const next = waiting.shift()
    if (next === undefined) events.push(args)
    else next.resolve({ value: args, done: false })
  }
  const fail = (reason: unknown): void => {
    const next = waiting.shift()
    if (next === undefined) error = { reason }
    else next.reject(reason)
    void close()
  }
  const aborted = (): void => fail(abortError(signal?.reason))
  const close = (): Promise<IteratorResult<unknown>> => {
    closed = true
    signal?.removeEventListener('abort', aborted)
    if (isTarget(emitter)) emitter.removeEventListener(String(name), take)
    else {
      ;(emitter as Emitter).removeListener(name, take)
      ;(emitter as Emitter).removeListener('error', fail)
      for (const end of options?.close ?? []) (emitter as Emitter).removeListener(end, close)
    }
    for (const next of waiting.splice(0)) next.resolve({ value: undefined, done: true })
    return Promise.resolve({ value: undefined, done: true })
  }
  if (isTarget(emitter)) emitter.addEventListener(String(name), take)
  else if (isEmitter(emitter)) {
    emitter.on(name, take)
    if (name !== 'error') emitter.on('error', fail)
    for (const end of options?.close ?? []) emitter.on(end, close)
  } else throw invalidArgType('emitter', 'EventEmitter', emitter)
  signal?.addEventListener('abort', aborted, { once: true })
  return {
    next(): Promise<IteratorResult<unknown>> {
      const event = events.shift()
      if (event !== undefined) return Promise.resolve({ value: event, done: false })
      if (error !== undefined) {
        const { reason } = error
        error = undefined
        return Promise.reject(reason as Error)
      }
      if (closed) return Promise.resolve({ value: undefined, done: true })
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    return: close,
    throw(reason: unknown): void {
      if (!(reason instanceof Error)) throw invalidArgType('EventEmitter.AsyncIterator', 'Error', reason)
      fail(reason)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
