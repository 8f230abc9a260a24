import { expect, test } from 'vitest'
import { pendingRun } from '../testing/pending-run.ts'
import { recordingHost, TRACE_ID as trace_id, TRACEPARENT as traceparent } from '../testing/recording-host.ts'
import { beginRun, noteAccepted, noteEnding } from './run-trace.ts'

test.for([
  { name: 'a server', worker: undefined, who: {} },
  { name: 'a worker', worker: 'w1', who: { worker: 'w1' } },
])('a run of $name is recorded with its wait, its start and its ending', async ({ worker, who }) => {
  const { lines, steps, host } = recordingHost()
  const run = { ...(await pendingRun('c')), traceparent }
  const trace = beginRun(host, run, 'r1', 12.6, worker)
  expect(steps).toEqual([
    { begins: 'wait', parent: traceparent, facts: { run: 'r1' }, agoMs: 12.6 },
    { ends: 'wait' },
    { begins: 'run', parent: traceparent, facts: { run: 'r1', primitive: 'execute', ...who } },
  ])
  expect(lines).toEqual([{ trace_id, run: 'r1', ...who, waited_ms: 13, msg: 'started' }])
  trace.host.log.info('of the run')
  trace.ended({ success: true, ending: 'exited', duration_ms: 5 })
  trace.ended({ success: false, ending: 'timed-out', duration_ms: 6 })
  expect(steps.slice(3)).toEqual([
    { ends: 'run', facts: { ending: 'exited' } },
    { ends: 'run', facts: { ending: 'timed-out' }, problem: 'timed-out' },
  ])
  const common = { trace_id, run: 'r1', ...who, digest: run.digest, primitive: 'execute', waited_ms: 13, msg: 'run' }
  expect(lines.slice(1)).toEqual([
    { trace_id, msg: 'of the run' },
    { ...common, success: true, ending: 'exited', duration_ms: 5 },
    { ...common, success: false, ending: 'timed-out', duration_ms: 6 },
  ])
})

test('the acceptance of a run, and the ending of a run that never started, are recorded', () => {
  const { lines, steps, host } = recordingHost()
  noteAccepted(host, 'r1', { digest: 'd', traceparent })
  noteEnding(host, 'r1', traceparent, 'cancelled')
  expect(lines).toEqual([
    { trace_id, run: 'r1', digest: 'd', msg: 'accepted' },
    { trace_id, run: 'r1', ending: 'cancelled', success: false, msg: 'run' },
  ])
  expect(steps).toEqual([
    { begins: 'end', parent: traceparent, facts: { run: 'r1', ending: 'cancelled' } },
    { ends: 'end', facts: {}, problem: 'cancelled' },
  ])
})
