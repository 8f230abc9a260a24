import { expect, test } from 'vitest'
import { parseOutcome, parseRunResult } from './outcome.ts'

const text = (of: string): object => ({ text: of, bytes: of.length, omitted_bytes: 0 })
const sent = {
  primitive: 'subprocess',
  ending: { kind: 'exited', return_code: 0 },
  stdout: text('{}'),
  stderr: text(''),
  duration_ms: 12,
  changes: [
    { path: '/project/made.bin', change: 'created', base64: 'AP8=' },
    { path: '/project/gone.txt', change: 'deleted', base64: null },
    { path: '/project/huge', change: 'created', base64: null, left_out: { kind: 'limit', limit: 'file_bytes' } },
    { path: '/project/link', change: 'created', base64: null, left_out: { kind: 'no-file', more: 1 } },
    { path: '/project/odd', change: 'created', base64: null, left_out: { kind: 'limit' } },
    { path: '/project/../../etc/passwd', change: 'created', base64: '' },
    { path: '/system/x', change: 'modified', base64: '' },
    { path: '/project/bad', change: 'created', base64: '%' },
  ],
}
const answered = {
  primitive: 'http_client',
  ending: { kind: 'responded', status_code: 200 },
  headers: { a: 'b' },
  body: [1],
  attempts: 1,
  duration_ms: 3,
}

test('R14.2 changed files of a real run come with their bytes; places outside the draft are left out', () => {
  expect(parseOutcome(sent)).toEqual({
    ...sent,
    changes: [
      { path: '/project/made.bin', change: 'created', bytes: new Uint8Array([0, 255]) },
      { path: '/project/gone.txt', change: 'deleted', bytes: null },
      { path: '/project/huge', change: 'created', bytes: null, left_out: { kind: 'limit', limit: 'file_bytes' } },
      { path: '/project/link', change: 'created', bytes: null, left_out: { kind: 'no-file' } },
      { path: '/project/odd', change: 'created', bytes: null },
    ],
  })
})

test.for([
  { kind: 'killed', signal: 'SIGKILL' },
  { kind: 'timed-out', after_ms: 5 },
  { kind: 'out-of-memory', limit_bytes: 5 },
  { kind: 'output-limit', limit_bytes: 5 },
  { kind: 'cancelled' },
  { kind: 'not-started', reason: 'no' },
])('R14.2 a program may end as $kind', (ending) => {
  expect(parseOutcome({ ...sent, ending, limit: 'memory' })).toMatchObject({ ending, limit: 'memory' })
})

test('R15.2 an answered request is read', () => {
  expect(parseOutcome(answered)).toEqual(answered)
  const failed = { kind: 'failed', reason: 'refused' }
  expect(parseOutcome({ ...answered, ending: failed })).toMatchObject({ ending: failed })
})

test.for([
  { name: 'nothing', value: null },
  { name: 'another primitive', value: { ...sent, primitive: 'eval' } },
  { name: 'no ending', value: { ...sent, ending: undefined } },
  { name: 'an ending of the other kind', value: { ...sent, ending: answered.ending } },
  { name: 'a code that is no number', value: { ...sent, ending: { kind: 'exited', return_code: '0' } } },
  { name: 'no output', value: { ...sent, stdout: 'text' } },
  { name: 'no headers', value: { ...answered, headers: null } },
])('$name is no outcome', ({ value }) => {
  expect(parseOutcome(value)).toBeUndefined()
})

test('R11.3 a lockfile is offered only for a place inside the draft', () => {
  const lockfile = { path: '/project/.ai/lockfiles/a.json', text: '{}' }
  expect(parseRunResult({ outcome: sent, lockfile })?.lockfile).toEqual(lockfile)
  expect(parseRunResult({ outcome: sent, lockfile: null })?.lockfile).toBeUndefined()
  expect(parseRunResult({ outcome: sent, lockfile: { ...lockfile, path: '/etc/x' } })?.lockfile).toBeUndefined()
  expect(parseRunResult({ lockfile })).toBeUndefined()
})
