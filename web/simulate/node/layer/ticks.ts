import { checkFunction } from './validate.ts'

let ticks: (() => void)[] = []

/** `process.nextTick`: runs a callback before the next turn and before promise jobs. */
export function nextTick(callback: unknown, ...args: unknown[]): void {
  checkFunction(callback, 'callback')
  ticks.push(() => callback(...args))
}

/** Whether any ticks are queued. */
export function hasTicks(): boolean {
  return ticks.length > 0
}

/**
 * Run all queued ticks, including ticks that they queue. The error of a tick is reported, and the remaining ticks still
 * run.
 */
export function runTicks(report: (error: unknown) => void): void {
  while (ticks.length > 0) {
    const batch = ticks
    ticks = []
    for (const [index, tick] of batch.entries()) {
      try {
        tick()
      } catch (error) {
        report(error)
        ticks = [...batch.slice(index + 1), ...ticks]
        break
      }
    }
  }
}
