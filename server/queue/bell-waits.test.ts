import { EventEmitter } from 'node:events'
import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Bell } from './bell.ts'
import { keys } from './keys.ts'

// Subscriptions and waits with a test connection. bell.test.ts listens to a real Redis.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A bell whose subscriptions succeed when the test allows it, and the commands that it sends. */
function ringing() {
  const commands: string[] = []
  const answers: ((fails?: boolean) => void)[] = []
  const sent = (name: string) => (channel: string) => {
    commands.push(`${name} ${channel}`)
    return new Promise<void>((resolve, reject) =>
      answers.push((fails) => (fails ? reject(new Error('closed')) : resolve())),
    )
  }
  const redis = Object.assign(new EventEmitter(), { subscribe: sent('subscribe'), unsubscribe: sent('unsubscribe') })
  const bell = new Bell(redis as unknown as Redis)
  const left = new AbortController()
  return { ...{ bell, left, commands, answers }, news: (id: string) => redis.emit('message', keys.news(id), '1') }
}

/** Whether a promise has settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  void promise.then(() => (settled = true))
  await vi.advanceTimersByTimeAsync(0)
  return settled
}

test('listeners of one run share a subscription, which ends with the last of them', async () => {
  const { bell, left, commands, answers } = ringing()
  const [one, two] = [bell.listen('r1', left.signal), bell.listen('r1', left.signal)]
  bell.listen('r2', left.signal)
  const [first, second] = [keys.news('r1'), keys.news('r2')]
  expect(commands).toEqual([`subscribe ${first}`, `subscribe ${second}`])
  expect(await isSettled(two.ready)).toBe(false)
  answers[0]?.()
  expect([await isSettled(one.ready), await isSettled(two.ready)]).toEqual([true, true])
  one.stop()
  expect(commands).toHaveLength(2)
  two.stop()
  expect(commands.slice(2)).toEqual([`unsubscribe ${first}`])
  // A failed command is not an error: the connection retries, or is closed.
  answers[2]?.(true)
  const again = bell.listen('r1', left.signal)
  expect(commands.at(-1)).toBe(`subscribe ${first}`)
  answers[3]?.(true)
  expect(await isSettled(again.ready)).toBe(true)
})

test('a reader that ends does not wait for its subscription', async () => {
  const { bell, left } = ringing()
  const { ready } = bell.listen('r1', left.signal)
  left.abort()
  expect(await isSettled(ready)).toBe(true)
})

test('a wait ends with news, after one second, or with its reader', async () => {
  const { bell, left, news } = ringing()
  const one = bell.listen('r1', left.signal)
  const woken = one.next()
  news('r2')
  expect(await isSettled(woken)).toBe(false)
  news('r1')
  expect([await isSettled(woken), vi.getTimerCount()]).toEqual([true, 0])
  // News before a wait ends only the next wait.
  news('r1')
  expect(await isSettled(one.next())).toBe(true)
  const silent = one.next()
  await vi.advanceTimersByTimeAsync(999)
  expect(await isSettled(silent)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isSettled(silent)).toBe(true)
  const last = one.next()
  left.abort()
  expect(await isSettled(last)).toBe(true)
  for (let again = 0; again < 2; again++) expect(await isSettled(one.next())).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a stopped listener gets no more calls', async () => {
  const { bell, left, news } = ringing()
  const [one, two] = [bell.listen('r1', left.signal), bell.listen('r1', left.signal)]
  one.stop()
  const [stopped, listening] = [one.next(), two.next()]
  news('r1')
  expect([await isSettled(stopped), await isSettled(listening)]).toEqual([false, true])
})
