import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { openAnalysisPool } from '../engine/analysis-pool.ts'
import { serverEngine } from '../engine/engine.ts'
import { childrenOf } from '../sandbox/process-tree.ts'
import { receive, startTestServer, confirmationOf } from '../testing/server.ts'
import { draftRequest, toolRequest, worstRequest } from '../testing/tool-request.ts'
import { buildWorker } from '../testing/worker-bundle.ts'

/** `npm run soak` sets these to 500 and 600; a short soak of the same kind is part of every test run. */
const RUNS = Number(process.env['RYE_SOAK_RUNS'] ?? 24)
const SECONDS = Number(process.env['RYE_SOAK_SECONDS'] ?? 0)
const ANALYSES_A_RUN = 10
const CLIENTS = 64
const KILL_EVERY_MS = 60
/**
 * The number of runs that fill the store of results and plans before the measurement, so only leaks grow afterwards.
 */
const WARM_RUNS = RUNS >= 500 ? 240 : 4

vi.setConfig({ testTimeout: 60 * 60_000 })

const COMMANDS = [
  { command: '/usr/bin/true' },
  { command: '/usr/bin/sh', args: ['-c', 'echo a; sleep 0.05; echo b'] },
  { command: '/usr/bin/sh', args: ['-c', 'sleep 5 & sleep 5 & echo left'] },
  { command: '/usr/bin/python3', args: ['-c', 'open("f", "w").write("x" * 9000); print(sum(range(10000)))'] },
  { command: '/usr/bin/sh', args: ['-c', 'while :; do :; done'], timeout: 0.3 },
]
/** Of the drafts that are only analyzed, one in this number uses the whole work limit. */
const WORST_EVERY = 50
const many = ['queue-length', 'client-runs', 'runs-per-minute', 'requests-per-minute', 'client-analyses']

function descendants(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)])
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('every run has exactly one ending and leaves no files or processes, whichever process is killed', async () => {
  const own = new Set(descendants(process.pid))
  const worker = await buildWorker('server/engine/analysis-worker.ts')
  const pool = openAnalysisPool({ worker: worker.path, threads: 2, perClient: 100_000, waiting: 100_000, seconds: 60 })
  const flags = many.flatMap((name) => [`--${name}`, '100000'])
  const server = await startTestServer(flags, (facts) => serverEngine(facts, pool))
  const plan = async (request: object): Promise<unknown> => {
    const answer = await server.send('POST', '/api/plan', request)
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const analyse = async (index: number): Promise<void> => {
    // A draft that cannot run, so its response has no plan to confirm.
    await plan(index % WORST_EVERY === 0 ? worstRequest : draftRequest(`config: {note: ${index}}\n`, {}))
  }
  const endings: number[] = []
  const run = async (index: number): Promise<void> => {
    const asked = toolRequest(COMMANDS[index % COMMANDS.length] ?? { command: '/usr/bin/true' })
    const response = await server.send('POST', '/api/run', confirmationOf(await plan(asked)))
    expect(response.status).toBe(200)
    endings.push((await receive(response)).filter(({ event }) => event === 'result').length)
  }
  /** Send this many runs, and ten times as many analyses, from all clients, spread evenly over `seconds`. */
  const soak = async (runs: number, seconds: number): Promise<void> => {
    const count = runs * (ANALYSES_A_RUN + 1)
    const began = performance.now()
    let next = 0
    const work = async (): Promise<void> => {
      for (let index = next++; index < count; index = next++) {
        await pause(Math.max(0, began + (index / count) * seconds * 1000 - performance.now()))
        await (index % (ANALYSES_A_RUN + 1) === 0 ? run(index / (ANALYSES_A_RUN + 1)) : analyse(index))
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, work))
  }
  let kills = 0
  const killer = setInterval(() => {
    const targets = descendants(process.pid).filter((pid) => !own.has(pid))
    const target = targets[Math.floor(Math.random() * targets.length)]
    if (target === undefined) return
    try {
      process.kill(target, 'SIGKILL')
      kills++
    } catch {
      // The process has ended meanwhile.
    }
  }, KILL_EVERY_MS)
  await soak(WARM_RUNS, 0)
  endings.length = 0
  const before = memoryInUse()
  const began = performance.now()
  await soak(RUNS, SECONDS)
  clearInterval(killer)
  expect(kills).toBeGreaterThan(0)
  expect([endings.length, endings.filter((count) => count !== 1)]).toEqual([RUNS, []])
  const after = memoryInUse()
  if (RUNS >= 500) {
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    console.log(`${RUNS} runs in ${minutes} minutes, ${kills} kills, memory ${before} before, ${after} after`)
    // A short soak ends before the caches of the engine and the test runner are full.
    expect(after / before).toBeLessThan(1.2)
  }
  expect(readdirSync(server.running.host.sandbox.base.dir)).toEqual(['filter.bpf'])
  await server.close()
  worker.remove()
  await expect.poll(() => descendants(process.pid).filter((pid) => !own.has(pid))).toEqual([])
})
