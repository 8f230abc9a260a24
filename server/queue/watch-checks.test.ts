import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordingHost } from '../testing/recording-host.ts'
import { queueStatus } from './queue-status.ts'
import type { Overview, RunStore } from './run-store.ts'
import { Watch } from './watch.ts'

// Checks of a queue with a test store. watch.test.ts checks a real Redis.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const about = { level: 'full', version: '1.2.3', slots: 2, running: 1, draining: false }
const heartbeat = (beat: number, more: object = {}): string => JSON.stringify({ ...about, beat, runs: ['r1'], ...more })

/** A watch over a queue that the test changes, and the calls that it makes. */
function watching(order: () => Promise<readonly string[]> = () => Promise.resolve([])) {
  const calls: string[] = []
  const state = {
    ...{ instance: 'redis', isTrusted: true, meanMs: 100, old: [] as readonly string[] },
    ...{ running: new Map<string, string>(), workers: new Map<string, string>() },
  }
  let fails = false
  const store = {
    look(agreed: string): Promise<Overview> {
      calls.push(`look ${agreed}`.trim())
      if (fails) return Promise.reject(new Error('lost'))
      return Promise.resolve({ ...state, running: new Map(state.running), workers: new Map(state.workers) })
    },
    redis: { hdel: (_key: string, worker: string) => Promise.resolve(calls.push(`drop ${worker}`)) },
    facts: (id: string) => Promise.resolve((calls.push(`end ${id}`), undefined)),
  } as unknown as RunStore
  const noted = recordingHost()
  const watch = new Watch({ store, host: noted.host }, order)
  const check = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000)
  return { ...noted, watch, state, calls, check, fail: (now: boolean) => (fails = now) }
}

test('the queue is checked at once, then every second, until the watch closes', async () => {
  const { watch, calls, check } = watching()
  await watch.begun
  await vi.advanceTimersByTimeAsync(999)
  expect(calls).toEqual(['look'])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual(['look', 'look'])
  watch.close()
  await check()
  expect(calls).toHaveLength(2)
})

test('a failed check is logged, and the previous state stays', async () => {
  const { watch, state, lines, check, fail } = watching()
  state.workers.set('w1', heartbeat(1))
  await check()
  fail(true)
  await check()
  expect(lines).toMatchObject([{ msg: 'look', error: { message: 'lost' } }])
  expect(watch.workers).toHaveLength(1)
  watch.close()
})

test('a worker is listed until four checks find no new heartbeat, then removed', async () => {
  const { watch, state, calls, check } = watching()
  await watch.begun
  state.workers.set('w1', heartbeat(1)).set('w2', heartbeat(1))
  await check()
  for (let silent = 1; silent < 4; silent++) {
    state.workers.set('w2', heartbeat(1 + silent))
    await check()
    expect(watch.workers.map(({ id }) => id)).toEqual(['w1', 'w2'])
  }
  expect(calls).not.toContain('drop w1')
  state.workers.set('w2', heartbeat(9))
  await check()
  expect(watch.workers).toEqual([{ id: 'w2', ...about }])
  expect(calls.filter((call) => call !== 'look')).toEqual(['drop w1'])
  watch.close()
})

test('a run ends as lost after four checks in which no worker reports it', async () => {
  const { watch, state, calls, check } = watching()
  await watch.begun
  state.running = new Map([...[['r1', 'w1'] as const, ['r2', 'w1'] as const, ['r3', 'gone'] as const]])
  const ended = () => calls.filter((call) => call.startsWith('end'))
  for (let beat = 1; beat < 4; beat++) {
    state.workers.set('w1', heartbeat(beat))
    await check()
  }
  expect(ended()).toEqual([])
  state.workers.set('w1', heartbeat(4))
  await check()
  expect(ended()).toEqual(['end r2', 'end r3'])
  watch.close()
})

test('after its worker reports a run again, the run ends only after four more checks without a report', async () => {
  const { watch, state, calls, check } = watching()
  await watch.begun
  state.running.set('r1', 'w1')
  for (const beat of [1, 1, 1, 2, 2, 2, 2]) {
    state.workers.set('w1', heartbeat(beat))
    await check()
  }
  expect(calls).not.toContain('end r1')
  await check()
  expect(calls).toContain('end r1')
  watch.close()
})

