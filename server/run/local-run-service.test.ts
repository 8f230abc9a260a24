import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnalysedGraph, Host } from '../engine/host.ts'
import type { SteerMessage } from '../engine/walk-link.ts'
import type { WrittenResult } from '../engine/written-result.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { openMetrics } from './metrics.ts'
import { localRunService } from './local-run-service.ts'
import type { PendingRun } from './pending.ts'
import type { FollowedRun, RunService } from './run-service.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service whose sandbox never starts a run; a run ends only if it is canceled and its grace period passes. */
function service(flags: readonly string[] = [], more: Partial<Host> = {}) {
  const stuck = { level: 'full', prepare: () => new Promise(() => {}) } as unknown as Host['sandbox']
  const noted = recordingHost(flags, { sandbox: stuck, ...more })
  const metrics = openMetrics(() => Promise.resolve({ waiting: 0, running: 0 }))
  return { ...noted, runs: localRunService(noted.host, metrics) }
}

async function begun(runs: RunService, run: PendingRun): Promise<FollowedRun> {
  const started = await runs.begin((await runs.keep(run)) ?? '', run)
  if (started.kind !== 'accepted') return expect.unreachable()
  await vi.advanceTimersByTimeAsync(0)
  return started.run
}

const failing = { level: 'full', prepare: () => Promise.resolve({ failed: 'no sandbox here' }) } as never

/** The events of a run, read until its result. */
async function wholeOf(run: FollowedRun, after = 0): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { event } of run.events(after, new AbortController().signal)) names.push(event)
  return names
}

test('a run starts once, for its client, with the digest that was shown', async () => {
  const { runs, lines } = service()
  const run = await pendingRun('client')
  const nonce = (await runs.keep(run)) ?? ''
  const refused = { kind: 'gone' }
  expect(await runs.begin(nonce, { ...run, digest: `${run.digest.slice(0, -1)}x` })).toEqual(refused)
  expect(await runs.begin(nonce, { ...run, client: 'other' })).toEqual(refused)
  expect(await runs.begin(`${nonce}x`, run)).toEqual(refused)
  expect([await runs.find(nonce, 'client'), await runs.find(nonce, 'other')]).toEqual([run, undefined])
  const started = await runs.begin(nonce, run)
  expect(started.kind).toBe('accepted')
  expect(lines[0]).toMatchObject({ msg: 'accepted', digest: run.digest })
  expect([await runs.begin(nonce, run), await runs.find(nonce, 'client')]).toEqual([refused, undefined])
  expect(await runs.again(nonce, 'client', run.digest)).toBeUndefined()
})

test('a busy service reports its wait, and the nonce stays valid', async () => {
  const { runs } = service(['--client-runs', '2', '--runs-at-once', '1'])
  const run = await pendingRun('client')
  for (let count = 0; count < 2; count++) await begun(runs, run)
  const nonce = (await runs.keep(run)) ?? ''
  const busy = { kind: 'busy', because: 'client', waiting: 1, estimateMs: 1000 }
  expect([await runs.begin(nonce, run), await runs.find(nonce, 'client')]).toEqual([busy, run])
  expect(await runs.load()).toEqual({ waiting: 1, running: 1 })
  expect(await runs.status()).toEqual({ problem: null, waiting: 1, running: 1, workers: [], endings: {} })
})

test('runs_per_minute: every attempt of a client counts', async () => {
  const { runs } = service(['--runs-per-minute', '1'])
  const run = await pendingRun('client')
  await begun(runs, run)
  await expect(runs.begin('n', run)).rejects.toMatchObject({ code: 'too-many-requests' })
  expect(await runs.begin('n', { ...run, client: 'other' })).toEqual({ kind: 'gone' })
})

test('pending_seconds: a nonce expires', async () => {
  const { runs } = service(['--pending-seconds', '60'])
  const nonce = (await runs.keep(await pendingRun('client'))) ?? ''
  vi.advanceTimersByTime(59_999)
  expect(await runs.find(nonce, 'client')).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(await runs.find(nonce, 'client')).toBeUndefined()
})

