import { expect, test, vi } from 'vitest'
import { pendingRun } from '../testing/pending-run.ts'
import { openPendingRuns } from './pending.ts'

const bounds = { count: 100, bytes: 1e6, perClient: 10, validMs: 1000 }

/** Whether each nonce is still valid. */
const areValid = (
  pending: ReturnType<typeof openPendingRuns>,
  nonces: readonly (readonly [string | undefined, string])[],
) => nonces.map(([nonce = '', client]) => pending.find(nonce, client) !== undefined)

test('a nonce is used once, by its client', async () => {
  const pending = openPendingRuns(bounds)
  const run = await pendingRun('c')
  const nonce = pending.keep(run) ?? ''
  expect(nonce.length).toBe(32)
  expect(pending.find(nonce, 'another client')).toBeUndefined()
  expect(pending.find(nonce, 'c')).toBe(run)
  pending.drop(nonce)
  expect(pending.find(nonce, 'c')).toBeUndefined()
  expect(pending.find('unknown', 'c')).toBeUndefined()
  pending.close()
})

test('pending_seconds: a pending run that exceeds the time is dropped', async () => {
  let clock = 0
  const pending = openPendingRuns(bounds, () => clock)
  const old = pending.keep(await pendingRun('c'))
  clock = 600
  const young = pending.keep(await pendingRun('c'))
  clock = 999
  expect(areValid(pending, [[old, 'c']])).toEqual([true])
  clock = 1000
  expect(
    areValid(pending, [
      [old, 'c'],
      [young, 'c'],
    ]),
  ).toEqual([false, true])
  pending.close()
})

test('client_pending_runs: a client that requests more loses its oldest pending run', async () => {
  const pending = openPendingRuns({ ...bounds, perClient: 2 })
  const other = pending.keep(await pendingRun('other'))
  const own = [
    pending.keep(await pendingRun('c')),
    pending.keep(await pendingRun('c')),
    pending.keep(await pendingRun('c')),
  ]
  expect(areValid(pending, [[other, 'other'], ...own.map((nonce) => [nonce, 'c'] as const)])).toEqual([
    true,
    false,
    true,
    true,
  ])
  pending.close()
})

test('pending_runs: above the limit, the client with the most pending runs loses one', async () => {
  const pending = openPendingRuns({ ...bounds, count: 3 })
  const modest = pending.keep(await pendingRun('modest'))
  const greedy = [pending.keep(await pendingRun('greedy', 'xx')), pending.keep(await pendingRun('greedy', 'xx'))]
  const third = pending.keep(await pendingRun('third'))
  expect(
    areValid(pending, [
      [modest, 'modest'],
      [greedy[0], 'greedy'],
      [greedy[1], 'greedy'],
      [third, 'third'],
    ]),
  ).toEqual([true, false, true, true])
  pending.close()
})

test('pending_bytes: files count, and a single run above the limit is not stored', async () => {
  const pending = openPendingRuns({ ...bounds, bytes: 30_000 })
  const modest = pending.keep(await pendingRun('modest', 'x'.repeat(100)))
  const large = [await pendingRun('greedy', 'x'.repeat(12_000)), await pendingRun('greedy', 'x'.repeat(14_000))]
  const greedy = large.map((run) => pending.keep(run))
  const third = pending.keep(await pendingRun('third', 'x'.repeat(9_000)))
  expect(
    areValid(pending, [
      [modest, 'modest'],
      [greedy[0], 'greedy'],
      [greedy[1], 'greedy'],
      [third, 'third'],
    ]),
  ).toEqual([true, false, true, true])
  expect(pending.keep(await pendingRun('c', 'x'.repeat(31_000)))).toBeUndefined()
  pending.close()
})

test('a closed list has no pending runs', async () => {
  const pending = openPendingRuns(bounds)
  const nonce = pending.keep(await pendingRun('c'))
  pending.close()
  expect(areValid(pending, [[nonce, 'c']])).toEqual([false])
})

test('pending_seconds: an expired run is dropped even if no request follows', async () => {
  vi.useFakeTimers()
  try {
    const pending = openPendingRuns(bounds)
    const [first, second] = [await pendingRun('c'), await pendingRun('c')]
    expect(vi.getTimerCount()).toBe(0)
    pending.keep(first)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(600)
    pending.keep(second)
    // One timer, for the oldest run; then one for the next.
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(400)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(600)
    expect(vi.getTimerCount()).toBe(0)
    pending.keep(first)
    pending.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('exactly as many runs and bytes as allowed are stored', async () => {
  const run = { ...(await pendingRun('c')), bytes: 100 }
  const pending = openPendingRuns({ ...bounds, count: 2, bytes: 200, perClient: 2 })
  const two = [pending.keep(run), pending.keep(run)].map((nonce) => [nonce, 'c'] as const)
  expect(areValid(pending, two)).toEqual([true, true])
  const one = openPendingRuns({ ...bounds, bytes: 100 })
  expect(areValid(one, [[one.keep(run), 'c']])).toEqual([true])
  expect(one.keep({ ...run, bytes: 101 })).toBeUndefined()
  for (const each of [pending, one]) each.close()
})

test('pending_bytes: the client with the most bytes loses its oldest run, even if another has more runs', async () => {
  const run = await pendingRun('many')
  const keep = (pending: ReturnType<typeof openPendingRuns>, client: string, bytes: number) =>
    [pending.keep({ ...run, client, bytes }), client] as const
  for (const [large, expected] of [
    [250, [false, true, true, true]],
    [350, [true, true, false, true]],
  ] as const) {
    const pending = openPendingRuns({ ...bounds, bytes: 3 * 100 + large - 1 })
    const kept = [keep(pending, 'many', 100), keep(pending, 'many', 100), keep(pending, 'large', large)]
    expect(areValid(pending, [...kept, keep(pending, 'many', 100)])).toEqual(expected)
    pending.close()
  }
})
