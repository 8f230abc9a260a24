import type { EventEmitter as Emitter } from 'node:events'
import { abortError } from './abort.ts'
import { invalidArgType } from './errors.ts'
import { checkSignal } from './validate.ts'

/** The name of an event. */
export type Name = string | symbol

type Options = { readonly signal?: AbortSignal } | undefined

export type { Emitter }

/** Whether a value has the methods of `EventTarget`. */
export function isTarget(value: unknown): value is EventTarget {
  return typeof (value as Partial<EventTarget> | null)?.addEventListener === 'function'
}

/** Whether a value has the methods of `EventEmitter`. */
export function isEmitter(value: unknown): value is Emitter {
  return typeof (value as Partial<Emitter> | null)?.on === 'function'
}

/** Listen for an event, errors and the abort of a signal. Returns a function that removes the listeners. */
function listen(
  emitter: unknown,
  name: Name,
  signal: AbortSignal | undefined,
  take: (...args: unknown[]) => void,
  fail: (error: unknown) => void,
): () => void {
  checkSignal(signal, 'options.signal')
  if (signal?.aborted === true) throw abortError(signal.reason)
  const aborted = (): void => fail(abortError(signal?.reason))
  if (isTarget(emitter)) emitter.addEventListener(String(name), take)
  else if (isEmitter(emitter)) {
    emitter.on(name, take)
    if (name !== 'error') emitter.on('error', fail)
  } else throw invalidArgType('emitter', 'EventEmitter', emitter)
  signal?.addEventListener('abort', aborted, { once: true })
  return () => {
    signal?.removeEventListener('abort', aborted)
    if (isTarget(emitter)) return emitter.removeEventListener(String(name), take)
    emitter.removeListener(name, take)
    if (name !== 'error') emitter.removeListener('error', fail)
  }
}

/** The next event with a name. Rejects if an error or the abort of the signal occurs before it. */
export async function once(emitter: unknown, name: Name, options?: Options): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const take = (...args: unknown[]): void => {
      stop()
      resolve(args)
    }
    const fail = (error: unknown): void => {
      stop()
      reject(error as Error)
    }
    const stop = listen(emitter, name, options?.signal, take, fail)
  })
}
