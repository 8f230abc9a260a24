import { expect, test } from 'vitest'
import { writeJson } from '#core/read'
import { describeResult } from '#core/run'
import { dataOf, ownError, placeText } from './lanes.ts'
import { printed, resultOf } from './testing/results.ts'

const text = (of: string) => ({ text: of, bytes: of.length, omitted_bytes: 0 })

test.for([
  { said: '{"success": false, "error": "no such city"}', error: 'no such city' },
  { said: '{"success": false, "error": {"code": 7}}', error: '{\n  "code": 7\n}' },
  { said: '{"success": false}', error: undefined },
  { said: '{"success": true, "error": "not meant"}', error: undefined },
])('R14.1 a lane shows the error in the output of the tool: $said', async ({ said, error }) => {
  const result = await printed(said)
  expect(ownError(result)).toBe(error)
  expect(describeResult(result).text).toBe(result.success ? 'exited 0' : 'exited 0, but reported a failure')
})

test('an error on standard error is not shown twice', async () => {
  const result = await printed('', { ending: { kind: 'exited', return_code: 1 }, stderr: text('Traceback') })
  expect([result.error, ownError(result)]).toEqual(['Traceback', undefined])
})

test.for([
  {
    stdout: '{"a": [1, 2.0, 12345678901234567890]}',
    data: '{\n  "a": [\n    1,\n    2.0,\n    12345678901234567890\n  ]\n}',
  },
  { stdout: 'null', data: 'null' },
  { stdout: '{}', data: '{}' },
  { stdout: '[]', data: '[]' },
  { stdout: '"text"', data: '"text"' },
])('R14.1 $stdout is shown as data, with its numbers unchanged', async ({ stdout, data }) => {
  const found = dataOf(await printed(stdout))
  expect(found && writeJson(found.data, { indent: '  ' })).toBe(data)
})

test('R14.1 output that is not JSON has no data', async () => {
  expect(dataOf(await printed('hello'))).toBeUndefined()
  expect(dataOf(await printed(''))).toBeUndefined()
})

test('R15.2 the data of a request is its body', async () => {
  const ending = { kind: 'responded', status_code: 404 } as const
  const result = await resultOf({
    primitive: 'http_client',
    ending,
    headers: {},
    body: { a: 1 },
    attempts: 1,
    duration_ms: 1,
  })
  expect([result.success, describeResult(result).text, dataOf(result)]).toEqual([
    false,
    'responded 404',
    { data: { a: 1 } },
  ])
})

test('a waiting run shows the number of runs ahead', () => {
  expect([0, 1, 3].map((position) => placeText({ position, estimate_ms: 2500 }))).toEqual([
    'Next in the queue…',
    'Waiting: 1 run ahead, about 2.5 s',
    'Waiting: 3 runs ahead, about 2.5 s',
  ])
})
