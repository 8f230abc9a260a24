import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NumberedEvent } from '../run/runs.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { followedRun, type FollowParts } from './followed.ts'
import { PAGE } from './run-store.ts'
import { packRun } from './waiting-run.ts'

// A reader with a test store. followed.test.ts follows runs in a real Redis.

beforeEach(() => {
  vi.useFakeTimers()
  // The clock is not at 0 when the reader begins, so only time differences can be correct.
  vi.advanceTimersByTime(700)
})
afterEach(() => void vi.useRealTimers())

const run = await pendingRun('client')
const { head } = packRun(run)
const event = (number: number, name: NumberedEvent['event'] = 'stdout'): NumberedEvent => ({
  ...{ number, event: name, text: JSON.stringify({ text: `${number}` }) },
})
type Facts = Awaited<ReturnType<FollowParts['store']['facts']>>
const facts = (state: NonNullable<Facts>['state'], last: number): Facts => ({
  ...{ state, client: 'client', session: null, digest: 'd', token: 't', last },
})

/** A followed run whose store contains these values, and everything that happens to it. */
function following(more: Partial<FollowParts['store']> = {}, parts: Partial<FollowParts> = {}) {
  const state = { events: [] as NumberedEvent[], facts: facts('running', 0), place: 0 }
  const calls: unknown[] = []
  const noted = recordingHost()
  let ring = (): void => {}
  const store = {
    events: (_id: string, after: number) =>
      Promise.resolve(state.events.filter(({ number }) => number > after).slice(0, PAGE)),
    facts: () => Promise.resolve(state.facts),
    head: () => Promise.resolve(head),
    recordFollower: () => Promise.resolve(void calls.push('recorded')),
    isFollowed: () => Promise.resolve(false),
    cancel: (id: string) => Promise.resolve((calls.push(`cancel ${id}`), 'running')),
    end: (run: { readonly id: string; readonly token: string }, { figures }: { figures: { ending: string } }) =>
      Promise.resolve((calls.push(`end ${run.id} ${run.token} ${figures.ending}`), true)),
    answer: (...given: readonly unknown[]) => Promise.resolve((calls.push(['answer', ...given]), 'taken')),
    steer: (...given: readonly unknown[]) => Promise.resolve((calls.push(['steer', ...given]), 'taken')),
    ...more,
  }
  const whole: FollowParts = {
    ...{ store: store as unknown as FollowParts['store'], host: noted.host, reconnectMs: 3000 },
    turns: {
      remove: (id: string) => Promise.resolve(void calls.push(`remove ${id}`)),
    } as unknown as FollowParts['turns'],
    bell: {
      listen: (id: string, signal: AbortSignal) => ({
        ready: Promise.resolve(),
        next: () =>
          new Promise<void>((resolve) => {
            ring = resolve
            signal.addEventListener('abort', () => resolve())
          }),
        stop: () => calls.push(`unsubscribed ${id}`),
      }),
    } as unknown as FollowParts['bell'],
    watch: {
      placeOf: () => state.place,
      estimateMs: (place: number) => place * 100,
    } as unknown as FollowParts['watch'],
    readers: new Map(),
    onLeft: () => calls.push('left'),
    isStopping: () => false,
    ...parts,
  }
  const followed = followedRun(whole, 'r1', 'session')
  /** Read events until the stream ends; `received` contains the events so far. */
  const read = (after = 0, signal = new AbortController().signal, of = followed) => {
    const received: NumberedEvent[] = []
    let isOver = false
    const over = (async () => {
      for await (const one of of.events(after, signal)) received.push(one)
      isOver = true
    })()
    return { received, over, isOver: () => isOver }
  }
  const news = async (): Promise<void> => {
    ring()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...noted, state, calls, parts: whole, followed, read, news }
}

const numbers = (events: readonly NumberedEvent[]) => events.map(({ number, event: name }) => [number, name])

