import { expect, test } from 'vitest'
import type { GraphReach } from '#core/run'
import type { AnalysisAnswer, Host } from '../engine/host.ts'
import type { Begun, FollowedRun, RunService } from '../run/run-service.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { TRACE_ID, TRACEPARENT } from '../testing/recording-host.ts'
import { runRoutes as routes, type RunRoutesSetting } from '../testing/run-routes.ts'
import { planRequest } from '../testing/server.ts'

// The decisions of the routes, with a test run service. run-route.test.ts runs real commands.

const run = await pendingRun('client')
const unused = (): never => expect.unreachable('the route does not use this')
const followed: FollowedRun = {
  ...{ id: 'r1', session: null, cancel: unused, answer: unused, steer: unused },
  async *events(after) {
    yield await Promise.resolve({ number: after + 1, event: 'stdout', text: '{"text":"x"}' } as const)
  },
}
const block = (number: number): string => `event: stdout\ndata: {"text":"x"}\nid: ${number}\n\n`

const analysed: AnalysisAnswer = { call: run.call, files: run.files, digest: run.digest, graph: null, bytes: run.bytes }
const planned = planRequest({})
const word = { nonce: 'n1', digest: run.digest }

test.for([
  { hosted: false, session: null, cookie: null },
  { hosted: true, session: expect.stringMatching(/^[\w-]{32}$/) as string, cookie: /^rye_session=[\w-]{32};/ },
])('a ready plan waits for its confirmation, hosted: $hosted', async ({ hosted, session, cookie }) => {
  const kept: unknown[] = []
  const asked: unknown[] = []
  const { send, steps, lines, analyses } = routes({
    flags: hosted ? ['--hosted', '--token', '', '--allowed-hosts', 'a.example'] : [],
    service: { keep: (pending) => (kept.push(pending), Promise.resolve('n1')) },
    host: {
      analyzeForRun(body, { client, signal }) {
        asked.push([JSON.parse(Buffer.from(body.bytes).toString()), client, signal.aborted])
        return analysed
      },
    },
  })
  const answer = await send('POST', '/api/plan', planned, { traceparent: 'parent' })
  const { plan, diagnostics, status } = run.call
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { protocol: 1, sandbox_level: 'full', diagnostics, plan, digest: run.digest, nonce: 'n1' },
  ])
  const given = answer.headers.get('set-cookie')
  expect(cookie === null ? given === null : cookie.test(given ?? '')).toBe(true)
  expect(asked).toEqual([[planned, 'client', false]])
  expect(kept).toEqual([{ ...analysed, client: 'client', session, level: 'full', traceparent: TRACEPARENT }])
  expect(steps).toEqual([
    { begins: 'plan', parent: 'parent' },
    { ends: 'plan', facts: { status } },
  ])
  expect(lines).toEqual([{ trace_id: TRACE_ID, digest: run.digest, status, msg: 'planned' }])
  expect(analyses()).toBe(1)
})

test.for([
  { name: 'without a plan', call: { ...run.call, plan: null } },
  { name: 'that is not ready', call: { ...run.call, status: 'invalid' } as unknown as AnalysisAnswer['call'] },
])('an analysis $name has nothing to confirm', async ({ call }) => {
  const { send, steps, lines, analyses } = routes({ host: { analyzeForRun: () => ({ ...analysed, call }) } })
  expect(await (await send('POST', '/api/plan', planned)).json()).toEqual({
    ...{ protocol: 1, sandbox_level: 'full', diagnostics: call.diagnostics },
    ...{ plan: null, digest: null, nonce: null },
  })
  expect(steps.at(-1)).toEqual({ ends: 'plan', facts: { status: call.status } })
  expect([lines.length, analyses()]).toEqual([1, 1])
})

test("a graph's plan lists its commands, and the interpreters that they read", async () => {
  const { plan } = run.call
  const other = { ...plan, digest: 'other' }
  const reach = { commands: [{ plan: other }, { plan: null }], cut: false } as unknown as GraphReach
  const asked: unknown[] = []
  const own = (reads: readonly string[]) =>
    ({ readBy: (plans: unknown) => (asked.push(plans), reads) }) as unknown as NonNullable<Host['own']>
  const answerOf = async (graph: AnalysisAnswer['graph'], reads: readonly string[]): Promise<object> => {
    const { send } = routes({
      service: { keep: () => Promise.resolve('n1') },
      host: { analyzeForRun: () => ({ ...analysed, graph }), own: own(reads) },
    })
    return (await (await send('POST', '/api/plan', planned)).json()) as object
  }
  const graph = { reach, begins: null, task: {} } as unknown as AnalysisAnswer['graph']
  expect(await answerOf(graph, ['/opt/python'])).toMatchObject({ graph: reach, reads: ['/opt/python'], nonce: 'n1' })
  const plain = await answerOf(null, [])
  expect([plain, 'graph' in plain, 'reads' in plain]).toEqual([expect.objectContaining({ plan }), false, false])
  expect(asked).toEqual([[other], [plan]])
})

