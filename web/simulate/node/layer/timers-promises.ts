import { invalidArgType } from './errors.ts'
import { abortError } from './abort.ts'
import { clearImmediate, setImmediate, setTimeout } from './timers.ts'
import { checkObject, checkSignal } from './validate.ts'

const customPromisify = Symbol.for('nodejs.util.promisify.custom')

interface WaitOptions {
  readonly signal?: AbortSignal
  readonly ref?: boolean
}

interface Waiting {
  stop(): void
  unref(): unknown
}

function wait<T>(options: unknown, begin: (done: () => void) => Waiting, value: T): Promise<T> {
  try {
    checkWaitOptions(options)
  } catch (error) {
    return Promise.reject(error as Error)
  }
  const { signal, ref } = options ?? {}
  if (signal?.aborted === true) return Promise.reject(abortError(signal.reason))
  let aborted = (): void => undefined
  const waiting = new Promise<T>((resolve, reject) => {
    const handle = begin(() => resolve(value))
    if (ref === false) handle.unref()
    aborted = (): void => {
      handle.stop()
      reject(abortError(signal?.reason))
    }
  })
  if (signal === undefined) return waiting
  signal.addEventListener('abort', aborted, { once: true })
  return waiting.finally(() => signal.removeEventListener('abort', aborted))
}

function checkWaitOptions(options: unknown): asserts options is WaitOptions | undefined {
  if (options === undefined) return
  checkObject(options, 'options')
  const { signal, ref } = options as { readonly signal?: unknown; readonly ref?: unknown }
  checkSignal(signal, 'options.signal')
  if (ref !== undefined && typeof ref !== 'boolean') throw invalidArgType('options.ref', 'boolean', ref)
}

/** `node:timers/promises`. */
export const timersPromises = {
  setTimeout<T>(delay?: number, value?: T, options?: unknown): Promise<T | undefined> {
    const begin = (done: () => void): Waiting => {
      const timer = setTimeout(done, delay)
      return { stop: () => void timer.close(), unref: () => timer.unref() }
    }
    return wait(options, begin, value)
  },
  setImmediate<T>(value?: T, options?: unknown): Promise<T | undefined> {
    const begin = (done: () => void): Waiting => {
      const immediate = setImmediate(done)
      return { stop: () => clearImmediate(immediate), unref: () => immediate.unref() }
    }
    return wait(options, begin, value)
  },
  async *setInterval<T>(delay?: number, value?: T, options?: unknown): AsyncGenerator<T | undefined> {
    for (;;) yield await timersPromises.setTimeout(delay, value, options)
  },
  scheduler: {
    wait: (delay: number, options?: unknown) => timersPromises.setTimeout(delay, undefined, options),
    yield: () => timersPromises.setImmediate(),
  },
}

for (const [call, promised] of [
  [setTimeout, timersPromises.setTimeout],
  [setImmediate, timersPromises.setImmediate],
] as const) {
  Object.defineProperty(call, customPromisify, { get: () => promised, enumerable: true })
}
