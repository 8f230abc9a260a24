import { getEventListeners } from 'node:events'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AnalysedGraph, Host } from '../engine/host.ts'
import { isLong, readOutput, type OutputTask } from '../engine/read-output.ts'
import { WalkStopped } from '../engine/walk-thread.ts'
import { startService } from '../testing/http-service.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { requestPlan } from '../testing/sandbox.ts'
import { Slots } from './graph/slots.ts'
import type { PendingRun } from './pending.ts'
import { GRACE_MS, perform, unperformed } from './perform.ts'
import type { EndedRun } from './result-message.ts'
import type { RunPublisher } from './runs.ts'

afterEach(() => void vi.useRealTimers())

/** The record of a run that only stores its events. */
function publisher() {
  const events: Parameters<RunPublisher['publish']>[0][] = []
  const record: RunPublisher = {
    id: 'r1',
    publish: (event) => events.push(event),
    onAnswer: () => {},
    onSteer: () => {},
  }
  return { events, record }
}

const performed = (
  host: Host,
  pending: PendingRun,
  signal = new AbortController().signal,
  { record } = publisher(),
): Promise<EndedRun> => perform({ host, slots: new Slots(1) }, pending, record, signal)

const resultOf = ({ text }: EndedRun): unknown => JSON.parse(text)

/** A sandbox that accepts runs and never responds, like one whose keeper is stopped. */
const stuck = { level: 'full', prepare: () => new Promise(() => {}) } as unknown as Host['sandbox']

test('a run that does not end when canceled gets its ending after a grace period', async () => {
  vi.useFakeTimers()
  const { host, lines } = recordingHost([], { sandbox: stuck })
  const cancel = new AbortController()
  let ended: unknown
  void performed(host, await pendingRun('client'), cancel.signal).then(({ figures }) => (ended = figures.ending))
  await vi.advanceTimersByTimeAsync(10 * GRACE_MS)
  expect(ended).toBeUndefined()
  cancel.abort()
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1)
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toBe('cancelled')
  expect(GRACE_MS).toBe(10_000)
  expect(lines).toEqual([{ run: 'r1', msg: 'a canceled run did not end in time' }])
})

test('a run that was canceled before its start has the same grace period', async () => {
  vi.useFakeTimers()
  const { host } = recordingHost([], { sandbox: stuck })
  let ended: unknown
  void performed(host, await pendingRun('client'), AbortSignal.abort()).then(({ figures }) => (ended = figures.ending))
  await vi.advanceTimersByTimeAsync(GRACE_MS)
  expect(ended).toBe('cancelled')
})

test('an ended run leaves no timer and no listener', async () => {
  vi.useFakeTimers()
  const cancel = new AbortController()
  let fail = (_outcome: unknown): void => {}
  const sandbox = { level: 'full', prepare: () => new Promise((resolve) => (fail = resolve)) }
  const { host } = recordingHost([], { sandbox: sandbox as unknown as Host['sandbox'] })
  const ending = performed(host, await pendingRun('client'), cancel.signal)
  cancel.abort()
  expect(vi.getTimerCount()).toBe(1)
  fail({ failed: 'no sandbox here' })
  await ending
  expect([vi.getTimerCount(), getEventListeners(cancel.signal, 'abort')]).toEqual([0, []])
})

test('the steps of the analysis and the run are published, each once', async () => {
  const { host, lines } = recordingHost()
  const published = publisher()
  const pending = await pendingRun('client')
  const ended = await performed(host, pending, undefined, published)
  const reason = 'The sandbox could not start: no sandbox here'
  expect(resultOf(ended)).toMatchObject({ success: false, ending: { kind: 'not-started', reason } })
  const trace = [...pending.call.trace, expect.objectContaining({ step: 'run', ending: 'not-started' })]
  expect(published.events).toEqual(trace.map((data) => ({ event: 'trace', data })))
  expect(lines).toEqual([])
})

test('a server error is only logged', async () => {
  const sandbox = { level: 'full', prepare: () => Promise.reject(new Error('private')) }
  const { host, lines } = recordingHost([], { sandbox: sandbox as unknown as Host['sandbox'] })
  const ended = await performed(host, await pendingRun('client'))
  const reason = 'The server failed to execute this run.'
  expect(resultOf(ended)).toMatchObject({ success: false, ending: { kind: 'not-started', reason } })
  expect(ended.text).not.toContain('private')
  expect(lines).toMatchObject([{ run: 'r1', msg: 'run failed', error: { message: 'private' } }])
})

