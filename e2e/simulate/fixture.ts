import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { ProcessOutcome } from '#core/run'
import { chromium } from '../chromium.ts'
import type { Simulator } from '../../web/simulate/simulator.ts'
import { serveHarness } from './site.ts'
import type { StaticServer } from './static-server.ts'

export interface Simulation {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly stdin?: string
  readonly timeout_ms?: number
  /** Limits of this run that differ from their defaults. */
  readonly limits?: Readonly<Record<string, number>>
  readonly files?: Readonly<Record<string, string>>
  /** Press stop this many milliseconds after the click. */
  readonly stopAfter?: number
  /** Press stop this many milliseconds after the first output. */
  readonly stopAfterOutput?: number
}

interface Simulated {
  readonly outcome: ProcessOutcome
  readonly ending: string
  readonly out: string
  readonly err: string
  readonly changes: Readonly<Record<string, string>>
  /** The milliseconds from the call to the outcome, including the start of the interpreter. */
  readonly ms: number
  /** The longest time between two frames of the page, in milliseconds. */
  readonly gap: number
  /**
   * The longest task of the page's thread, in milliseconds. Unlike the gap, it does not depend on the load of the
   * machine.
   */
  readonly task: number
  readonly streamed: string
  /** The milliseconds from the stop to the outcome. */
  readonly stopMs: number
}

export type Simulate = (simulation: Simulation) => Promise<Simulated>

interface Harness {
  readonly createSimulator: () => Simulator
  simulator: Simulator | undefined
}

/** Run one program on the page and measure it. */
export function simulateOn(page: Page): Simulate {
  return (simulation) =>
    page.evaluate(async (given) => {
      const harness = globalThis as unknown as Harness
      harness.simulator ??= harness.createSimulator()
      const files = Object.entries(given.files ?? {}).map(([path, text]) => ({
        path,
        bytes: new TextEncoder().encode(text),
      }))
      let task = 0
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) task = Math.max(task, entry.duration)
      })
      observer.observe({ entryTypes: ['longtask'] })
      let gap = 0
      let last = performance.now()
      let watching = true
      const watch = (): void => {
        const now = performance.now()
        gap = Math.max(gap, now - last)
        last = now
        if (watching) requestAnimationFrame(watch)
      }
      requestAnimationFrame(() => {
        last = performance.now()
        watch()
      })
      let streamed = ''
      const begun = performance.now()
      const { args = [], env = {}, cwd = '/project', stdin = null, timeout_ms = 10_000, limits = {} } = given
      const request = { command: given.command, args, env, cwd, stdin, timeout_ms, files, limits }
      let stoppedAt = Infinity
      const stopIn = (delay: number | undefined): void => {
        if (delay === undefined || stoppedAt < Infinity) return
        stoppedAt = performance.now() + delay
        setTimeout(() => {
          stoppedAt = performance.now()
          run.stop()
        }, delay)
      }
      const run = harness.simulator.run(request, {
        onOutput(stream, text) {
          if (stream === 'stdout') streamed += text
          stopIn(given.stopAfterOutput)
        },
      })
      stopIn(given.stopAfter)
      const outcome = await run.result
      const ms = performance.now() - begun
      watching = false
      for (const entry of observer.takeRecords()) task = Math.max(task, entry.duration)
      observer.disconnect()
      const changes = (outcome.changes ?? []).map(({ path, change, bytes }) => {
        return [path, bytes === null ? change : `${change}: ${new TextDecoder().decode(bytes)}`]
      })
      const { ending } = outcome
      const detail =
        ending.kind === 'exited' ? ` ${ending.return_code}` : ending.kind === 'killed' ? ` ${ending.signal}` : ''
      return {
        outcome: { ...outcome, changes: [] },
        ending: ending.kind + detail,
        out: outcome.stdout.text,
        err: outcome.stderr.text,
        changes: Object.fromEntries(changes) as Record<string, string>,
        ms,
        gap,
        task,
        streamed,
        stopMs: performance.now() - stoppedAt,
      }
    }, simulation)
}

/** A page with the simulator, kept warm for all tests of a worker. Its server records every request. */
export const test = base.extend<object, { site: StaticServer; harness: Page; simulate: Simulate }>({
  launchOptions: [{ ...chromium, args: ['--no-sandbox'] }, { scope: 'worker' }],
  site: [
    async ({}, use) => {
      const site = await serveHarness()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  harness: [
    async ({ browser, site }, use) => {
      const page = await browser.newPage()
      await page.goto(site.url)
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  simulate: [async ({ harness }, use) => use(simulateOn(harness)), { scope: 'worker' }],
})
