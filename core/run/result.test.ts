import { expect, test } from 'vitest'
import { describeEnding } from './describe-ending.ts'
import type { ProcessEnding, ProcessOutcome } from './outcome.ts'
import { outputOf, readOutcome, readOutput, type ProcessOutput } from './result.ts'
import { PyFloat, type Value } from '../read/value/value.ts'
import { encodeValue } from '../read/value/encode.ts'

// R14: the result of a run is read in the same way on every host.

const output = (stdout: string, change: Partial<ProcessOutput> = {}): ProcessOutput => ({
  success: true,
  stdout,
  stderr: '',
  return_code: 0,
  ...change,
})

test.for<[string, Value]>([
  ['{"a": 1}', new Map<Value, Value>([['a', 1]])],
  ['{}', new Map()],
  ['[]', []],
  ['[1, "two", null]', [1, 'two', null]],
  ['"text"', 'text'],
  ['""', ''],
  ['0', 0],
  ['-1.5', -1.5],
  ['1.0', new PyFloat(1)],
  ['12345678901234567890', 12345678901234567890n],
  ['true', true],
  ['false', false],
  ['null', null],
  [' \n{"a": [1]}\n', new Map<Value, Value>([['a', [1]]])],
  ['{"__proto__": 1}', new Map<Value, Value>([['__proto__', 1]])],
])('R14.1: the output %s is read as data (X9)', ([stdout, data]) => {
  expect(readOutput(output(stdout))).toEqual({ success: true, data, error: null })
})

test.for(['', '\n', 'hello', '{', '{"a": 1} trailing', "{'a': 1}", '1\n2\n', 'None', 'True', '\ufeff1'])(
  'R14.1: the output %j is not JSON and stays text',
  (stdout) => {
    const read = readOutput(output(stdout, { stderr: 'noise' }))
    expect(read).toEqual({
      success: true,
      data: new Map<Value, Value>([
        ['stdout', stdout],
        ['stderr', 'noise'],
        ['return_code', 0],
      ]),
      error: null,
    })
  },
)

test.for<[string, boolean]>([
  ['{"success": false}', false],
  ['{"success": true}', true],
  ['{"success": 0}', true],
  ['{"success": null}', true],
  ['{"success": "false"}', true],
  ['{"inner": {"success": false}}', true],
  ['[{"success": false}]', true],
  ['false', true],
])('R14.1: a process that exits with 0 and prints %s has success %s', ([stdout, success]) => {
  expect(readOutput(output(stdout)).success).toBe(success)
})

test('R14.1: a failed process is a failure, regardless of its output', () => {
  for (const stdout of ['{"success": true}', '1', 'text', ''])
    expect(readOutput(output(stdout, { success: false, return_code: 1 })).success).toBe(false)
})

test.for<{ name: string; given: ProcessOutput; error: Value }>([
  { name: 'null after a success, even with stderr', given: output('1', { stderr: 'noise' }), error: null },
  {
    name: 'stderr of a failed process',
    given: output('{"success": false, "error": "said"}', { success: false, return_code: 1, stderr: 'printed' }),
    error: 'printed',
  },
  {
    name: 'the error of the output, if a failed process printed no stderr',
    given: output('{"success": false, "error": "said"}', { success: false, return_code: 1 }),
    error: 'said',
  },
  { name: 'the error of the output', given: output('{"success": false, "error": "said"}'), error: 'said' },
  {
    name: 'the error before the stderr of the output',
    given: output('{"success": false, "stderr": "b", "error": "a"}'),
    error: 'a',
  },
  { name: 'the stderr of the output', given: output('{"success": false, "stderr": "said"}'), error: 'said' },
  {
    name: 'the stderr of the output, if its error is empty',
    given: output('{"success": false, "error": "", "stderr": "said"}'),
    error: 'said',
  },
  { name: 'an unchanged number', given: output('{"success": false, "error": 7}'), error: 7 },
  {
    name: 'an unchanged mapping',
    given: output('{"success": false, "error": {"code": 1.0}}'),
    error: new Map<Value, Value>([['code', new PyFloat(1)]]),
  },
  { name: 'an unchanged list', given: output('{"success": false, "error": [null]}'), error: [null] },
  { name: 'empty without an error', given: output('{"success": false}'), error: '' },
  {
    name: 'empty if a failed process printed nothing',
    given: output('text', { success: false, return_code: 1 }),
    error: '',
  },
])('R14.1: the error is $name', ({ given, error }) => {
  expect(readOutput(given).error).toEqual(error)
})

const captured = (text: string) => ({ text, bytes: text.length, omitted_bytes: 0 })
const ended = (ending: ProcessEnding, stdout = '{"half": 1}'): ProcessOutcome => ({
  primitive: 'execute',
  ending,
  stdout: captured(stdout),
  stderr: captured('last words'),
  duration_ms: 1,
})