test('a plan that cannot be stored or analyzed ends its step with the code', async () => {
  const large = routes({
    service: { keep: () => Promise.resolve(undefined) },
    host: { analyzeForRun: () => analysed },
  })
  expect(await large.codeOf(large.send('POST', '/api/plan', planned))).toEqual([413, 'run-too-large'])
  expect([large.steps.at(-1), large.traces, large.lines]).toEqual([
    ...[{ ends: 'plan', facts: {}, problem: 'run-too-large' }, [TRACE_ID], []],
  ])
  const failing = routes({ host: { analyzeForRun: () => Promise.reject(new Error('failed')) } })
  expect(await failing.codeOf(failing.send('POST', '/api/plan', planned))).toEqual([500, 'failed'])
  expect([failing.steps.at(-1), failing.analyses()]).toEqual([
    ...[{ ends: 'plan', facts: {}, problem: 'server-fault' }, 0],
  ])
})

test('a stopping server makes no plan, and starts no run, but reports a run that it started before', async () => {
  const service = { find: () => Promise.resolve(run), again: () => Promise.resolve(undefined) }
  const { send, codeOf, steps } = routes({ draining: true, service })
  expect(await codeOf(send('POST', '/api/plan', planned))).toEqual([503, 'stopping', '1'])
  expect(await codeOf(send('POST', '/api/run', word))).toEqual([503, 'stopping', '1'])
  expect(steps).toEqual([])
  const asked: unknown[] = []
  const again: RunService['again'] = (...given) => (asked.push(given), Promise.resolve(followed))
  const repeated = routes({ draining: true, service: { find: () => Promise.resolve(undefined), again } })
  const answer = await repeated.send('POST', '/api/run', word)
  expect([answer.status, answer.headers.get('x-run-id'), await answer.text()]).toEqual([200, 'r1', block(1)])
  expect(asked).toEqual([['n1', 'client', run.digest]])
})

/** The routes of a server with one waiting run. `begun` is the result of starting the run. */
const confirming = (begun: Begun, more: Partial<RunRoutesSetting> = {}, waiting = run) =>
  routes({
    service: { find: () => Promise.resolve(waiting), again: unused, begin: () => Promise.resolve(begun) },
    ...more,
  })

test('a confirmed run starts after the step of its plan, and its events follow', async () => {
  const traced = { ...run, traceparent: 'of the plan' }
  const { send, steps } = confirming({ kind: 'accepted', run: followed }, {}, traced)
  const answer = await send('POST', '/api/run', word, { traceparent: 'of the request' })
  expect([answer.status, answer.headers.get('x-run-id'), await answer.text()]).toEqual([200, 'r1', block(1)])
  expect(steps).toEqual([
    { begins: 'accept', parent: 'of the plan' },
    { ends: 'accept', facts: { run: 'r1' } },
  ])
})

test.for([
  { because: 'queue', estimateMs: 0, seconds: '1', said: 'The queue is full (3 waiting).' },
  { because: 'queue', estimateMs: 2000, seconds: '2', said: 'The queue is full (3 waiting).' },
  {
    because: 'client',
    estimateMs: 2001,
    seconds: '3',
    said: 'You have reached the limit of concurrent runs (3 waiting).',
  },
] as const)(
  'a busy server with an estimate of $estimateMs ms answers that it is available in $seconds s: $because',
  async (row) => {
    const { because, estimateMs, seconds, said } = row
    const { send, steps } = confirming({ kind: 'busy', because, waiting: 3, estimateMs })
    const answer = await send('POST', '/api/run', word)
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      ...[503, seconds, { error: { code: 'busy', message: said, hint: `Try again in ${seconds} s.` } }],
    ])
    expect(steps.at(-1)).toEqual({ ends: 'accept', facts: {}, problem: 'busy' })
  },
)

test('a confirmation without a waiting run, or of another plan or level, does not start a run', async () => {
  const gone = confirming({ kind: 'gone' })
  expect(await gone.codeOf(gone.send('POST', '/api/run', word))).toEqual([403, 'confirmation-missing'])
  const none = { find: () => Promise.resolve(undefined), again: () => Promise.resolve(undefined) }
  const missing = routes({ service: none })
  const parent = { traceparent: 'of the request' }
  expect(await missing.codeOf(missing.send('POST', '/api/run', word, parent))).toEqual([403, 'confirmation-missing'])
  expect(missing.steps).toEqual([
    { begins: 'accept', parent: 'of the request' },
    { ends: 'accept', facts: {}, problem: 'confirmation-missing' },
  ])
  const waiting = routes({ service: { find: () => Promise.resolve(run), begin: unused } })
  const differs = await waiting.send('POST', '/api/run', { ...word, digest: 'f'.repeat(64) })
  expect([differs.status, await differs.json()]).toMatchObject([
    ...[409, { error: { code: 'plan-differs' }, plan: run.call.plan, digest: run.digest }],
  ])
  const lower = routes({
    service: { find: () => Promise.resolve({ ...run, level: 'reduced' }), begin: unused },
  })
  const level = await lower.send('POST', '/api/run', word)
  expect([level.status, await level.json()]).toMatchObject([
    ...[409, { error: { code: 'level-differs' }, sandbox_level: 'full' }],
  ])
})

