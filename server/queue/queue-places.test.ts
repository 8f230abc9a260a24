import type { Queue } from 'bullmq'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { processPlan } from '../testing/sandbox.ts'
import { confirmedRun, hear, startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import { enqueue, openBullQueue } from './bull.ts'
import { keys } from './keys.ts'
import { RunStore } from './run-store.ts'

// The places of runs that wait, while no worker comes: each hears its own, and whoever gives up leaves nothing.

let redis: TestRedis
let server: TestServer
let queue: Queue
let store: RunStore
const shell = processPlan({ command: '/bin/sh', args: ['-c', 'true'] })

beforeAll(async () => {
  redis = await startTestRedis()
  const flags = ['--queue', redis.url, '--queue-length', '1000']
  server = await startTestServer(flags)
  store = new RunStore(redis.client, testConfig(flags))
  queue = openBullQueue(redis.client, pino({ level: 'silent' }))
}, 60_000)
beforeEach(() => redis.client.flushall())
afterAll(async () => {
  await queue?.close()
  await server?.close()
  await redis?.close()
})

/** Accept runs of the test's own, one after the other, each of a client. */
async function accepted(clients: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const client of clients) {
    const id = `run-${ids.length}`
    await store.keep(`nonce-${id}`, client, { message: '{}', shared: null })
    const run = { client, session: null, digest: 'd', level: 'full' } as const
    const answer = await store.accept(`nonce-${id}`, id, run)
    if (answer.kind !== 'accepted') throw new Error(answer.kind)
    await enqueue(queue, id, answer.turn)
    ids.push(id)
  }
  return ids
}

async function placesOf(ids: readonly string[]): Promise<readonly number[]> {
  const places = await Promise.all(ids.map((id) => store.position(id)))
  return places.map(({ position }) => position)
}

test('a place says how many are executed before: the second run of a client comes after the first one of another', async () => {
  const ids = await accepted(['flood', 'flood', 'flood', 'other'])
  expect(await placesOf(ids)).toEqual([0, 2, 3, 1])
})

test('what is not on the queue yet stands behind all others, and what a worker just fetches before them', async () => {
  const [, , last = ''] = await accepted(['one', 'two', 'three'])
  await redis.client.zrem(keys.bullOrder, last)
  expect(await placesOf([last])).toEqual([0])
  await queue.remove(last)
  expect(await placesOf([last])).toEqual([2])
})

test('to tell a place takes Redis no more steps where many wait than where few do', async () => {
  const stepsOfAPlace = async (id: string): Promise<number> => {
    await redis.client.config('RESETSTAT')
    await store.position(id)
    const stats = await redis.client.info('commandstats')
    return [...stats.matchAll(/^cmdstat_(?!info|config)[^:]+:calls=(\d+)/gm)].reduce((sum, [, n]) => sum + Number(n), 0)
  }
  const few = await accepted(['a', 'b'])
  await store.position(few[1] ?? '') // Redis knows the script from then on
  const steps = await stepsOfAPlace(few[1] ?? '')
  await redis.client.flushall()
  const many = await accepted(Array.from({ length: 100 }, (_none, at) => `client-${at}`))
  expect(await placesOf(many.slice(-1))).toEqual([99])
  expect(await stepsOfAPlace(many.at(-1) ?? '')).toBe(steps)
})

test('who gives up while no worker comes leaves no job, and those behind move up', async () => {
  const begin = async (): Promise<{ id: string; heard: ReturnType<typeof hear> }> => {
    const response = await server.send('POST', '/api/run', await confirmedRun(server.send, shell))
    const id = response.headers.get('x-run-id') ?? ''
    await expect.poll(() => redis.client.exists(keys.bullJob(id))).toBe(1)
    return { id, heard: hear(response) }
  }
  const [first, second] = [await begin(), await begin()]
  expect(await placesOf([second.id])).toEqual([1])
  await server.send('DELETE', `/api/run/${first.id}`)
  expect((await first.heard).at(-1)?.data).toMatchObject({ ending: { kind: 'cancelled' } })
  await expect.poll(() => redis.client.exists(keys.bullJob(first.id))).toBe(0)
  expect(await placesOf([second.id])).toEqual([0])
  await server.send('DELETE', `/api/run/${second.id}`)
  expect((await second.heard).at(-1)?.event).toBe('result')
  await expect.poll(() => redis.client.exists(keys.bullJob(second.id))).toBe(0)
})
