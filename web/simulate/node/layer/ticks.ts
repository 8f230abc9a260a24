import { checkFunction } from './validate.ts'

let ticks: (() => void)[] = []

/** `process.nextTick`: before the next turn, and before what promises have queued. */
export function nextTick(callback: unknown, ...args: unknown[]): void {
  checkFunction(callback, 'callback')
  ticks.push(() => callback(...args))
}

/** Whether `runTicks` has something to do. */
export function hasTicks(): boolean {
  return ticks.length > 0
}

/** Run what was queued, also what is queued meanwhile; a tick that throws leaves the others for the next call. */
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
