import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markPlan, shellPlan, startFleet, type Fleet } from '../testing/chaos.ts'
import { runToEnd } from '../testing/fleet-client.ts'
import { parentOf, processesWith } from '../testing/processes.ts'
import { buildWorker } from '../testing/worker-bundle.ts'
import { keys } from './keys.ts'
import { isNightly } from '../../core/testing/nightly.ts'

// A frozen process keeps its connections open, and later continues normally.

const word = `frozen-${process.pid}`
let program: Awaited<ReturnType<typeof buildWorker>> | undefined
let fleet: Fleet
let origins: readonly string[]
beforeAll(async () => {
  program = await buildWorker('server/testing/queue-child.ts')
  fleet = await startFleet(program.path, { servers: 2, workers: 1, keptSeconds: 120 })
  origins = fleet.servers.map(({ origin }) => origin)
}, 120_000)
afterAll(async () => {
  await fleet?.close()
  program?.remove()
})

const running = (): Promise<number> => fleet.redis.client.hlen(keys.running)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('a worker frozen beyond its lease loses its run once, stops it when unfrozen, and runs others', async () => {
  const run = runToEnd(origins, 0, 'lost', shellPlan(`echo up; sleep 300; : ${word}`))
  await expect.poll(running, { timeout: 20_000 }).toBe(1)
  await expect.poll(() => processesWith(word).length, { timeout: 20_000 }).toBeGreaterThan(0)
  fleet.workers[0]?.freeze()
  try {
    expect(await run).toMatchObject({ kind: 'worker-lost', results: 1, isGapless: true })
  } finally {
    fleet.workers[0]?.thaw()
  }
  await expect.poll(() => processesWith(word), { timeout: 20_000 }).toEqual([])
  expect(await runToEnd(origins, 1, 'next', markPlan(fleet, 'next'))).toMatchObject({ kind: 'responded', results: 1 })
  expect(fleet.marks.requests.map(({ url }) => url)).toEqual(['/next'])
}, 60_000)

test.runIf(isNightly)(
  'no run is lost when Redis is frozen beyond every lease',
  async () => {
    const run = runToEnd(origins, 2, 'kept', shellPlan(`echo up; sleep 2; echo done; : ${word}`))
    await expect.poll(running, { timeout: 20_000 }).toBe(1)
    fleet.redis.freeze()
    await pause(6000)
    fleet.redis.thaw()
    expect(await run).toMatchObject({ kind: 'exited', results: 1, isGapless: true })
    await expect.poll(running, { timeout: 20_000 }).toBe(0)
  },
  60_000,
)

test.runIf(isNightly)(
  'a frozen server does not delay clients of another server, and its own client continues',
  async () => {
    const [one = '', other = ''] = origins
    const run = runToEnd([one], 3, 'waits', shellPlan(`echo up; sleep 1; : ${word}`))
    await expect.poll(running, { timeout: 20_000 }).toBe(1)
    fleet.servers[0]?.freeze()
    try {
      expect(await runToEnd([other], 4, 'elsewhere', markPlan(fleet, 'elsewhere'))).toMatchObject({ kind: 'responded' })
      await expect.poll(running, { timeout: 20_000 }).toBe(0)
    } finally {
      fleet.servers[0]?.thaw()
    }
    expect(await run).toMatchObject({ kind: 'exited', results: 1, isGapless: true })
  },
  60_000,
)

/** Suspend every process between a tool and its worker: the sandbox, its starter and its keeper. */
function stopKeepersOf(tool: string): void {
  for (let pid = parentOf(Number(tool)); isSandbox(pid); pid = parentOf(pid)) process.kill(pid, 'SIGSTOP')
}

function isSandbox(pid: number): boolean {
  return pid > 1 && !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program?.path ?? '')
}

/** A run whose tool prints and waits, with all processes between the tool and its worker suspended. */
async function stoppedRun(client: number, mark: string, seconds: number) {
  const tool = `${word}-${mark}`
  const plan = { ...shellPlan(`echo up; sleep 300; : ${tool}`), timeout: seconds }
  const ended = runToEnd([origins[1] ?? ''], client, mark, plan)
  const inner = (): string | undefined =>
    processesWith(tool).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/bin/sh'))
  await expect.poll(inner, { timeout: 20_000 }).toBeDefined()
  stopKeepersOf(inner() ?? '0')
  return { ended, tool }
}

test('a run whose keepers are stopped ends at its limit and frees its slot', async () => {
  const { ended, tool } = await stoppedRun(5, 'limit', 3)
  expect(await ended).toMatchObject({ kind: 'timed-out', results: 1, isGapless: true })
  await expect.poll(running, { timeout: 20_000 }).toBe(0)
  await expect.poll(() => processesWith(tool), { timeout: 20_000 }).toEqual([])
  const next = await runToEnd(origins, 6, 'after-limit', markPlan(fleet, 'after-limit'))
  expect(next).toMatchObject({ kind: 'responded', results: 1 })
}, 90_000)

test.runIf(isNightly)(
  'a worker stops on request, even while the keepers of a run are stopped',
  async () => {
    const { ended, tool } = await stoppedRun(7, 'stop', 5)
    expect(await fleet.workers[0]?.stop()).toBe(0)
    expect(await ended).toMatchObject({ results: 1 })
    await expect.poll(() => processesWith(tool), { timeout: 20_000 }).toEqual([])
  },
  120_000,
)
