import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { openTaker, Turns } from './bull.ts'
import { bullPrefix, queueName } from './keys.ts'
import { openRedis } from './redis.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startTestRedis()
})
afterAll(() => redis.close())

const connection = () => openRedis({ url: redis.url, onError: () => {} }, null)

test('runs are taken in turn, and a run whose start fails is taken again', async () => {
  const [own, taking] = [connection(), connection()]
  const log = pino({ level: 'silent' })
  const turns = new Turns(own, log)
  const ids = [3, 1, 2].map((turn) => ({ turn, id: randomUUID() }))
  for (const { id, turn } of ids) await turns.add(id, turn)
  await turns.add(ids[0]!.id, 1)
  const inOrder = ids.toSorted((a, b) => a.turn - b.turn).map(({ id }) => id)
  expect(await turns.order()).toEqual(inOrder)
  await turns.remove(inOrder[1]!)
  expect(await turns.order()).toEqual([inOrder[0], inOrder[2]])
  // BullMQ returns the job of a lost worker to another list, which workers read first.
  const returned = `${bullPrefix}:${queueName}:wait`
  await redis.client.rpush(returned, 'returned')
  expect(await turns.order()).toEqual(['returned', inOrder[0], inOrder[2]])
  await redis.client.del(returned)
  const taken: string[] = []
  const taker = openTaker({ connection: taking, concurrency: 1 }, log, (id) => {
    taken.push(id)
    return taken.length === 1 ? Promise.reject(new Error('left for later')) : Promise.resolve()
  })
  void taker.run()
  await expect.poll(() => taken, { timeout: 20_000 }).toEqual([inOrder[0], inOrder[2], inOrder[0]])
  await expect.poll(() => turns.order(), { timeout: 20_000 }).toEqual([])
  await taker.close()
  await turns.close()
  for (const each of [own, taking]) each.disconnect()
})

test('an error of the queue is logged and not thrown', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const taking = connection()
  const taker = openTaker({ connection: taking, concurrency: 1 }, log, () => Promise.resolve())
  // BullMQ emits this error when its connection fails.
  expect(taker.emit('error', new Error('the connection failed'))).toBe(true)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { msg: 'queue', level: 40, error: expect.anything() as unknown },
  ])
  await taker.close()
  taking.disconnect()
})
