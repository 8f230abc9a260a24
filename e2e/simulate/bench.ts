import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { wholeChromium } from '../chromium.ts'
import { simulateOn } from './fixture.ts'
import type { Simulate, Simulation } from './fixture.ts'
import { serveHarness } from './site.ts'

/** The milliseconds of one measurement over several rounds. */
interface Measured {
  readonly median: number
  readonly worst: number
  readonly rounds: number
}

/** Costs of the simulation in a real Chromium, in milliseconds from the call to the outcome. */
export interface SimulationFigures {
  readonly javascript_cold: Measured
  readonly javascript_warm: Measured
  readonly python_cold: Measured
  /** The interpreter is in Cache Storage, but the page is new. */
  readonly python_cached: Measured
  readonly python_warm: Measured
  /** A warm run of a tool with typical imports, in a workspace of 200 files. */
  readonly python_tool: Measured
  readonly bash_cold: Measured
  readonly bash_warm: Measured
  /** The time from stopping an endless Python loop to the outcome. */
  readonly stop: Measured
  /** The longest time between two frames of the page during any run, in milliseconds. */
  readonly largest_frame_gap: number
  /** The longest task of the page's thread during any run, in milliseconds; 0 if no task took 50 ms. */
  readonly longest_task: number
}

const javascript: Simulation = { command: 'node', args: ['-e', 'console.log(JSON.stringify({ ok: true }))'] }
const python: Simulation = { command: 'python3', args: ['-c', 'print(1)'] }
const bash: Simulation = { command: 'bash', args: ['-c', 'echo hi | tr a-z A-Z'] }
const endless: Simulation = {
  command: 'python3',
  args: ['-uc', 'print(1)\nwhile True: pass'],
  stopAfterOutput: 100,
}
const tool: Simulation = {
  command: 'python3',
  args: ['tool.py', '--params', '{"a": 1}'],
  files: {
    '/project/tool.py':
      'import argparse, asyncio, dataclasses, json, logging, pathlib, re, sys\nprint(json.dumps({"ok": True}))\n',
    ...Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`/project/lib/m${index}.py`, '# line\n'.repeat(200)]),
    ),
  },
}

/** The pause between two warm runs, in milliseconds. The simulator prepares a spare interpreter during this pause. */
const restMs = 1500

/** Measure on the page at this address. Default: a site that this function starts. */
export async function measureSimulation(address?: string, rounds = 5): Promise<SimulationFigures> {
  const site = address === undefined ? await serveHarness() : undefined
  const url = address ?? site?.url ?? ''
  const browser = await chromium.launch({ ...wholeChromium, args: ['--no-sandbox'] })
  const gaps: number[] = []
  const tasks: number[] = []
  const noting = (page: Page): Simulate => {
    const simulate = simulateOn(page)
    return async (simulation) => {
      const run = await simulate(simulation)
      gaps.push(run.gap)
      tasks.push(run.task)
      return run
    }
  }
  try {
    const cold = (simulation: Simulation) => series(rounds, () => onNewPage(browser, url, noting, [simulation]))
    const figures = {
      javascript_cold: await cold(javascript),
      bash_cold: await cold(bash),
      python_cold: await cold(python),
      python_cached: await series(rounds, () => onNewPage(browser, url, noting, [python, python])),
    }
    const page = await browser.newPage()
    await page.goto(url)
    const simulate = noting(page)
    const warm = async (simulation: Simulation): Promise<Measured> => {
      await simulate(simulation)
      return series(rounds, async () => {
        await page.waitForTimeout(restMs)
        const run = await simulate(simulation)
        return simulation === endless ? run.stopMs : run.ms
      })
    }
    return {
      ...figures,
      javascript_warm: await warm(javascript),
      python_warm: await warm(python),
      python_tool: await warm(tool),
      bash_warm: await warm(bash),
      stop: await warm(endless),
      largest_frame_gap: Math.round(Math.max(...gaps)),
      longest_task: Math.round(Math.max(...tasks)),
    }
  } finally {
    await browser.close()
    await site?.close()
  }
}

/** The milliseconds that the last of several runs took. Each run uses a new page in the same new profile. */
async function onNewPage(
  browser: Browser,
  url: string,
  noting: (page: Page) => Simulate,
  runs: readonly Simulation[],
): Promise<number> {
  const context = await browser.newContext()
  let ms = 0
  for (const run of runs) {
    const page = await context.newPage()
    await page.goto(url)
    ms = (await noting(page)(run)).ms
    await page.close()
  }
  await context.close()
  return ms
}

async function series(rounds: number, measure: () => Promise<number>): Promise<Measured> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await measure())
  times.sort((a, b) => a - b)
  return { median: Math.round(times[Math.floor(rounds / 2)] ?? 0), worst: Math.round(times.at(-1) ?? 0), rounds }
}
