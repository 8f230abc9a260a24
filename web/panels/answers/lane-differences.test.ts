import { expect, test } from 'vitest'
import type { ExecutionResult } from '#core/run'
import { printed } from '../../run/testing/results.ts'
import { differingLines, laneDifferences } from './lane-differences.ts'

/** The differences between a simulated run and a real run. */
const differences = async (simulated: Promise<ExecutionResult>, real: Promise<ExecutionResult>) =>
  laneDifferences(await simulated, await real)

test('the same ending, output and files have no differences, for any duration', async () => {
  expect(await differences(printed('{"a": 1}'), printed('{ "a": 1 }', { duration_ms: 90 }))).toEqual([])
})

test.for([
  { name: 'interpreter path', a: '/lib/python3.14', b: '/usr/bin/python3', because: 'interpreter path' },
  { name: 'version', a: 'Python 3.14.2', b: 'Python 3.11.2', because: 'version' },
  { name: 'platform', a: 'on emscripten', b: 'on linux', because: 'platform' },
  { name: 'errno', a: '[Errno 44] No such file', b: '[Errno 2] No such file', because: 'errno number' },
  { name: 'platform and version together', a: 'emscripten 1.2.3', b: 'linux 4.5.6', because: 'version, platform' },
  { name: 'other text', a: 'total 5', b: 'total 6', because: undefined },
  { name: 'a version and other text', a: '3.14.2 yes', b: '3.11.2 no', because: undefined },
  { name: 'a file that is not an interpreter', a: '/project/a/one', b: '/project/a/two', because: undefined },
])('a difference of $name is classified', async ({ a, b, because }) => {
  expect(await differences(printed(a), printed(b))).toEqual([expect.objectContaining({ because })])
})

test('data is compared value by value', async () => {
  const found = await differences(printed('{"a": {"b": 1}, "c": 2}'), printed('{"a": {"b": 9}, "c": 2}'))
  expect(found).toEqual([{ text: 'data/a/b: simulated 1, real 9', because: undefined }])
})

test('endings and files count as differences, but the cache of Python does not', async () => {
  const bytes = new Uint8Array([65])
  const made = (path: string) => ({ path, change: 'created' as const, bytes })
  const simulated = printed('', { changes: [made('/project/a')] })
  const real = printed('', { changes: [made('/project/a'), made('/project/__pycache__/x.pyc')] })
  expect(await differences(simulated, real)).toEqual([])
  expect(await differences(simulated, printed('', { ending: { kind: 'exited', return_code: 1 } }))).toHaveLength(2)
})

test('R14.1 a tool that reports failure in only one lane is a difference', async () => {
  const found = await differences(printed('{"success": true}'), printed('{"success": false}'))
  expect(found.map(({ text }) => text)).toEqual([
    'Ending: simulated exited 0, real exited 0, but reported a failure',
    'data/success: simulated true, real false',
  ])
})

test.for([
  { text: 'a\nb\nc\n', other: 'a\nx\nc\n', parts: ['a\n', 'b\n', 'c\n'] },
  { text: 'a\nb', other: 'a\nb', parts: ['a\nb', '', ''] },
  { text: 'a\na\n', other: 'a\n', parts: ['a\n', 'a\n', ''] },
  { text: 'a', other: 'b', parts: ['', 'a', ''] },
])('the lines of $text that differ from $other are found', ({ text, other, parts: [before, differs, after] }) => {
  expect(differingLines(text, other)).toEqual({ before, differs, after })
})
