import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { receivedText } from '../protocol/receive-body.ts'
import { readOutput } from './read-output.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { draftRequest, worstRequest } from '../testing/tool-request.ts'
import { buildWorker } from '../testing/worker-bundle.ts'
import { openAnalysisPool, type AnalysisPool, type AnalysisPoolSettings } from './analysis-pool.ts'
import { serverEngine } from './engine.ts'

// Untrusted requests are parsed and analyzed on worker threads. The server stays responsive, and ends analyses that
// take too long.

let worker: Awaited<ReturnType<typeof buildWorker>>
beforeAll(async () => {
  worker = await buildWorker('server/engine/analysis-worker.ts')
}, 120_000)
afterAll(() => worker.remove())

const opened: AnalysisPool[] = []
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close()
})
function open(settings: Partial<AnalysisPoolSettings> = {}): AnalysisPool {
  const pool = openAnalysisPool({
    worker: worker.path,
    threads: 1,
    perClient: 8,
    waiting: 64,
    seconds: 60,
    ...settings,
  })
  opened.push(pool)
  return pool
}

const task = (body: unknown) => ({ body: receivedText(JSON.stringify(body)), interpreters: [], programs: null })
const caller = (client = 'c', signal = new AbortController().signal) => ({ client, signal })

test('the thread answers with the findings of the engine, and refuses an invalid message', async () => {
  const pool = open()
  const reply = await pool.run(task(worstRequest), caller())
  expect(reply).toMatchObject({ kind: 'answer', answer: { call: { status: 'refused', plan: null } } })
  expect(JSON.stringify(reply)).toContain('work-limit')
  expect(await pool.run({ ...task({}), body: receivedText('{') }, caller())).toMatchObject({
    kind: 'refused',
    code: 'body-unreadable',
  })
})

test('run output is parsed on the thread with the same result as on the event loop', async () => {
  const { call } = await pendingRun('c')
  const stdout = { text: `[${'1.0, '.repeat(20_000)}12345678901234567891]`, bytes: 100_021, omitted_bytes: 0 }
  const stderr = { text: '', bytes: 0, omitted_bytes: 0 }
  const ending = { kind: 'exited', return_code: 0 } as const
  const outcome = { primitive: 'execute', ending, stdout, stderr, duration_ms: 5 } as const
  const read = await open().readOutput({ call, outcome, now: '2026-01-01T00:00:00+00:00' })
  expect(read.written.before).toContain(`"data":${stdout.text.replaceAll(' ', '')},`)
  expect(read).toEqual(await readOutput({ call, outcome, now: '2026-01-01T00:00:00+00:00' }))
})

test('a share request is parsed or refused on the thread', async () => {
  const pool = open()
  const share = (snapshot: unknown) =>
    pool.readShare({ body: receivedText(JSON.stringify({ snapshot })), most: 100_000 }, caller())
  expect(await share({ files: {} })).toMatchObject({ kind: 'refused', status: 422, code: 'snapshot-refused' })
  expect(await share('x'.repeat(300_000))).toMatchObject({ kind: 'refused', status: 413, code: 'body-too-large' })
  expect(await share(draftRequest('', {})['workspace'])).toMatchObject({
    kind: 'share',
    text: expect.stringContaining('"files"') as string,
  })
})

test.runIf(process.platform === 'linux')('an analysis thread has a lower priority than the event loop', async () => {
  // Relative to the current priority, because the tests can already run at a low priority.
  const behind = Math.min(19, getPriority() + 10)
  const before = niceness().filter((one) => one === behind).length
  await open().run(task({}), caller())
  expect(niceness().filter((one) => one === behind).length).toBeGreaterThan(before)
})

/** The niceness of each thread of this process: field 19 of its stat line; the name in parentheses is cut off. */
function niceness(): readonly number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
  })
}

test('an answer lists the first thousand of its findings, errors before others', async () => {
  const nodes = Array.from({ length: 3_000 }, (_, index) => `    n${index}: {next: m${index}}\n`).join('')
  const graph = `version: 1.0.0\ntool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\nconfig:\n  start: n0\n  nodes:\n${nodes}`
  const reply = await open().run(task(draftRequest('', {}, graph)), caller())
  const reported = reply.kind === 'answer' ? reply.answer.call.diagnostics : []
  expect(reported).toHaveLength(1_000)
  expect(new Set(reported.map(({ severity }) => severity))).toEqual(new Set(['error']))
  expect(reply).toMatchObject({ answer: { files: [], call: { trace: [] } } })
})

test('the concurrent analyses of one client are limited, and another client is served', async () => {
  const pool = open({ perClient: 1 })
  const first = pool.run(task(worstRequest), caller())
  await expect(pool.run(task(worstRequest), caller())).rejects.toMatchObject({ status: 503, code: 'busy' })
  await expect(pool.run(task({}), caller('other'))).resolves.toMatchObject({ kind: 'refused' })
  await first
  await expect(pool.run(task({}), caller())).resolves.toMatchObject({ kind: 'refused' })
})

test('the number of analyses that wait for a thread is limited across all clients', async () => {
  const pool = open({ waiting: 1 })
  const first = pool.run(task({}), caller('a'))
  const second = pool.run(task({}), caller('b'))
  await expect(pool.run(task({}), caller('c'))).rejects.toMatchObject({ status: 503, code: 'busy' })
  expect(await Promise.all([first, second])).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }])
})

test('an analysis that reaches its deadline is stopped with its thread', async () => {
  const pool = open({ seconds: 0 })
  await expect(pool.run(task(worstRequest), caller())).rejects.toMatchObject({ status: 503, code: 'analysis-too-slow' })
})

test('an analysis stops when its client disconnects, and the next one runs', async () => {
  const pool = open()
  const gone = new AbortController()
  const asked = pool.run(task(worstRequest), caller('c', gone.signal))
  gone.abort()
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
  await expect(pool.run(task({}), caller())).resolves.toMatchObject({ kind: 'refused' })
})

test('/api/health is answered while eight analyses are running', { timeout: 60_000 }, async () => {
  const pool = open()
  let server: TestServer | undefined
  try {
    server = await startTestServer([], (facts) => serverEngine({ ...facts, interpreters: [] }, pool))
    const { send } = server
    const order: string[] = []
    const analyses = Array.from({ length: 8 }, async () => {
      const response = await send('POST', '/api/plan', worstRequest)
      order.push(`plan ${response.status}`)
    })
    const health = await send('GET', '/api/health')
    order.push(`health ${health.status}`)
    await Promise.all(analyses)
    expect(order.at(-1)).toBe('plan 200')
    expect(order).toContain('health 200')
    expect(order.filter((what) => what === 'plan 200')).toHaveLength(8)
  } finally {
    await server?.close()
  }
})
