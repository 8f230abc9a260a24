import type { ExecutionResult, FileChange } from '#core/run'
import { expect, test } from 'vitest'
import { turnsDuring } from '../testing/turns-during.ts'
import { Turns } from '../turns.ts'
import { writtenResult } from '../engine/written-result.ts'
import { endedRun, resultMessage, withChanges } from './result-message.ts'

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

test('a result that exceeds the limit still contains its ending', () => {
  const { withoutOutput } = writtenResult({
    ...result,
    trace: [{ step: 'run', primitive: 'execute', ending: 'exited', duration_ms: 1 }],
  })
  expect(JSON.parse(withoutOutput)).toEqual({
    ...resultMessage(result),
    ...{ data: null, output: null, trace: [], error: 'Redis is full: the output was omitted.' },
  })
})
