import type { ExecutionResult, FileChange } from '#core/run'
import { expect, test } from 'vitest'
import { turnsDuring } from '../testing/turns-during.ts'
import { Turns } from '../turns.ts'
import { writtenResult } from '../engine/written-result.ts'
import { apartFromChanges, endedRun, eventText, resultMessage, withChanges, type SentEvent } from './result-message.ts'

const nothing = { text: '', bytes: 0, omitted_bytes: 0 }
const result: ExecutionResult = {
  ...{ success: true, data: { a: [1, null] }, error: null, duration_ms: 1, chain: [], trace: [], lockfile: null },
  metadata: { resolved_env_keys: [], lockfile_used: false },
  ending: { kind: 'exited', return_code: 0 },
  output: { primitive: 'execute', stdout: nothing, stderr: nothing },
}
const changed = (changes: readonly FileChange[]): ExecutionResult['output'] => ({
  ...{ primitive: 'execute', stdout: nothing, stderr: nothing },
  changes,
})

test.for([
  { name: 'no output', output: null },
  { name: 'output without files', output: result.output },
  { name: 'no changes', output: changed([]) },
  {
    name: 'changes',
    output: changed([
      { path: '/project/a "b"', change: 'created', bytes: Buffer.from('é'), executable: true },
      { path: '/project/c', change: 'deleted', bytes: null },
    ]),
  },
])('the text of a result is its message: $name', async ({ output }) => {
  const ended = { ...result, output }
  expect(JSON.parse((await endedRun(ended)).text)).toEqual(resultMessage(ended))
})

test('the result of a run with many files is written in slices', async () => {
  const changes = Array.from({ length: 200 }, (_, index) => ({
    ...({ path: `/project/f${index}`, change: 'created', bytes: Buffer.from('x') } as const),
  }))
  const written = writtenResult({ ...result, output: changed(changes), data: { $py: 'float', repr: '21.0' } })
  const writing = withChanges(written, changes, new Turns(0))
  expect(await turnsDuring(writing)).toBeGreaterThanOrEqual(199)
  const { text, figures } = await writing
  expect(text).toContain('"data":21.0,')
  expect(JSON.parse(text)).toMatchObject({ output: { changes: { length: 200 } } })
  expect(figures).toMatchObject({ changes: 200, stdout_bytes: 0 })
})

test('a result without its output contains its ending and the reason', () => {
  const { withoutOutput } = writtenResult({
    ...result,
    trace: [{ step: 'run', primitive: 'execute', ending: 'exited', duration_ms: 1 }],
  })
  expect(JSON.parse(withoutOutput)).toEqual({
    ...resultMessage(result),
    ...{ data: null, output: null, trace: [], error: 'Redis is full: the output was omitted.' },
  })
})

test('the values of a graph keep their marks in its events, and written messages are sent as they are', () => {
  const data = { value: { $py: 'float', repr: 'inf' } }
  expect(eventText({ event: 'graph', data })).toBe('{"value":{"$py":"float","repr":"inf"}}')
  const trace = { step: 'resolve', ...data } as unknown as Extract<SentEvent, { readonly event: 'trace' }>['data']
  expect(eventText({ event: 'trace', data: trace })).toBe('{"step":"resolve","value":"inf"}')
  for (const event of ['graph', 'result'] as const) expect(eventText({ event, text: 'written' })).toBe('written')
})

test('an outcome is separated from its changed files', () => {
  const outcome = {
    ...({ primitive: 'execute', ending: { kind: 'exited', return_code: 0 } } as const),
    stdout: nothing,
  }
  const plain = { ...outcome, stderr: nothing, duration_ms: 1 }
  const changes = [{ path: '/project/a', change: 'deleted', bytes: null }] as const
  expect(apartFromChanges(plain)).toEqual({ outcome: plain, changes: undefined })
  expect(apartFromChanges({ ...plain, changes })).toEqual({ outcome: plain, changes })
})
