import { host } from './host.ts'
import { checkFunction } from './validate.ts'

const longest = 2 ** 31 - 1

const timers = new Map<number, Timeout>()
const immediates = new Map<Immediate, () => unknown>()
let count = 0

/** Access to the private members of a timer: its due time in milliseconds, and the function that runs it. */
let dueOf: (timer: Timeout) => number
let fire: (timer: Timeout) => void

/** A timer or immediate, which keeps the program alive unless `unref` is called. */
class Handle {
  #kept = true

  ref(): this {
    this.#kept = true
    return this
  }

  unref(): this {
    this.#kept = false
    return this
  }

  hasRef(): boolean {
    return this.#kept
  }
}

/** The result of `setTimeout`, with the fields that programs read. */
export class Timeout extends Handle {
  _idleTimeout: number
  _onTimeout: ((...args: unknown[]) => unknown) | null
  _timerArgs: unknown[] | undefined
  _repeat: number | null
  _destroyed = false
  readonly #id = ++count
  #due = 0

  constructor(callback: (...args: unknown[]) => unknown, delay: unknown, repeat: boolean, args: unknown[]) {
    super()
    const ms = Number(delay)
    const fits = ms >= 1 && ms <= longest
    if (ms > longest) warnOverflow(ms)
    this._idleTimeout = fits ? ms : 1
    this._onTimeout = callback
    this._timerArgs = args.length > 0 ? args : undefined
    this._repeat = repeat ? this._idleTimeout : null
    this.#arm()
  }

  refresh(): this {
    if (!this._destroyed) this.#arm()
    return this
  }

  close(): this {
    this._destroyed = true
    this._onTimeout = null
    this._idleTimeout = -1
    timers.delete(this.#id)
    return this
  }

  [Symbol.toPrimitive](): number {
    return this.#id
  }

  #arm(): void {
    this.#due = Number(host('now')) + Math.trunc(this._idleTimeout)
    timers.delete(this.#id)
    timers.set(this.#id, this)
  }

  static {
    dueOf = (timer) => timer.#due
    fire = (timer) => {
      const { _onTimeout: callback, _repeat: repeat } = timer
      if (repeat === null) timers.delete(timer.#id)
      try {
        if (callback !== null) Reflect.apply(callback, timer, timer._timerArgs ?? [])
      } finally {
        if (timer._repeat !== null && !timer._destroyed) {
          timer._idleTimeout = timer._repeat
          timer.#arm()
        } else if (timer.#due <= Number(host('now')) && !timers.has(timer.#id)) timer._destroyed = true
      }
    }
  }
}

class Immediate extends Handle {
  _destroyed = false
}

function warnOverflow(ms: number): void {
  const { process } = globalThis as unknown as { process: { emitWarning(text: string, kind: string): void } }
  process.emitWarning(
    `${ms} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`,
    'TimeoutOverflowWarning',
  )
}

/** `setTimeout`. The delay is in milliseconds. */
export function setTimeout(callback: unknown, delay?: unknown, ...args: unknown[]): Timeout {
  checkFunction(callback, 'callback')
  return new Timeout(callback, delay, false, args)
}

/** `setInterval`. The delay is in milliseconds. */
export function setInterval(callback: unknown, delay?: unknown, ...args: unknown[]): Timeout {
  checkFunction(callback, 'callback')
  return new Timeout(callback, delay, true, args)
}

/** `setImmediate`: runs the callback after the timers that are due. */
export function setImmediate(callback: unknown, ...args: unknown[]): Immediate {
  checkFunction(callback, 'callback')
  const immediate = new Immediate()
  immediates.set(immediate, () => Reflect.apply(callback, immediate, args))
  return immediate
}

/** `clearTimeout` for both kinds of timers, or for a timer's number. Ignores other values. */
export function clearTimeout(timer?: unknown): void {
  if (timer instanceof Timeout) timer.close()
  else if (typeof timer === 'number' || typeof timer === 'string') timers.get(Number(timer))?.close()
}

/** `clearInterval` for both kinds of timers. */
export function clearInterval(timer?: unknown): void {
  clearTimeout(timer)
}

/** `clearImmediate`. */
export function clearImmediate(immediate?: unknown): void {
  if (!(immediate instanceof Immediate)) return
  immediate._destroyed = true
  immediates.delete(immediate)
}

let ready: Timeout[] = []
let round: Immediate[] = []

/**
 * Run one due timer or immediate. Returns the milliseconds until the next turn; undefined if nothing keeps the program
 * alive.
 */
export function turn(report: (error: unknown) => void): number | undefined {
  const attempt = (action: () => unknown): number => {
    try {
      action()
    } catch (error) {
      report(error)
    }
    return 0
  }
  const now = Number(host('now'))
  if (round.length === 0 && ready.length === 0) {
    ready = [...timers.values()].filter((timer) => dueOf(timer) <= now).sort((a, b) => dueOf(b) - dueOf(a) || +b - +a)
    if (ready.length === 0) round = nextRound()
  }
  for (let timer = ready.pop(); timer !== undefined; timer = ready.pop()) {
    const next = timer
    if (timers.get(+next) !== next || dueOf(next) > now) continue
    if (ready.length === 0) round = nextRound()
    return attempt(() => fire(next))
  }
  for (let immediate = round.pop(); immediate !== undefined; immediate = round.pop()) {
    const callback = immediates.get(immediate)
    if (callback === undefined) continue
    immediates.delete(immediate)
    return attempt(callback)
  }
  if (isKept(immediates.keys())) return 0
  if (!isKept(timers.values())) return undefined
  // While one timer keeps the program alive, the other timers also run.
  return Math.max(0, Math.min(...[...timers.values()].map(dueOf)) - now)
}

function isKept(all: Iterable<{ hasRef(): boolean }>): boolean {
  return [...all].some((item) => item.hasRef())
}

/** The immediates of the next round in reverse order; none if no immediate or timer keeps the program alive. */
function nextRound(): Immediate[] {
  return isKept(immediates.keys()) || isKept(timers.values()) ? [...immediates.keys()].reverse() : []
}

for (const call of [setTimeout, setInterval]) Object.defineProperty(call, 'length', { value: 5, configurable: true })
Object.defineProperty(setImmediate, 'length', { value: 4, configurable: true })
