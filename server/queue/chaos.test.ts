import { readdirSync } from 'node:fs'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markPlan, shellPlan, startFleet, type Fleet, type Part } from '../testing/chaos.ts'
import { runToEnd, type Ended } from '../testing/fleet-client.ts'
import { processesWith } from '../testing/processes.ts'
import { buildWorker } from '../testing/worker-bundle.ts'
import { bullPrefix, keys, prefix, queueName } from './keys.ts'

// Two servers, three workers and a Redis, each killed during work and restarted. No run is lost or runs twice, and each
// client gets one ending. `npm run chaos` runs the test at full size, and waits until the results have expired and
// Redis is empty again.

const rounds = Number(process.env['RYE_CHAOS_ROUNDS'] ?? 1)
const runs = Number(process.env['RYE_CHAOS_RUNS'] ?? 40)
const clients = Math.min(runs, Number(process.env['RYE_CHAOS_CLIENTS'] ?? 16))
const isShort = process.env['RYE_CHAOS_RUNS'] === undefined
const word = `chaos-${process.pid}`

let program: Awaited<ReturnType<typeof buildWorker>> | undefined
let fleet: Fleet
beforeAll(async () => {
  program = await buildWorker('server/testing/queue-child.ts')
  fleet = await startFleet(program.path, { servers: 2, workers: 3, keptSeconds: isShort ? 120 : 60 })
}, 120_000)
afterAll(async () => {
  await fleet?.close()
  program?.remove()
})

/** A seeded pseudorandom number generator. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

async function restart(part: Part | Fleet['redis']): Promise<void> {
  await part.kill()
  await part.start()
}

for (let round = 1; round <= rounds; round++) {
  test(`round ${round}: no run is lost or executed twice, and each run has one ending`, async () => {
    const random = chance(Number(process.env['RYE_CHAOS_SEED'] ?? 1) + round)
    const ended: Ended[] = []
    const all = [...fleet.workers, ...fleet.servers, fleet.redis]
    const [oneWorker, , , oneServer] = all
    const parts = isShort && oneWorker && oneServer ? [oneWorker, oneServer, fleet.redis] : all
    // Each process is killed once per round, after a random number of endings. The short test kills one process of each
    // kind.
    const moments = parts.map((part) => ({ part, at: Math.floor(random() * runs * 0.8) })).sort((a, b) => a.at - b.at)
    const restarts: Promise<void>[] = []
    let begun = 0
    const origins = fleet.servers.map(({ origin }) => origin)
    const oneClient = async (client: number): Promise<void> => {
      while (begun < runs) {
        const mark = `${word}-${round}-${begun++}`
        const plan = random() < 0.7 ? markPlan(fleet, mark) : shellPlan(`echo ${mark}; sleep 0.2; echo done`)
        ended.push(await runToEnd(origins, client, mark, plan))
        while (moments[0] && moments[0].at < ended.length) {
          const { part } = moments.shift() ?? {}
          if (part) restarts.push(restart(part))
        }
      }
    }
    await Promise.all(Array.from({ length: clients }, (_none, client) => oneClient(client)))
    await Promise.all(restarts)

    expect(ended.filter(({ results }) => results !== 1)).toEqual([])
    expect(ended.filter(({ isGapless }) => !isGapless)).toEqual([])
    expect(new Set(ended.map(({ id }) => id)).size).toBe(runs)
    const known = new Set(['exited', 'responded', 'worker-lost'])
    expect(ended.filter(({ kind }) => !known.has(kind))).toEqual([])
    // A run of a lost worker leaves its mark at most once.
    const marks = new Map<string, number>()
    for (const { url } of fleet.marks.requests) marks.set(url, (marks.get(url) ?? 0) + 1)
    expect([...marks].filter(([, times]) => times > 1)).toEqual([])
    for (const { mark, kind } of ended) if (kind === 'responded') expect(marks.get(`/${mark}`)).toBe(1)
    await expectNothingLeft()
    if (!isShort) console.info(`round ${round}: ${JSON.stringify(countsOf(ended))}`)
    // The full test has no short timeout: it checks results, not speed.
  }, 3_600_000)
}

/**
 * Keys whose number does not depend on the number of runs: counts, workers, and the last events of BullMQ, which are
 * limited.
 */
