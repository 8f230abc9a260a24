import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Host } from '../engine/host.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { Slots } from './graph/slots.ts'
import { processQueue } from './memory-queue.ts'
import { openMetrics } from './metrics.ts'
import { openRuns, type RunRecord, type Runs } from './runs.ts'
import { startRun, type RunParts } from './start-run.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The clock is not at 0 when the run begins, so only time differences can be correct.
  vi.advanceTimersByTime(700)
})
afterEach(() => void vi.useRealTimers())

/** Starts runs whose sandbox waits until `fail` is called. */
function starting(length = 5) {
  const preparing: ((outcome: { readonly failed: string }) => void)[] = []
  const sandbox = { level: 'full', prepare: () => new Promise((resolve) => preparing.push(resolve)) }
  const noted = recordingHost([], { sandbox: sandbox as unknown as Host['sandbox'] })
  const runs = openRuns({ reconnectMs: 40, keepMs: 40_000, keepRuns: 9, keepBytes: 1e6 })
  const opened: RunRecord[] = []
  const open: Runs['open'] = (session) => {
    const record = runs.open(session)
    opened.push(record)
    return record
  }
  const metrics = openMetrics(() => Promise.resolve({ waiting: 0, running: 0 }))
  const queue = processQueue({ atOnce: 1, length, perClient: length })
  const parts: RunParts = { host: noted.host, queue, runs: { ...runs, open }, slots: new Slots(1), metrics }
  return {
    ...{ ...noted, parts, opened },
    fail: () => preparing.shift()?.({ failed: 'no sandbox here' }),
    async start(client: string): Promise<RunRecord> {
      const started = startRun(parts, { ...(await pendingRun(client)), session: client })
      if ('kind' in started) return expect.unreachable()
      return started.record
    },
  }
}

/** The events of a run with their data, without the trace. */
const eventsOf = ({ events }: RunRecord) =>
  events.filter(({ event }) => event !== 'trace').map(({ event, text }) => [event, JSON.parse(text)] as const)

const reason = 'The sandbox could not start: no sandbox here'
const unstarted: unknown = expect.objectContaining({ success: false, ending: { kind: 'not-started', reason } })

test('a run reports its acceptance, its position in the queue, its start with the waiting time, and its result', async () => {
  const { parts, lines, steps, fail, start } = starting()
  const [first, second, third] = [await start('a'), await start('a'), await start('b')]
  await vi.advanceTimersByTimeAsync(1500)
  expect(eventsOf(first)).toEqual([
    ['accepted', { id: first.id, position: 0, estimate_ms: 0 }],
    ['started', { waited_ms: 0 }],
  ])
  fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(eventsOf(first).at(-1)).toEqual(['result', unstarted])
  expect(eventsOf(third)).toEqual([
    // Before the first run ends, a run counts as 500 ms.
    ['accepted', { id: third.id, position: 1, estimate_ms: 1000 }],
    ['queued', { position: 0, estimate_ms: 1500 }],
  ])
  fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(eventsOf(second)).toEqual([
    ['accepted', { id: second.id, position: 0, estimate_ms: 500 }],
    ['started', { waited_ms: 1500 }],
    ['result', unstarted],
  ])
  expect([first.session, third.session]).toEqual(['a', 'b'])
  expect(await parts.metrics.endings()).toEqual({ 'not-started': 2 })
  expect(await parts.metrics.registry.metrics()).toContain('rye_run_seconds_sum{primitive="execute"} 1.5\n')
  expect(lines.slice(0, 2)).toMatchObject([
    { run: first.id, waited_ms: 0, msg: 'started' },
    { run: first.id, waited_ms: 0, msg: 'run', ending: 'not-started', primitive: 'execute' },
  ])
  expect(steps).toContainEqual(expect.objectContaining({ begins: 'wait', facts: { run: second.id }, agoMs: 1500 }))
})

test('a canceled waiting run, and a waiting run of a stopping server, have a result without a start', async () => {
  const { parts, lines, fail, start } = starting()
  const [active, cancelled, dropped] = [await start('a'), await start('a'), await start('b')]
  await vi.advanceTimersByTimeAsync(0)
  cancelled.cancel()
  const closed = parts.queue.close(1000)
  fail()
  await vi.advanceTimersByTimeAsync(0)
  await closed
  const stopping = { kind: 'not-started', reason: 'The server is stopping.' }
  expect(eventsOf(active).at(-1)).toEqual(['result', unstarted])
  expect(eventsOf(cancelled)).toMatchObject([
    ['accepted', {}],
    ['result', { ending: { kind: 'cancelled' } }],
  ])
  expect(eventsOf(dropped)).toMatchObject([
    ['accepted', {}],
    ['queued', {}],
    ['result', { ending: stopping, output: { stdout: { text: '' } } }],
  ])
  expect(await parts.metrics.endings()).toEqual({ 'not-started': 2, cancelled: 1 })
  expect(lines).toContainEqual(expect.objectContaining({ run: cancelled.id, msg: 'run', ending: 'cancelled' }))
  expect(lines).toContainEqual(expect.objectContaining({ run: dropped.id, msg: 'run', ending: 'not-started' }))
})

test('a run that exceeds the limits leaves no record', async () => {
  const { parts, opened, start } = starting(1)
  await start('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(startRun(parts, await pendingRun('a'))).toEqual({ kind: 'busy', because: 'client' })
  expect(opened.map(({ id }) => parts.runs.find(id) !== undefined)).toEqual([true, false])
})
