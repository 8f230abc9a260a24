import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import type { ProcessPlan } from '../run/plan.ts'
import { childrenOf } from '../sandbox/process-tree.ts'
import { confirmedRun, hear, planRequest, processPlan, startTestServer } from '../testing/server.ts'

/** `npm run soak` sets it to 500; a short soak of the same kind is part of every test run. */
const RUNS = Number(process.env['RYE_SOAK_RUNS'] ?? 24)
const ANALYSES = RUNS * 10
const CLIENTS = 64
const KILL_EVERY_MS = 60

vi.setConfig({ testTimeout: 30 * 60_000 })

const COMMANDS: readonly Partial<ProcessPlan>[] = [
  { command: 'true' },
  { command: 'sh', args: ['-c', 'echo a; sleep 0.05; echo b'] },
  { command: 'sh', args: ['-c', 'sleep 5 & sleep 5 & echo left'] },
  { command: '/usr/bin/python3', args: ['-c', 'open("f", "w").write("x" * 9000); print(sum(range(10000)))'] },
  { command: 'sh', args: ['-c', 'while :; do :; done'], timeout: 0.3 },
]
const many = ['queue-length', 'client-runs', 'runs-per-minute', 'requests-per-minute']

function descendants(pid: number): readonly number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)])
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('whatever is killed, every run has one ending and nothing stays', async () => {
  const own = new Set(descendants(process.pid))
  const flags = many.flatMap((name) => [`--${name}`, '100000'])
  const server = await startTestServer(flags)
  const analyse = async (): Promise<void> => {
    const answer = await server.send('POST', '/api/plan', planRequest({ plan: null }))
    expect(answer.status).toBe(200)
    await answer.text()
  }
  const endings: number[] = []
  const run = async (index: number): Promise<void> => {
    const plan = processPlan(COMMANDS[index % COMMANDS.length] ?? {})
    const response = await server.send('POST', '/api/run', await confirmedRun(server.send, plan))
    expect(response.status).toBe(200)
    endings.push((await hear(response)).filter(({ event }) => event === 'result').length)
  }
  const jobs = Array.from({ length: RUNS + ANALYSES }, (_, index) =>
    index % 11 === 0 ? () => run(index / 11) : analyse,
  )
  const work = async (): Promise<void> => {
    for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) await job()
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
      // it ended meanwhile
    }
  }, KILL_EVERY_MS)
  await Promise.all(Array.from({ length: 4 }, () => run(0)))
  endings.length = 0
  const before = memoryInUse()
  await Promise.all(Array.from({ length: CLIENTS }, work))
  clearInterval(killer)
  expect(kills).toBeGreaterThan(0)
  expect([endings.length, endings.filter((count) => count !== 1)]).toEqual([RUNS, []])
  const after = memoryInUse()
  // A short soak is over before the caches of the engine and the runner are warm.
  if (RUNS >= 500) expect(after / before).toBeLessThan(1.2)
  expect(readdirSync(server.running.host.sandbox.base.dir)).toEqual(['filter.bpf'])
  await server.close()
  await expect.poll(() => descendants(process.pid).filter((pid) => !own.has(pid))).toEqual([])
})