test('a reader receives all pages, then new events, until the result', async () => {
  const { state, read, news, calls, parts } = following()
  state.events = Array.from({ length: PAGE + 3 }, (_, at) => event(at + 1))
  const { received, over, isOver } = read(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(numbers(received)).toEqual(state.events.slice(1).map(({ number }) => [number, 'stdout']))
  expect([...parts.readers.values()]).toMatchObject([{ id: 'r1', last: PAGE + 3 }])
  state.facts = facts('running', PAGE + 3)
  await news()
  expect(isOver()).toBe(false)
  state.events.push(event(PAGE + 4, 'result'))
  await news()
  await over
  expect(numbers(received.slice(PAGE + 2, PAGE + 3))).toEqual([[PAGE + 4, 'result']])
  expect(calls.slice(-2)).toEqual(['unsubscribed r1', 'left'])
  expect([parts.readers.size, vi.getTimerCount()]).toEqual([0, 0])
})

test('a run that Redis lost gets one result after the last event', async () => {
  const { state, read, news, calls } = following()
  state.events = [event(1)]
  const { received, over } = read()
  await vi.advanceTimersByTimeAsync(0)
  state.facts = undefined
  state.events = []
  await news()
  await over
  expect(numbers(received)).toEqual([
    [1, 'stdout'],
    [2, 'result'],
  ])
  expect(JSON.parse(received[1]?.text ?? '')).toMatchObject({ success: false, ending: { kind: 'worker-lost' } })
  expect(calls).not.toContainEqual(expect.stringContaining('end r1'))
  expect(calls.at(-1)).toBe('left')
})

test('a run whose sent events are missing is ended as lost', async () => {
  const { state, read, calls } = following()
  state.facts = facts('running', 4)
  const { received, over } = read(5)
  await over
  expect(numbers(received)).toEqual([[6, 'result']])
  expect(calls).toContain('end r1 t worker-lost')
})

test('an ended run without new events ends the stream, and expired events are not replaced', async () => {
  const ended = following()
  ended.state.facts = facts('ended', 7)
  const first = ended.read(7)
  await first.over
  expect([first.received, ended.calls.includes('end r1 t worker-lost')]).toEqual([[], false])
  const expired = following()
  expired.state.facts = facts('ended', 7)
  const second = expired.read(5)
  await vi.advanceTimersByTimeAsync(0)
  expect(second.isOver()).toBe(false)
  expired.state.facts = undefined
  await expired.news()
  await second.over
  expect(second.received).toEqual([])
})

test('a waiting run shows each new position once, with the number of its last event', async () => {
  const { state, read, news } = following()
  state.facts = facts('waiting', 1)
  state.place = 3
  const { received } = read(1)
  await vi.advanceTimersByTimeAsync(0)
  await news()
  state.place = 2
  await news()
  state.facts = facts('running', 1)
  state.place = 1
  await news()
  const queued = (position: number) => ({
    ...{ number: 1, event: 'queued' },
    text: JSON.stringify({ position, estimate_ms: position * 100 }),
  })
  expect(received).toEqual([queued(3), queued(2)])
})

test('this server follows a run while a reader reads it', async () => {
  const failed = following({ recordFollower: () => Promise.reject(new Error('lost')) })
  failed.read()
  await vi.advanceTimersByTimeAsync(0)
  expect(failed.lines).toMatchObject([{ run: 'r1', msg: 'follow', error: { message: 'lost' } }])
  const { read, calls } = following()
  const asked = new AbortController()
  const { over } = read(0, asked.signal)
  await vi.advanceTimersByTimeAsync(2999)
  expect(calls).toEqual(['recorded', 'recorded', 'recorded'])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toHaveLength(4)
  asked.abort()
  await over
  expect(getEventListeners(asked.signal, 'abort')).toEqual([])
  await vi.advanceTimersByTimeAsync(3000)
  expect(calls.filter((call) => call === 'recorded')).toHaveLength(4)
})

test.for([
  { name: 'a followed run continues', followed: true, state: 'running', then: [] },
  { name: 'an active run is canceled', followed: false, state: 'running', then: ['cancel r1'] },
  {
    name: 'a waiting run is ended',
    ...{ followed: false, state: 'waiting', then: ['cancel r1', 'end r1  cancelled', 'remove r1'] },
  },
])('after its reader leaves, $name', async ({ followed, state, then }) => {
  const calls: string[] = []
  const { read, ...rest } = following({
    isFollowed: () => Promise.resolve(followed),
    cancel: (id) => Promise.resolve((calls.push(`cancel ${id}`), state as 'waiting')),
  })
  const asked = new AbortController()
  const { over } = read(0, asked.signal)
  await vi.advanceTimersByTimeAsync(0)
  asked.abort()
  await over
  // The reader can reconnect within 3 s; the record of another server expires a little later.
  await vi.advanceTimersByTimeAsync(3199)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  const ends = rest.calls.filter((call) => /^(?:end|remove)/.test(String(call)))
  expect([...calls, ...ends]).toEqual(then)
})

test('a failed check after a reader left is only logged', async () => {
  const { read, lines } = following({ isFollowed: () => Promise.reject(new Error('lost')) })
  const asked = new AbortController()
  const { over } = read(0, asked.signal)
  await vi.advanceTimersByTimeAsync(0)
  asked.abort()
  await over
  await vi.advanceTimersByTimeAsync(3200)
  expect(lines).toMatchObject([
    { run: 'r1', msg: 'could not cancel a run that no client follows', error: { message: 'lost' } },
  ])
})

test('a stopping server stops its readers, and their runs continue', async () => {
  let stopping = false
  const { read, calls, parts } = following({}, { isStopping: () => stopping })
  const { over } = read()
  await vi.advanceTimersByTimeAsync(0)
  stopping = true
  for (const { stop } of parts.readers.values()) stop()
  await over
  const late = read()
  await late.over
  const aborted = read(0, AbortSignal.abort())
  await aborted.over
  expect([late.received, aborted.received, vi.getTimerCount()]).toEqual([[], [], 0])
  expect(calls).not.toContain('cancel r1')
})

test('a reader waits a minute for Redis, and then receives the result of a lost run', async () => {
  const { read, lines } = following({ events: () => Promise.reject(new Error('refused')) })
  const { received, over, isOver } = read(4)
  await vi.advanceTimersByTimeAsync(59_900)
  expect([isOver(), received]).toEqual([false, []])
  await vi.advanceTimersByTimeAsync(400)
  await over
  expect(numbers(received)).toEqual([[5, 'result']])
  // One attempt every 300 ms.
  expect(lines).toHaveLength(200)
  expect(lines[0]).toMatchObject({ msg: 'redis does not answer', error: { message: 'refused' } })
})

test('a short failure of Redis loses no events', async () => {
  let fails = true
  const events = [event(1), event(2, 'result')]
  const { read } = following({ events: () => (fails ? Promise.reject(new Error('refused')) : Promise.resolve(events)) })
  const { received, over } = read()
  await vi.advanceTimersByTimeAsync(299)
  fails = false
  expect(received).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await over
  expect(received).toEqual(events)
})

test.for([
  ['waiting', true, ['cancel r1', 'end r1  cancelled', 'remove r1']],
  ['running', true, ['cancel r1']],
  ['ended', false, ['cancel r1']],
] as const)('canceling a run that is %s reports whether the run was open: %s', async ([state, isOpen, expected]) => {
  const noted: string[] = []
  const { followed, calls } = following({
    cancel: (id) => Promise.resolve((noted.push(`cancel ${id}`), state)),
  })
  expect(await followed.cancel()).toBe(isOpen)
  expect([...noted, ...calls]).toEqual(expected)
})

test('answers and steering of a run are stored for its worker', async () => {
  const { followed, calls } = following()
  const step = { steer: { kind: 'step' } } as const
  expect([await followed.answer('q', 'd', 'this'), await followed.steer(step)]).toEqual(['taken', 'taken'])
  expect(calls).toEqual([
    ['answer', 'r1', 'q', 'd', 'this'],
    ['steer', 'r1', step],
  ])
  expect([followed.id, followed.session]).toEqual(['r1', 'session'])
})
