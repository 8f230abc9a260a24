import { host } from './host.ts'

type Callback = (...args: never[]) => unknown

interface Timer {
  readonly id: number
  readonly callback: Callback
  readonly args: readonly unknown[]
  readonly every: number | undefined
  due: number
  kept: boolean
}

const timers = new Map<number, Timer>()
const immediates = new Map<number, () => unknown>()
const ticks: (() => void)[] = []
let count = 0

/** Run what `process.nextTick` queued. */
export function runTicks(): void {
  for (let tick = ticks.shift(); tick !== undefined; tick = ticks.shift()) tick()
}

export function nextTick(callback: Callback, ...args: unknown[]): void {
  ticks.push(() => callback(...(args as never[])))
  // A job of its own, so that a tick queued by a job is not forgotten when no other turn follows.
  void Promise.resolve().then(runTicks)
}

class Timeout {
  readonly #id: number
  constructor(id: number) {
    this.#id = id
  }

  ref(): this {
    this.#keep(true)
    return this
  }

  unref(): this {
    this.#keep(false)
    return this
  }

  hasRef(): boolean {
    return timers.get(this.#id)?.kept ?? false
  }

  [Symbol.toPrimitive](): number {
    return this.#id
  }

  #keep(kept: boolean): void {
    const timer = timers.get(this.#id)
    if (timer !== undefined) timer.kept = kept
  }
}

function start(callback: Callback, delay: unknown, repeat: boolean, args: readonly unknown[]): Timeout {
  if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function.')
  const id = ++count
  const ms = Math.max(1, Math.min(Number(delay) || 1, 0x7fffffff))
  timers.set(id, { id, callback, args, every: repeat ? ms : undefined, due: Number(host('now')) + ms, kept: true })
  return new Timeout(id)
}

export function setTimeout(callback: Callback, delay?: number, ...args: unknown[]): Timeout {
  return start(callback, delay, false, args)
}

export function setInterval(callback: Callback, delay?: number, ...args: unknown[]): Timeout {
  return start(callback, delay, true, args)
}

export function clearTimer(timer: unknown): void {
  if (timer !== undefined && timer !== null) timers.delete(Number(timer))
}

export function setImmediate(callback: Callback, ...args: unknown[]): number {
  const id = ++count
  immediates.set(id, () => callback(...(args as never[])))
  return id
}

export function clearImmediate(id: unknown): void {
  immediates.delete(Number(id))
}

let ready: Timer[] = []

/** One timer or immediate whose time has come. Milliseconds to wait for the next, or undefined when none is left. */
export function turn(report: (error: unknown) => void): number | undefined {
  const now = Number(host('now'))
  if (ready.length === 0) {
    ready = [...timers.values()].filter((timer) => timer.due <= now).sort((a, b) => b.due - a.due || b.id - a.id)
  }
  for (let timer = ready.pop(); timer !== undefined; timer = ready.pop()) {
    const next = timer
    if (timers.get(next.id) !== next) continue
    if (next.every === undefined) timers.delete(next.id)
    else next.due = now + next.every
    attempt(() => next.callback(...(next.args as never[])), report)
    return 0
  }
  const first = immediates.entries().next().value
  if (first !== undefined) {
    immediates.delete(first[0])
    attempt(first[1], report)
    return 0
  }
  let soonest = Infinity
  for (const timer of timers.values()) if (timer.kept) soonest = Math.min(soonest, timer.due)
  return soonest === Infinity ? undefined : Math.max(0, soonest - now)
}

function attempt(action: () => unknown, report: (error: unknown) => void): void {
  try {
    const result = action()
    if (result instanceof Promise) result.then(undefined, report)
    runTicks()
  } catch (error) {
    report(error)
  }
}
