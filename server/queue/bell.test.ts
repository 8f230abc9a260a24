import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/redis.ts'
import { Bell } from './bell.ts'
import { keys } from './keys.ts'

// What comes with the rings is taken from there; for anything else the listener is sent to Redis, where all of it lies.

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

const text = '{"text":"1 2"}'
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_none, at) => from + at)
const whole = (from: number, to: number) => numbers(from, to).map((number) => `${number} stdout ${text}`)

test.for([
  { what: 'one event', rings: whole(1, 1), after: 0, taken: [1] },
  { what: 'several', rings: whole(4, 7), after: 3, taken: [4, 5, 6, 7] },
  { what: 'some that the listener has', rings: whole(1, 4), after: 2, taken: [3, 4] },
  { what: 'nothing that the listener has not', rings: whole(1, 2), after: 2, taken: [] },
  { what: 'a gap before them', rings: whole(3, 4), after: 1, taken: undefined },
  { what: 'a number without its event', rings: ['1', ...whole(2, 2)], after: 0, taken: undefined },
  { what: 'more than is kept', rings: whole(1, 9), after: 0, taken: undefined },
])('with $what the listener takes $taken', async ({ what, rings, after, taken }) => {
  const left = new AbortController()
  const ringing = bell.listen(what, left.signal)
  await ringing.ready
  for (const ring of rings) await redis.client.publish(keys.newEvents(what), ring)
  // What is said on another channel afterwards is heard afterwards.
  const later = bell.listen(`${what}, and all is heard`, left.signal)
  await later.ready
  await ringing.next()
  expect(ringing.take(after)?.map(({ number }) => number)).toEqual(taken)
  // What was taken, or was too much, is not kept for the next time.
  expect(ringing.take(after)).toBeUndefined()
  left.abort()
  await ringing.next()
  for (const one of [ringing, later]) one.stop()
})

test('a small event comes as it was said, spaces and all', async () => {
  const left = new AbortController()
  const ringing = bell.listen('spaces', left.signal)
  await ringing.ready
  await redis.client.publish(keys.newEvents('spaces'), `1 stderr ${text}`)
  await ringing.next()
  expect(ringing.take(0)).toEqual([{ number: 1, event: 'stderr', text }])
  left.abort()
  ringing.stop()
})
