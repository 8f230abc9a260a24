import { withAbsent } from './absent.ts'
import { Crypto, webCrypto } from './crypto-random.ts'
import { DOMException } from './dom-exception.ts'
import { coded } from './errors.ts'
import { AbortController, AbortSignal, CustomEvent, Event, EventTarget } from './abort.ts'
import { TextDecoder, TextEncoder } from './encoding.ts'
import { host } from './host.ts'
import { structuredClone } from './structured-clone.ts'
import { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from './timers.ts'
import { URL } from './url.ts'
import { URLSearchParams } from './url-search-params.ts'
import { checkFunction } from './validate.ts'

/** `atob` or `btoa` of the host. */
const base64 = (name: 'atob' | 'btoa') =>
  function (...args: [text?: unknown]): string {
    if (args.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "input" argument must be specified')
    const made = host(name, String(args[0]))
    if (made === undefined) throw new DOMException('Invalid character', 'InvalidCharacterError')
    return made as string
  }
const [atob, btoa] = [base64('atob'), base64('btoa')]

let startedAt = Number(host('now'))

/** Set the start time of the program. */
export function startClock(): void {
  startedAt = Number(host('now'))
}

class Performance {
  get timeOrigin(): number {
    return startedAt
  }

  now(): number {
    return Number(host('now')) - startedAt
  }
}
withAbsent('performance', Performance.prototype)

/** `performance` of a program. */
export const performance = new Performance()

/** The handler of a failed microtask. Default: no-op. */
let reportFault: (error: unknown) => void = () => undefined
/** Set the listener for a microtask that fails. */
export function reportMicrotasks(report: (error: unknown) => void): void {
  reportFault = report
}

function queueMicrotask(callback: unknown): void {
  checkFunction(callback, 'callback')
  void Promise.resolve().then(() => {
    try {
      callback()
    } catch (error) {
      reportFault(error)
    }
  })
}

function fetch(): Promise<never> {
  const cause = new Error('the simulation has no network; use a real run')
  return Promise.reject(Object.assign(new TypeError('fetch failed'), { cause }))
}

/** The classes that Node shares with browsers. As globals, they are not enumerable. */
export const webGlobals = {
  AbortController,
  AbortSignal,
  CustomEvent,
  DOMException,
  Event,
  EventTarget,
  TextEncoder,
  TextDecoder,
  URL,
  URLSearchParams,
  Performance,
  Crypto,
}

/** The enumerable globals that Node shares with browsers, and Node's `setImmediate` and `clearImmediate`. */
export const listedGlobals = {
  clearImmediate,
  setImmediate,
  clearInterval,
  clearTimeout,
  setInterval,
  setTimeout,
  queueMicrotask,
  structuredClone,
  performance,
  fetch,
  atob,
  btoa,
  crypto: webCrypto,
}

/** The classes of the streams part, which is loaded if a program names one of them. */
export const lateGlobals = [
  ...['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest'],
  ...['ReadableByteStreamController', 'ReadableStreamDefaultController', 'TransformStream'],
  ...['TransformStreamDefaultController', 'WritableStream', 'WritableStreamDefaultController'],
  ...['WritableStreamDefaultWriter', 'ByteLengthQueuingStrategy', 'CountQueuingStrategy'],
]