test.for<[ProcessEnding, boolean]>([
  [{ kind: 'exited', return_code: 0 }, true],
  [{ kind: 'exited', return_code: 1 }, false],
  [{ kind: 'exited', return_code: 127 }, false],
  [{ kind: 'killed', signal: 'SIGKILL' }, false],
  [{ kind: 'timed-out', after_ms: 1000 }, false],
  [{ kind: 'out-of-memory', limit_bytes: 1024 }, false],
  [{ kind: 'output-limit', limit_bytes: 1024 }, false],
  [{ kind: 'cancelled' }, false],
])('R14.2: the ending %j is a success: %s', ([ending, success]) => {
  const outcome = ended(ending)
  expect(outputOf(outcome)).toEqual({
    success,
    stdout: '{"half": 1}',
    stderr: 'last words',
    return_code: ending.kind === 'exited' ? ending.return_code : -1,
  })
  const { error } = readOutcome(outcome)
  if (ending.kind === 'exited') expect(error).toBe(success ? null : 'last words')
  else expect(error).toBe(describeEnding(ending).text)
})

const silent = { text: '', bytes: 0, omitted_bytes: 0 }
const cut = (ending: ProcessEnding, stderr = '', limit?: string): ProcessOutcome => ({
  primitive: 'execute',
  ending,
  stdout: silent,
  stderr: { ...silent, text: stderr },
  duration_ms: 1,
  ...(limit === undefined ? {} : { limit }),
})

test.for<[ProcessOutcome, string]>([
  [cut({ kind: 'killed', signal: 'SIGKILL' }, '', 'cpu_seconds'), 'killed by SIGKILL (limit cpu_seconds)'],
  [cut({ kind: 'timed-out', after_ms: 1500 }), 'timed out after 1.5 s'],
  [cut({ kind: 'out-of-memory', limit_bytes: 5 }), 'out of memory at 5 bytes'],
  [cut({ kind: 'output-limit', limit_bytes: 5 }), 'stopped: more output than 5 bytes'],
  [cut({ kind: 'cancelled' }), 'cancelled'],
  [cut({ kind: 'timed-out', after_ms: 1500 }, 'Traceback'), 'timed out after 1.5 s'],
  [cut({ kind: 'exited', return_code: 1 }, 'Traceback'), 'Traceback'],
  [cut({ kind: 'exited', return_code: 3 }), ''],
])('R14.2: a failed outcome has the expected error: %#', ([outcome, error]) => {
  expect(readOutcome(outcome)).toMatchObject({ success: false, error })
})

test('R14.2: a killed tool advises raising the limit only if a limit ended the run', () => {
  const killed = { kind: 'killed', signal: 'SIGKILL' } as const
  expect(describeEnding(killed, 'cpu_seconds').advice).toBe('Reduce the work of the tool, or raise the limit.')
  expect(describeEnding(killed).advice).toBe(
    "The tool crashed, or a process stopped it. Read the tool's standard error.",
  )
})

test('R14.2: a process that never started reports the reason', () => {
  const read = readOutcome(ended({ kind: 'not-started', reason: 'python3: no such program' }, ''))
  expect(read).toMatchObject({ success: false, error: 'python3: no such program' })
})

test.for([
  { stdout: ' {"success": false, "error": "e"} \n', success: false, error: 'e', data: { success: false, error: 'e' } },
  { stdout: '{"success": 0, "error": "e"}', success: true, error: null, data: { success: 0, error: 'e' } },
  { stdout: '[{"success": false}]', success: true, error: null, data: [{ success: false }] },
  { stdout: 'null', success: true, error: null, data: null },
  { stdout: 'false', success: true, error: null, data: false },
  { stdout: '{"success": false, "error": {"a": [null]}}', success: false, error: { a: [null] }, data: undefined },
  { stdout: 'no', success: true, error: null, data: { stdout: 'no', stderr: '', return_code: 0 } },
])('R14.1: the output $stdout ends with success $success', ({ stdout, success, error, data }) => {
  const read = readOutput({ success: true, stdout, stderr: '', return_code: 0 })
  expect([read.success, encodeValue(read.error)]).toEqual([success, error])
  if (data !== undefined) expect(encodeValue(read.data)).toEqual(data)
})

test.for([
  { stdout: '{"success": false, "error": {"code": 1}}', error: { code: 1 } },
  { stdout: '{"success": false, "error": [1, "b"]}', error: [1, 'b'] },
  { stdout: '{"success": false, "error": 7}', error: 7 },
  { stdout: '{"success": false, "error": 1.0}', error: { $py: 'float', repr: '1.0' } },
  { stdout: '{"success": false, "error": "no"}', error: 'no' },
  { stdout: '{"success": false, "error": null, "stderr": "s"}', error: 's' },
  { stdout: '{"success": false}', error: '' },
  { stdout: '{"success": true, "error": 7}', error: null },
])('R14.1: the error of the output $stdout is $error', ({ stdout, error }) => {
  const read = readOutput({ success: true, stdout, stderr: '', return_code: 0 })
  expect(encodeValue(read.error)).toEqual(error)
})