test('a run is followed by its ID, from any event', async () => {
  const { runs } = service([], { sandbox: failing })
  const { id } = await begun(runs, { ...(await pendingRun('client')), session: 'session' })
  const run = await runs.follow(id)
  if (!run) return expect.unreachable()
  expect([run.id, run.session, await runs.follow('other')]).toEqual([id, 'session', undefined])
  const names = ['accepted', 'started', 'trace', 'trace', 'result']
  for (const after of [0, 3, 5, -1]) expect(await wholeOf(run, after)).toEqual(names.slice(Math.max(0, after)))
  const signal = new AbortController().signal
  for await (const { event } of run.events(0, signal)) if (event === 'started') break
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect((await runs.status()).endings).toEqual({ 'not-started': 1 })
  expect(await run.cancel()).toBe(false)
})

test('results are kept for five minutes, up to 200', async () => {
  const { runs } = service(['--runs-per-minute', '1000'], { sandbox: failing })
  const run = await pendingRun('client')
  const ids: string[] = []
  for (let count = 0; count < 201; count++) ids.push((await begun(runs, run)).id)
  const kept = async (id = '') => (await runs.follow(id)) !== undefined
  expect([await kept(ids[0]), await kept(ids[1]), await kept(ids[200])]).toEqual([false, true, true])
  vi.advanceTimersByTime(5 * 60_000 - 1)
  expect(await kept(ids[200])).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await kept(ids[200])).toBe(false)
})

test('reconnect_seconds: a run whose only reader leaves is canceled after a while', async () => {
  const { runs } = service(['--reconnect-seconds', '7'])
  const run = await begun(runs, await pendingRun('client'))
  const [early, reader] = [new AbortController(), new AbortController()]
  // A reader that waits for the next event also ends when it leaves.
  const waits = (async () => {
    for await (const { event } of run.events(0, early.signal)) expect(event).not.toBe('result')
  })()
  await vi.advanceTimersByTimeAsync(0)
  early.abort()
  await waits
  for await (const { event } of run.events(0, reader.signal)) if (event === 'started') reader.abort()
  expect(await run.steer({ steer: { kind: 'step' } })).toBe('no-walk')
  expect(await run.answer('q', 'd', 'this')).toBe('unknown')
  await vi.advanceTimersByTimeAsync(7000 + 9_999)
  expect((await runs.load()).running).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await runs.load()).running).toBe(0)
  expect((await runs.status()).endings).toEqual({ cancelled: 1 })
})

test('an open run is canceled on request', async () => {
  const { runs } = service()
  const run = await begun(runs, await pendingRun('client'))
  expect(await run.cancel()).toBe(true)
  const whole = wholeOf(run)
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await whole).at(-1)).toBe('result')
  expect(await run.cancel()).toBe(false)
})

test('a walk receives messages until it ends', async () => {
  const received: SteerMessage[] = []
  let end = (_written: WrittenResult): void => {}
  const walkGraph: Host['walkGraph'] = (_task, link) => {
    link.onSteer((message) => received.push(message))
    return new Promise((resolve) => (end = resolve))
  }
  const { runs } = service([], { walkGraph })
  const graph = { reach: { commands: [] }, task: {} } as unknown as AnalysedGraph
  const run = await begun(runs, { ...(await pendingRun('client')), graph })
  const step = { steer: { kind: 'step' } } as const
  expect([await run.steer(step), received]).toEqual(['taken', [step]])
  const figures = { success: true, ending: 'exited', duration_ms: 1 } as const
  end({ figures, before: '{"success":true,"output":', output: 'null', withoutOutput: '' })
  await vi.advanceTimersByTimeAsync(0)
  expect([await run.steer(step), received.length]).toEqual(['no-walk', 1])
})

test('shutdown_seconds: a stopping service waits for its runs, then cancels them', async () => {
  const { runs } = service(['--shutdown-seconds', '3'])
  const run = await pendingRun('client')
  const nonce = (await runs.keep(run)) ?? ''
  await begun(runs, run)
  let isClosed = false
  void runs.close().then(() => (isClosed = true))
  expect(await runs.begin(nonce, run)).toMatchObject({ kind: 'busy', because: 'queue' })
  // A canceled run has 10 s to end.
  await vi.advanceTimersByTimeAsync(3000 + 9_999)
  expect(isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isClosed).toBe(true)
  expect(await runs.find(nonce, 'client')).toBeUndefined()
})