test.for([
  [undefined, 1],
  ['4', 5],
  ['0', 1],
  ['x', 1],
  ['1.5', 1],
] as const)('a client that last received event %s continues with event %i', async ([last, next]) => {
  const { send } = routes({ service: { follow: () => Promise.resolve(followed) } })
  const answer = await send('GET', '/api/run/r1/events', undefined, last === undefined ? {} : { 'last-event-id': last })
  expect(await answer.text()).toBe(block(next))
})

test('a run of another session, and an unknown run, are not found', async () => {
  const other = { ...followed, session: 'a'.repeat(32) }
  for (const follow of [() => Promise.resolve(other), () => Promise.resolve(undefined)]) {
    const { send, codeOf } = routes({ service: { follow, find: () => Promise.resolve(undefined), again: follow } })
    for (const [method, path, body] of [
      ['GET', '/api/run/r1/events', undefined],
      ['POST', '/api/run/r1/answer', {}],
      ['POST', '/api/run/r1/steer', {}],
      ['DELETE', '/api/run/r1', undefined],
    ] as const)
      expect(await codeOf(send(method, path, body))).toEqual([404, 'run-unknown'])
  }
  const { send, codeOf } = routes({
    service: { find: () => Promise.resolve(undefined), again: () => Promise.resolve(other) },
  })
  expect(await codeOf(send('POST', '/api/run', word))).toEqual([404, 'run-unknown'])
})

test.for([
  ['taken', [200]],
  ['unknown', [409, 'question-unknown']],
  ['differs', [409, 'command-differs']],
] as const)('the result of an answer to a question is reported: %s', async ([taken, expected]) => {
  const asked: unknown[] = []
  const answering: FollowedRun = { ...followed, answer: (...given) => (asked.push(given), Promise.resolve(taken)) }
  const { send, codeOf } = routes({ service: { follow: () => Promise.resolve(answering) } })
  const given = { question: 'q1', digest: 'f'.repeat(64), answer: 'this' }
  const answer = await send('POST', '/api/run/r1/answer', given)
  if (taken === 'taken') expect([answer.status, await answer.json()]).toEqual([200, { question: 'q1', answer: 'this' }])
  else expect(await codeOf(answer)).toEqual(expected)
  expect(asked).toEqual([['q1', given.digest, 'this']])
})

test.for([
  ['taken', [200]],
  ['no-walk', [409, 'walk-not-steered']],
  ['too-many', [429, 'walk-steered-too-fast']],
] as const)('the result of a message to a walk is reported: %s', async ([steered, expected]) => {
  const asked: unknown[] = []
  const steering: FollowedRun = { ...followed, steer: (message) => (asked.push(message), Promise.resolve(steered)) }
  const { send, codeOf } = routes({ service: { follow: () => Promise.resolve(steering) } })
  const answer = await send('POST', '/api/run/r1/steer', { steer: { kind: 'step' } })
  if (steered === 'taken') expect([answer.status, await answer.json()]).toEqual([200, { id: 'r1' }])
  else expect(await codeOf(answer)).toEqual(expected)
  expect(asked).toEqual([{ steer: { kind: 'step' } }])
})

test.for([
  ['/api/run', { ...word }, 10_000],
  ['/api/run/r1/answer', { question: 'q1', digest: 'f'.repeat(64), answer: 'this' }, 10_000],
  ['/api/run/r1/steer', { steer: { kind: 'step' } }, 100_000],
] as const)('%s parses a body up to its maximum length', async ([path, body, most]) => {
  const taken = () => Promise.resolve('taken' as const)
  const able: FollowedRun = { ...followed, answer: taken, steer: taken }
  const { send } = routes({
    service: {
      follow: () => Promise.resolve(able),
      find: () => Promise.resolve(undefined),
      again: () => Promise.resolve(able),
    },
  })
  const statusOf = async (length: number): Promise<number> =>
    (await send('POST', path, JSON.stringify(body).padEnd(length))).status
  expect([await statusOf(most), await statusOf(most + 1)]).toEqual([200, 413])
})

test.for([true, false])('a canceled run reports whether it was open: %s', async (cancelled) => {
  const open: FollowedRun = { ...followed, cancel: () => Promise.resolve(cancelled) }
  const { send } = routes({ service: { follow: () => Promise.resolve(open) } })
  const answer = await send('DELETE', '/api/run/r1')
  expect([answer.status, await answer.json()]).toEqual([202, { id: 'r1', cancelled }])
})
