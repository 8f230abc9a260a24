// @ts-check
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { root } from './files.mjs'
import { blockName } from './mutate.mjs'

/** @typedef {import('./mutate.mjs').Mutant} Mutant */
/** @typedef {import('./reach.mjs').Reached} Reached */
/** @typedef {{ failed: string[], durations: Record<string, number>, reached: Record<string, Reached>, errors: number }} Answer */
/**
 * The result of a mutant: a test killed it, the time limit stopped it, it survived all its tests, or no test reached
 * it.
 * @typedef {'killed' | 'endless' | 'survived' | 'unreached'} Ending
 */

/** The maximum total duration of one mutant's tests, in milliseconds. Its nearest test always runs. */
const budget = 40_000

/**
 * Open a process that runs tests with one mutant at a time. If a mutant never ends, a new process replaces this one.
 * Tests that fail without a mutant are ignored.
 * @param {'core' | 'server'} area
 * @param {readonly Mutant[]} mutants
 * @param {ReadonlyMap<string, readonly string[]>} nearest The tests for each mutated file, nearest first.
 * @param {number} patience The extra time limit in milliseconds, on top of four times the duration without a mutant.
 */
export async function openTester(area, mutants, nearest, patience = 20_000) {
  let worker = await started(area)
  const allTests = [...new Set([...nearest.values()].flat())]
  const unchanged = await answer(worker, { marked: mutants, tests: allTests, bail: 0 }, 3_600_000)
  if (!unchanged) throw new Error(`The tests of ${area} do not finish even without a mutant.`)
  for (const test of unchanged.failed) console.log(`fails without a mutant, so it is left out: ${test}`)
  const broken = new Set(unchanged.failed)
  /**
   * The blocks that run while modules load. For a module that is loaded only once, only the first test reports its
   * blocks.
   */
  const loaded = new Set(Object.values(unchanged.reached).flatMap((blocks) => blocks.loaded))
  /** @type {(test: string) => number} */
  const usual = (test) => unchanged.durations[test] ?? 0

  /** The nearest tests that reach a mutant, within the budget, fastest first. @param {Mutant} mutant */
  const reaching = (mutant) => {
    const name = blockName(mutant)
    const isLoaded = mutant.block < 0 || loaded.has(name)
    const able = (nearest.get(mutant.file) ?? []).filter(
      (test) => !broken.has(test) && (isLoaded || unchanged.reached[test]?.reached.includes(name)),
    )
    /** @type {string[]} */
    const affordable = []
    let left = budget
    for (const test of able) {
      if (affordable.length > 0 && usual(test) > left) continue
      affordable.push(test)
      left -= usual(test)
    }
    return affordable.sort((a, b) => usual(a) - usual(b))
  }
  /** Run tests with a mutant, with a time limit. @param {Mutant} mutant @param {string[]} tests */
  const runOnce = async (mutant, tests) => {
    const limit = patience + 4 * tests.reduce((sum, test) => sum + usual(test), 0)
    const result = await answer(worker, { mutant, tests, bail: 1 }, limit)
    if (result) return result
    end(worker)
    worker = await started(area)
    return undefined
  }
  /**
   * Run tests with a mutant. If they exceed the limit, the machine can be busy: the new process loads and measures the
   * tests without the mutant, and then runs them again.
   * @param {Mutant} mutant
   * @param {string[]} tests
   */
  const run = async (mutant, tests) => {
    const result = await runOnce(mutant, tests)
    if (result) return result
    const measured = await answer(worker, { tests, bail: 0 }, 3_600_000)
    Object.assign(unchanged.durations, measured?.durations)
    return runOnce(mutant, tests)
  }
  return {
    /**
     * Test a mutant. A server test counts as failed only if it fails twice, because some fail on a busy machine without
     * a mutant.
     * @param {Mutant} mutant
     * @returns {Promise<{ ending: Ending, by?: string }>}
     */
    async try(mutant) {
      const all = reaching(mutant)
      if (all.length === 0) return { ending: 'unreached' }
      for (let tests = all; tests.length > 0;) {
        const result = await run(mutant, tests)
        if (!result) return { ending: 'endless' }
        const [by = ''] = result.failed
        if (result.failed.length + result.errors === 0) break
        const again = area === 'core' ? result : await run(mutant, by === '' ? tests : [by])
        if (!again) return { ending: 'endless', by }
        if (again.failed.length + again.errors > 0) return { ending: 'killed', by }
        tests = tests.slice(tests.indexOf(by) + 1)
      }
      return { ending: 'survived' }
    },
    close: async () => end(worker),
  }
}

/** @param {string} area @returns {Promise<import('node:child_process').ChildProcess>} */
async function started(area) {
  const env = { ...process.env }
  const worker = fork(fileURLToPath(new URL('worker.mjs', import.meta.url)), [area], { cwd: root, env, detached: true })
  await new Promise((resolve) => worker.once('message', resolve))
  return worker
}

/**
 * The worker's answer; undefined if the worker exceeds the limit in milliseconds or exits.
 * @param {import('node:child_process').ChildProcess} worker
 * @param {import('./worker.mjs').Order} order
 * @param {number} limit
 * @returns {Promise<Answer | undefined>}
 */
function answer(worker, order, limit) {
  return new Promise((resolve) => {
    const settle = (/** @type {Answer | undefined} */ result) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      resolve(result)
    }
    const timer = setTimeout(() => settle(undefined), limit)
    worker.once('message', (message) => settle(/** @type {Answer} */ (message)))
    worker.once('exit', () => settle(undefined))
    worker.send(order)
  })
}

/** Stop the worker and the processes of its tests. @param {import('node:child_process').ChildProcess} worker */
function end(worker) {
  if (worker.pid === undefined) return
  try {
    process.kill(-worker.pid, 'SIGKILL')
  } catch (error) {
    // ESRCH: the worker has already exited.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
