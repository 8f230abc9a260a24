import { expect, test } from 'vitest'
import type { ProcessOutcome } from '#core'
import { laneDifferences } from './lane-differences.ts'

const text = (of: string) => ({ text: of, bytes: of.length, omitted_bytes: 0 })
function outcome(stdout: string, over: Partial<ProcessOutcome> = {}): ProcessOutcome {
  const ending = { kind: 'exited', return_code: 0 } as const
  return { primitive: 'subprocess', ending, stdout: text(stdout), stderr: text(''), duration_ms: 1, ...over }
}

test('the same ending, output and files agree, whatever they took', () => {
  expect(laneDifferences(outcome('{"a": 1}'), outcome('{ "a": 1 }', { duration_ms: 90 }))).toEqual([])
})

test.for([
  { name: 'interpreter path', a: '/lib/python3.14', b: '/usr/bin/python3', because: 'interpreter path' },
  { name: 'version', a: 'Python 3.14.2', b: 'Python 3.11.2', because: 'version' },
  { name: 'platform', a: 'on emscripten', b: 'on linux', because: 'platform' },
  { name: 'errno', a: '[Errno 44] No such file', b: '[Errno 2] No such file', because: 'errno number' },
  { name: 'two at once', a: 'emscripten 1.2.3', b: 'linux 4.5.6', because: 'version, platform' },
  { name: 'a real difference', a: 'total 5', b: 'total 6', because: undefined },
  { name: 'a real one beside a version', a: '3.14.2 yes', b: '3.11.2 no', because: undefined },
  { name: 'a file that is no interpreter', a: '/project/a/one', b: '/project/a/two', because: undefined },
])('a difference of $name is told as what it is', ({ a, b, because }) => {
  expect(laneDifferences(outcome(a), outcome(b))).toEqual([expect.objectContaining({ because })])
})

test('data are compared value by value', () => {
  const found = laneDifferences(outcome('{"a": {"b": 1}, "c": 2}'), outcome('{"a": {"b": 9}, "c": 2}'))
  expect(found).toEqual([{ text: 'data/a/b: simulated 1, real 9', because: undefined }])
})

test('endings and files count too; what Python keeps for itself does not', () => {
  const bytes = new Uint8Array([65])
  const made = (path: string) => ({ path, change: 'created' as const, bytes })
  const simulated = outcome('', { changes: [made('/project/a')] })
  const real = outcome('', { changes: [made('/project/a'), made('/project/__pycache__/x.pyc')] })
  expect(laneDifferences(simulated, real)).toEqual([])
  expect(laneDifferences(simulated, outcome('', { ending: { kind: 'exited', return_code: 1 } }))).toHaveLength(2)
})
