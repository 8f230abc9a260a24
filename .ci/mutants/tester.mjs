// @ts-check
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { root } from './files.mjs'

/** @typedef {import('./mutate.mjs').Mutant} Mutant */
/** @typedef {{ failed: string[], durations: Record<string, number>, errors: number }} Answer */

/** Milliseconds that tests may take beyond four times what they take without a mutant: an endless loop is a kill, too. */
const patience = 20_000

/**
 * A process that runs tests with one mutant at a time, and is replaced when a mutant never ends. Tests that fail without a mutant
 * count for nothing.
 * @param {'core' | 'server'} room
 * @param {readonly string[]} allTests
 */
export async function openTester(room, allTests) {
  let worker = await started(room)
  const unchanged = await answer(worker, { tests: allTests, bail: 0 }, 3_600_000)
  if (!unchanged) throw new Error(`The tests of ${room} do not end without a mutant.`)
  for (const test of unchanged.failed) console.log(`fails without a mutant, so it is left out: ${test}`)
  const broken = new Set(unchanged.failed)
  return {
    /** @param {Mutant} mutant @param {readonly string[]} nearest @returns {Promise<'killed' | 'timeout' | 'survived'>} */
    async try(mutant, nearest) {
      const tests = nearest.filter((test) => !broken.has(test))
      const usual = tests.reduce((sum, test) => sum + (unchanged.durations[test] ?? 0), 0)
      const result = await answer(worker, { mutant, tests, bail: 1 }, patience + 4 * usual)
      if (result) return result.failed.length + result.errors > 0 ? 'killed' : 'survived'
      end(worker)
      worker = await started(room)
      return 'timeout'
    },
    close: async () => end(worker),
  }
}

/** @param {string} room @returns {Promise<import('node:child_process').ChildProcess>} */
async function started(room) {
  const env = { ...process.env }
  const worker = fork(fileURLToPath(new URL('worker.mjs', import.meta.url)), [room], { cwd: root, env, detached: true })
  await new Promise((resolve) => worker.once('message', resolve))
  return worker
}

/**
 * What the worker answers, or undefined if it takes too long or dies.
 * @param {import('node:child_process').ChildProcess} worker
 * @param {{ mutant?: Mutant, tests: readonly string[], bail: number }} order
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

/** The worker and the processes of its tests. @param {import('node:child_process').ChildProcess} worker */
function end(worker) {
  if (worker.pid === undefined) return
  try {
    process.kill(-worker.pid, 'SIGKILL')
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