test.for(['{"runs":"r1"}', '{}', '"text"', 'null'])(
  'the heartbeat %s reports no run and lists no worker',
  async (text) => {
    const { watch, state, calls, check } = watching()
    await watch.begun
    state.running.set('r1', 'w1')
    state.workers.set('w1', text)
    for (let checks = 0; checks < 4; checks++) {
      // A new heartbeat each time.
      state.workers.set('w1', text + ' '.repeat(checks))
      await check()
    }
    expect([watch.workers, calls.includes('end r1')]).toEqual([[], true])
    watch.close()
  },
)

test('runs of a lost data set end at once, each once', async () => {
  const { watch, state, calls } = watching()
  state.old = ['r1', 'r2', 'r1']
  await watch.begun
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls.filter((call) => call.startsWith('end'))).toEqual(['end r1', 'end r2'])
  watch.close()
})

test('an unknown Redis is trusted after four checks, if it stays the same', async () => {
  const { watch, state, calls, check } = watching()
  state.isTrusted = false
  for (let checks = 0; checks < 2; checks++) await check()
  state.instance = 'another'
  const before = calls.length
  for (let checks = 0; checks < 4; checks++) await check()
  expect(calls.slice(before)).toEqual(['look', 'look', 'look', 'look'])
  await check()
  expect(calls.at(-1)).toBe('look another')
  state.isTrusted = true
  await check()
  await check()
  expect(calls.at(-1)).toBe('look')
  watch.close()
})

test('a waiting run has a place and an estimated wait', async () => {
  const { watch, state, check } = watching(() => Promise.resolve(['a', 'b', 'c']))
  // Without a worker, one run runs at a time.
  await watch.begun
  expect([watch.placeOf('b'), watch.placeOf('none')]).toEqual([1, 0])
  expect([0, 1, 2].map((before) => watch.estimateMs(before))).toEqual([0, 100, 200])
  expect(watch.estimateMs()).toBe(300)
  state.meanMs = 100.5
  state.workers.set('w1', heartbeat(1)).set('w2', heartbeat(1, { draining: true, slots: 5 }))
  state.running.set('r1', 'w1')
  await check()
  // One of two slots is free.
  expect([0, 1, 2, 3].map((before) => watch.estimateMs(before))).toEqual([0, 101, 101, 201])
  watch.close()
})

test('before the first check, a run is expected to take half a second', () => {
  const { watch } = watching()
  expect([watch.workers, watch.estimateMs(0), watch.estimateMs(1)]).toEqual([[], 0, 500])
  watch.close()
})

/** The status of a queue with these workers, whose Redis accepts a write or not. */
function status(
  draining: readonly boolean[],
  redis: object = {},
  load: () => Promise<unknown> = () => Promise.resolve({ waiting: 2, running: 1 }),
) {
  const workers = draining.map((each, at) => ({ ...about, id: `w${at}`, draining: each }))
  const figures = { 'ending:exited': '3', 'ending:worker-lost': '1', 'took:exited': '9', 'wait:100': '2', ending: '4' }
  const written: unknown[] = []
  const store = {
    load,
    redis: {
      hgetall: () => Promise.resolve(figures),
      set: (...given: readonly unknown[]) => (written.push(given.slice(1)), Promise.resolve('OK')),
      ...redis,
    },
  } as unknown as RunStore
  return queueStatus(store, { workers } as unknown as Watch).then((shown) => ({ ...shown, written }))
}

test('the status of a queue has its load, its workers and its endings', async () => {
  const endings = { exited: 3, 'worker-lost': 1, '': 4 }
  const shown = await status([true, false])
  expect(shown).toMatchObject({ waiting: 2, running: 1, problem: null, workers: [{ id: 'w0' }, { id: 'w1' }] })
  expect([shown.endings, shown.written]).toEqual([endings, [['1', 'PX', 1000]]])
})

test.for([[[]], [[true]], [[true, true]]])(
  'a queue whose workers accept no runs (%j) has a problem',
  async ([draining]) => {
    expect((await status(draining as readonly boolean[])).problem).toBe(
      'No worker takes runs: accepted runs wait for a worker.',
    )
  },
)

test('a queue whose Redis refuses writes or does not respond has a problem', async () => {
  const full = { set: () => Promise.reject(new Error('OOM command not allowed')) }
  expect(await status([false], full)).toMatchObject({
    ...{ waiting: 2, running: 1, problem: 'The queue is full (maxmemory of its Redis server).', workers: [{}] },
  })
  expect(await status([false], {}, () => Promise.reject(new Error('closed')))).toMatchObject({
    ...{ waiting: 0, running: 0, endings: {}, problem: 'The queue cannot be reached.', workers: [] },
  })
})
