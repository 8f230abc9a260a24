import { expect, test } from 'vitest'
import type { AnalysedGraph } from '../engine/host.ts'
import type { EndedRun } from '../run/result-message.ts'
import type { NumberedEvent } from '../run/runs.ts'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost, TRACE_ID, TRACEPARENT } from '../testing/recording-host.ts'
import { requestPlan } from '../testing/sandbox.ts'
import { endLost, endWaiting, lostResult, type EndingParts } from './lost-run.ts'
import { packRun } from './waiting-run.ts'

const run = { ...(await pendingRun('client')), traceparent: TRACEPARENT }
const graph = { reach: { commands: [] }, task: {} } as unknown as AnalysedGraph
const nothing = { text: '', bytes: 0, omitted_bytes: 0 }

test('a lost command, walk and request have a result with the output so far', async () => {
  const ending = { kind: 'worker-lost' }
  const printed = { stdout: 'é', stderr: 'b' }
  const stdout = { text: 'é', bytes: 2, omitted_bytes: 0 }
  const stderr = { text: 'b', bytes: 1, omitted_bytes: 0 }
  const command = await lostResult(run, printed)
  expect(command).toMatchObject({ success: false, ending, duration_ms: 0 })
  expect(command.output).toMatchObject({ primitive: 'execute', stdout, stderr })
  expect((await lostResult({ ...run, graph }, printed)).output).toEqual({ primitive: 'execute', stdout, stderr })
  const plan = { ...run.call.plan, ...requestPlan('http://a.example/') }
  const request = await lostResult({ ...run, call: { ...run.call, plan } }, printed)
  expect(request.ending).toEqual(ending)
  expect(request.output).toMatchObject({ primitive: 'http_client', headers: {}, body: null, attempts: 0 })
})

test('a lost run without readable data still has a result', async () => {
  const ending = { kind: 'worker-lost' }
  expect(await lostResult(undefined, { stdout: 'a', stderr: '' })).toMatchObject({
    ...{ success: false, ending, output: null, chain: [], lockfile: null },
  })
})

test('the result of a lost run contains at most 1,048,576 characters of each stream', async () => {
  const most = 1024 * 1024
  const { output } = await lostResult(run, { stdout: 'é'.repeat(most), stderr: `${'é'.repeat(most)}éx` })
  if (!output || !('stdout' in output)) return expect.unreachable()
  const { stdout, stderr } = output
  expect([stdout, stderr].map(({ text }) => text.length)).toEqual([most, most])
  expect(stdout).toMatchObject({ bytes: 2 * most, omitted_bytes: 0 })
  expect(stderr).toMatchObject({ bytes: 2 * most + 3, omitted_bytes: 3 })
})

type Facts = Awaited<ReturnType<EndingParts['store']['facts']>>

/** A store with one run, and the endings that it gets. */
function ending(state: NonNullable<Facts>['state'] | 'unknown', head: string | null, ends = true) {
  const noted = recordingHost()
  const calls: unknown[] = []
  const pages: readonly (readonly NumberedEvent[])[] = [
    [
      { number: 1, event: 'stdout', text: '{"text":"a"}' },
      { number: 2, event: 'trace', text: '{"text":"trace"}' },
      { number: 3, event: 'stderr', text: '{"text":"e"}' },
    ],
    [
      { number: 4, event: 'stdout', text: '{"text":"b"}' },
      { number: 5, event: 'stdout', text: '{"other":1}' },
      { number: 6, event: 'stdout', text: 'null' },
    ],
  ]
  const store = {
    facts: () => Promise.resolve(state === 'unknown' ? undefined : { state, token: 'token' }),
    head: () => Promise.resolve(head),
    events: (_id: string, after: number) => Promise.resolve(pages.find(([first]) => first?.number === after + 1) ?? []),
    end(of: unknown, { text }: EndedRun, took: number | null) {
      calls.push([of, JSON.parse(text), took])
      return Promise.resolve(ends)
    },
  }
  const turns = { remove: (id: string) => Promise.resolve(void calls.push(['removed', id])) }
  const parts = { store, turns, host: noted.host } as unknown as EndingParts
  return { ...noted, calls, parts }
}

const { head } = packRun(run)

test.for(['running', 'waiting'] as const)('a lost run that is %s ends with its output', async (state) => {
  const { parts, calls, lines, steps } = ending(state, head)
  await endLost(parts, 'r1')
  expect(calls).toMatchObject([
    [
      { id: 'r1', token: 'token' },
      {
        ending: { kind: 'worker-lost' },
        output: { stdout: { text: 'ab' }, stderr: { text: 'e' } },
      },
      null,
    ],
  ])
  expect(lines).toEqual([{ trace_id: TRACE_ID, run: 'r1', ending: 'worker-lost', success: false, msg: 'run' }])
  expect(steps).toHaveLength(2)
})

test.for(['kept', 'ended', 'unknown'] as const)('a run that is %s is not lost', async (state) => {
  const { parts, calls, lines } = ending(state, head)
  await endLost(parts, 'r1')
  expect([calls, lines]).toEqual([[], []])
})

test('a run that another process ended is not logged again', async () => {
  const lost = ending('running', head, false)
  await endLost(lost.parts, 'r1')
  const waiting = ending('waiting', head, false)
  await endWaiting(waiting.parts, 'r1')
  expect([lost.calls.length, lost.lines, waiting.calls.length, waiting.lines]).toEqual([1, [], 2, []])
})

test.for([
  { name: 'with its data', text: head, output: { stdout: nothing, stderr: nothing }, trace: TRACE_ID },
  { name: 'with damaged data', text: '{', output: null, trace: undefined },
  { name: 'without data', text: null, output: null, trace: undefined },
])('a waiting run $name ends as canceled, and leaves the queue', async ({ text, output, trace }) => {
  const { parts, calls, lines, steps } = ending('waiting', text)
  await endWaiting(parts, 'r1')
  expect(calls).toMatchObject([
    [{ id: 'r1', token: '' }, { success: false, ending: { kind: 'cancelled' }, output }, null],
    ['removed', 'r1'],
  ])
  expect(steps[0]).toMatchObject({ begins: 'end', parent: trace === undefined ? '' : TRACEPARENT })
  expect(lines).toEqual([
    { ...(trace && { trace_id: trace }), run: 'r1', ending: 'cancelled', success: false, msg: 'run' },
  ])
})

test('a lost run without readable data ends without output', async () => {
  const { parts, calls, steps } = ending('running', null)
  await endLost(parts, 'r1')
  expect(steps[0]).toMatchObject({ begins: 'end', parent: '' })
  expect(calls).toMatchObject([[{ id: 'r1', token: 'token' }, { ending: { kind: 'worker-lost' }, output: null }, null]])
})
