import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { processPlan } from '../testing/sandbox.ts'
import { confirmedRun, receive, startTestServer, type ReceivedEvent, type TestServer } from '../testing/server.ts'
import { Turns } from './bull.ts'
import { keys } from './keys.ts'

// The positions of runs that wait without a worker: each client gets its own, and a client that leaves frees its
// position.

let redis: TestRedis
let server: TestServer
let turns: Turns
const shell = processPlan({ command: '/bin/sh', args: ['-c', 'true'] })

beforeAll(async () => {
  redis = await startTestRedis()
  server = await startTestServer(['--queue', redis.url, '--queue-length', '1000'])
  turns = new Turns(redis.client, pino({ level: 'silent' }))
}, 60_000)
beforeEach(() => redis.client.flushall())
afterAll(async () => {
  await turns?.close()
  await server?.close()
  await redis?.close()
})

test('a position counts the runs before it: the second run of a client follows the first of another', async () => {
  const given = { flood: [1, 2, 3], other: [1] }
  for (const [client, list] of Object.entries(given))
    for (const turn of list) await turns.add(`${client}-${turn}`, turn)
  expect(await turns.order()).toEqual(['flood-1', 'other-1', 'flood-2', 'flood-3'])
  await turns.add('flood-1', 9)
  expect(await turns.order()).toHaveLength(4)
})

test('a client that leaves before a worker exists leaves no job, and later jobs move up', async () => {
  const begin = async () => {
    const response = await server.send('POST', '/api/run', await confirmedRun(server.send, shell))
    const placed: number[] = []
    const received = receive(response, ({ event, data }: ReceivedEvent) => {
      if (event === 'queued' || event === 'accepted') placed.push(Number(data['position']))
      return false
    })
    return { id: response.headers.get('x-run-id') ?? '', placed, received }
  }
  const [first, second] = [await begin(), await begin()]
  expect(await turns.order()).toEqual([first.id, second.id])
  await expect.poll(() => second.placed.at(-1), { timeout: 10_000 }).toBe(1)
  await server.send('DELETE', `/api/run/${first.id}`)
  expect((await first.received).at(-1)?.data).toMatchObject({ ending: { kind: 'cancelled' } })
  await expect.poll(() => turns.order()).toEqual([second.id])
  await expect.poll(() => second.placed.at(-1), { timeout: 10_000 }).toBe(0)
  await server.send('DELETE', `/api/run/${second.id}`)
  expect((await second.received).at(-1)?.event).toBe('result')
  await expect.poll(() => turns.order()).toEqual([])
  expect(await redis.client.zcard(keys.seats)).toBe(0)
})