/** A host that can reach a service with this answer, and a run that requests it. */
async function requesting(body: string, type = 'text/plain', more: Partial<Host> = {}) {
  const service = await startService((_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body),
  )
  onTestFinished(() => service.close())
  const at = `127.0.0.1:${service.port}`
  const { host, lines } = recordingHost([], more)
  const http = { ...host.http, reach: { allowed: [], allowedPrivate: [at] } }
  const run = await pendingRun('client')
  const plan = { ...run.call.plan, ...requestPlan(`http://${at}/`) }
  return { host: { ...host, http }, lines, run: { ...run, call: { ...run.call, plan } } }
}

test('events of a response are published as they arrive', async () => {
  const { host, run } = await requesting('data: one\n\ndata: two\n\n', 'text/event-stream')
  const plan = { ...run.call.plan, mode: 'stream' } as typeof run.call.plan
  const published = publisher()
  await performed(host, { ...run, call: { ...run.call, plan } }, undefined, published)
  expect(published.events.filter(({ event }) => event === 'data')).toEqual([
    { event: 'data', data: { data: 'one' } },
    { event: 'data', data: { data: 'two' } },
  ])
})

test('only long output is parsed by the engine, and an engine failure loses no result', async () => {
  const tasks: OutputTask[] = []
  const read = (task: OutputTask) => (tasks.push(task), readOutput(task))
  const [short, long] = ['x'.repeat(100), 'x'.repeat(20_000)]
  const engine = await requesting(short, undefined, { readOutput: read })
  expect(resultOf(await performed(engine.host, engine.run))).toMatchObject({ output: { body: short } })
  expect(tasks).toEqual([])
  const apart = await requesting(long, undefined, { readOutput: read })
  expect(resultOf(await performed(apart.host, apart.run))).toMatchObject({ output: { body: long } })
  expect(tasks.map(({ call, outcome }) => [call.item_id, isLong(outcome)])).toEqual([['demo', true]])
  expect(tasks[0]?.now).toMatch(/^\d{4}-\d\d-\d\dT.*[+-]\d\d:\d\d$/)
  const failing = await requesting(long, undefined, { readOutput: () => Promise.reject(new Error('no thread')) })
  expect(resultOf(await performed(failing.host, failing.run))).toMatchObject({ output: { body: long } })
  expect(failing.lines).toMatchObject([{ msg: 'reading output', error: { message: 'no thread' } }])
  const none = await requesting(long)
  expect(resultOf(await performed(none.host, none.run))).toMatchObject({ output: { body: long } })
  expect(none.lines).toEqual([])
})

const graph = { reach: { commands: [] }, task: {} } as unknown as AnalysedGraph

test.for([
  {
    name: 'whose thread reached its time limit',
    error: new WalkStopped('The graph took too long.'),
    ending: { kind: 'not-started', reason: 'The graph took too long.' },
    logged: [],
  },
  {
    name: 'that failed',
    error: new Error('private'),
    ending: { kind: 'not-started', reason: 'The server failed to walk this graph.' },
    logged: [{ run: 'r1', msg: 'walk failed', error: { message: 'private' } }],
  },
])('a walk $name ends with a reason', async ({ error, ending, logged }) => {
  const { host, lines } = recordingHost([], { walkGraph: () => Promise.reject(error) })
  const pending = { ...(await pendingRun('client')), graph }
  expect(resultOf(await performed(host, pending))).toMatchObject({ success: false, ending, output: null })
  expect(lines).toMatchObject(logged)
})

test('a walk that fails after it was canceled is canceled', async () => {
  const { host } = recordingHost([], { walkGraph: () => Promise.reject(new WalkStopped('ended')) })
  const pending = { ...(await pendingRun('client')), graph }
  const ended = await performed(host, pending, AbortSignal.abort())
  expect(resultOf(ended)).toMatchObject({ success: false, ending: { kind: 'cancelled' } })
})

test('a command that never started has empty output, and a walk that never started has no output', async () => {
  const { call } = await pendingRun('client')
  const ending = { kind: 'cancelled' } as const
  const resultWith = async (graph: AnalysedGraph | null): Promise<unknown> =>
    resultOf(await unperformed({ call, graph }, ending))
  const nothing = { text: '', bytes: 0, omitted_bytes: 0 }
  expect(await resultWith(null)).toMatchObject({ success: false, ending, output: { stdout: nothing, stderr: nothing } })
  expect(await resultWith({} as AnalysedGraph)).toMatchObject({ success: false, ending, output: null })
})