const staying = /^rye:v2:(bull:runs:(events|id|meta|stalled-check)|epoch|figures|level|probe|workers)$/

test.skipIf(isShort)(
  'expired runs leave no keys, and Redis memory returns to its previous size',
  async () => {
    const { client } = fleet.redis
    const leaving = async (): Promise<readonly string[]> => (await client.keys('*')).filter((key) => !staying.test(key))
    await expect.poll(leaving, { timeout: 180_000, interval: 1000 }).toEqual([])
    const kept = (await client.keys('*')).map((key) => client.memory('USAGE', key, 'SAMPLES', 0))
    const keptBytes = (await Promise.all(kept)).reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0)
    console.info(
      `Redis after ${rounds * runs} runs: ${kept.length} keys of ${keptBytes} bytes; with their overhead ${await memoryOfRuns()} bytes more than an empty one`,
    )
    expect(keptBytes).toBeLessThan(64 * 1024)
    // Redis updates the sizes of connection buffers about every second.
    await expect.poll(memoryOfRuns, { timeout: 30_000, interval: 1000 }).toBeLessThan(128 * 1024)
  },
  300_000,
)

test('each part stops on request and leaves no process or file', async () => {
  expect(await fleet.stop()).toEqual([0, 0, 0, 0, 0])
  expect(processesWith(word)).toEqual([])
  // Only the common folder of all runs remains.
  expect(readdirSync(fleet.runDir, { recursive: true }).filter((name) => String(name).includes('/'))).toEqual([])
}, 60_000)

/** Number of runs per ending. */
function countsOf(ended: readonly Ended[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { kind } of ended) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/**
 * The memory that Redis uses beyond its startup memory, without its connection buffers and the product's scripts. The
 * statistics that cause most of the growth are reset first: the slow log, and a histogram of 25 KB per command.
 */
async function memoryOfRuns(): Promise<number> {
  const { client } = fleet.redis
  await client.config('RESETSTAT')
  await client.slowlog('RESET')
  const stats = await client.memory('STATS')
  const bytes = (name: string): number => Number(stats[stats.indexOf(name) + 1])
  return ['startup.allocated', 'clients.normal', 'lua.caches', 'aof.buffer'].reduce(
    (left, name) => left - bytes(name),
    bytes('total.allocated'),
  )
}

/** Keys of runs that never expire. */
async function stayingKeys(): Promise<readonly string[]> {
  const { client } = fleet.redis
  const ofRuns = (await client.keys(`${prefix}*`)).filter((key) =>
    /:run:|:seats|:kept|:turns|:old|runs:[0-9a-f]{32}/.test(key),
  )
  const lives = await Promise.all(ofRuns.map((key) => client.pttl(key)))
  // -1 means that the key never expires, -2 that it has expired meanwhile.
  return ofRuns.filter((_key, at) => lives[at] === -1)
}

/** Expect no process, no open run, and only keys that expire. */
async function expectNothingLeft(): Promise<void> {
  const { client } = fleet.redis
  const patience = { timeout: 60_000, interval: 100 }
  await expect.poll(() => client.zcard(keys.seats), patience).toBe(0)
  await expect.poll(() => client.hlen(keys.running), patience).toBe(0)
  await expect.poll(() => stayingKeys(), patience).toEqual([])
  const queue = new Queue(queueName, { connection: client, prefix: bullPrefix })
  await expect.poll(() => queue.getActiveCount(), patience).toBe(0)
  await queue.close()
  expect(processesWith(word)).toEqual([])
}
