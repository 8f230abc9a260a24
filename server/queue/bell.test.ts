import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { Bell } from './bell.ts'
import { keys } from './keys.ts'

let redis: TestRedis
let subscriber: Redis
let bell: Bell
beforeAll(async () => {
  redis = await startTestRedis()
  subscriber = new Redis(redis.url)
  bell = new Bell(subscriber)
}, 60_000)
afterAll(async () => {
  subscriber?.disconnect()
  await redis?.close()
})

test('news of a run wakes all its listeners and no listeners of other runs', async () => {
  const left = new AbortController()
  const [one, two, other] = ['run', 'run', 'other'].map((id) => bell.listen(id, left.signal))
  if (!one || !two || !other) throw new Error('no listener')
  await Promise.all([one.ready, two.ready, other.ready])
  let isWoken = false
  const others = other.next().then(() => (isWoken = true))
  await redis.client.publish(keys.news('run'), '1')
  await Promise.all([one.next(), two.next()])
  expect(isWoken).toBe(false)
  left.abort()
  await others
  for (const listener of [one, two, other]) listener.stop()
})

test('earlier news is not missed, and the listener wakes when its reader ends', async () => {
  const left = new AbortController()
  const [early, last] = [bell.listen('early', left.signal), bell.listen('last', left.signal)]
  await Promise.all([early.ready, last.ready])
  await redis.client.publish(keys.news('early'), '1')
  // The message on the second channel arrives after the message on the first.
  await redis.client.publish(keys.news('last'), '1')
  await last.next()
  await early.next()
  left.abort()
  await Promise.all([early.next(), last.next()])
  for (const listener of [early, last]) listener.stop()
  await expect.poll(() => redis.client.pubsub('CHANNELS')).toEqual([])
})
