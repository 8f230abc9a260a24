import { expect, test } from 'vitest'
import type { ExecutionResult } from '../result.ts'
import { execute } from '../execute.ts'
import { describeMessageProblem, readMessage } from './messages.ts'
import { open, workspace } from '../../testing/workspace.ts'

// Page, server and workers exchange messages that each side validates.

const analysis = open(workspace`
  === project/tools/demo/t.py
  __version__ = "1.0.0"
  __executor_id__ = "run"
  === system/tools/run.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  config: {command: "python3", args: ["{tool_path}", "\${HOME}"]}
`).analyze('demo/t')
const text = (of: string) => ({ text: of, bytes: of.length, omitted_bytes: 0 })
const result = await execute(analysis, {
  run: () =>
    Promise.resolve({
      primitive: 'execute',
      ending: { kind: 'exited', return_code: 0 },
      stdout: text('{"a": 1}'),
      stderr: text(''),
      duration_ms: 3,
    }),
  now: () => '2026-02-18T12:00:00+00:00',
})
/** A result as sent in a message. `changes` are the changes of its files. */
const sent = (change: object = {}, changes?: readonly unknown[]): unknown => ({
  ...JSON.parse(JSON.stringify(result)),
  ...(changes ? { output: { ...result.output, changes } } : {}),
  ...change,
})
const read = (data: unknown): ExecutionResult => {
  const got = readMessage('run event', { event: 'result', data })
  if ('problem' in got || got.value.event !== 'result') throw new Error(JSON.stringify(got))
  return got.value.data
}
const problemOf = (data: unknown) => {
  const got = readMessage('run event', { event: 'result', data })
  return 'problem' in got ? got.problem : undefined
}

test('R14.1: a result is sent in full, with its trace, ending and lockfile', () => {
  expect(read(sent())).toEqual(result)
  expect(result.trace.length).toBeGreaterThan(5)
  expect(result.lockfile?.path).toBe('/project/.ai/lockfiles/demo/t@1.0.0.lock.json')
})

test('R9.6: a plan is sent in full, with a variable named like a prototype member', () => {
  const plan = JSON.parse(JSON.stringify({ ...analysis.plan, env: JSON.parse('{"__proto__": "x", "A": "1"}') }))
  const answer = { protocol: 1, plan, digest: null, nonce: null, sandbox_level: 'full', diagnostics: [] }
  const got = readMessage('plan answer', answer)
  const env = 'value' in got && got.value.plan?.primitive === 'execute' ? got.value.plan.env : {}
  expect(Object.entries(env)).toEqual([
    ['__proto__', 'x'],
    ['A', '1'],
  ])
})

test('findings are sent in full', () => {
  const { diagnostics } = open(workspace``).analyze('demo/missing')
  const answer = { protocol: 1, plan: null, digest: null, nonce: null, sandbox_level: 'full', diagnostics }
  expect(readMessage('plan answer', JSON.parse(JSON.stringify(answer)))).toEqual({ value: answer })
  expect(diagnostics).toHaveLength(1)
})

test('R14.2: changed files include their bytes, and files outside the draft are omitted', () => {
  const changes = [
    { path: '/project/made.bin', change: 'created', base64: 'AP8=' },
    { path: '/project/gone.txt', change: 'deleted', base64: null },
    { path: '/project/huge', change: 'created', base64: null, left_out: { kind: 'limit', limit: 'file_bytes' } },
    { path: '/project/link', change: 'created', base64: null, left_out: { kind: 'no-file' } },
    { path: '/project/<E9>', change: 'created', base64: null, left_out: { kind: 'name' } },
    { path: '/project/../../etc/passwd', change: 'created', base64: '' },
    { path: '/system/x', change: 'modified', base64: '' },
  ]
  const { output } = read(sent({}, changes))
  expect(output?.primitive !== 'http_client' && output?.changes).toEqual([
    { path: '/project/made.bin', change: 'created', bytes: new Uint8Array([0, 255]) },
    { path: '/project/gone.txt', change: 'deleted', bytes: null },
    { path: '/project/huge', change: 'created', bytes: null, left_out: { kind: 'limit', limit: 'file_bytes' } },
    { path: '/project/link', change: 'created', bytes: null, left_out: { kind: 'no-file' } },
    { path: '/project/<E9>', change: 'created', bytes: null, left_out: { kind: 'name' } },
  ])
})

test.for([
  { kind: 'killed', signal: 'SIGKILL' },
  { kind: 'timed-out', after_ms: 5 },
  { kind: 'out-of-memory', limit_bytes: 5 },
  { kind: 'output-limit', limit_bytes: 5 },
  { kind: 'cancelled' },
  { kind: 'not-started', reason: 'no' },
  { kind: 'responded', status_code: 404 },
  { kind: 'failed', reason: 'refused' },
  { kind: 'refused', diagnostics: [] },
])('R14.2: a run can end as $kind', (ending) => {
  expect(read(sent({ ending })).ending).toEqual(ending)
})

test('R15.2: a request with a response is read', () => {
  const output = { primitive: 'http_client', headers: { a: 'b' }, body: [1, null], attempts: 1 }
  expect(read(sent({ output })).output).toEqual(output)
})

test.for([
  { name: 'nothing', data: null, at: '/data' },
  { name: 'an invalid verdict', data: sent({ success: 'yes' }), at: '/data/success' },
  { name: 'no ending', data: sent({ ending: undefined }), at: '/data/ending' },
  { name: 'an unknown ending', data: sent({ ending: { kind: 'exploded' } }), at: '/data/ending/kind' },
  {
    name: 'a code that is not a number',
    data: sent({ ending: { kind: 'exited', return_code: '0' } }),
    at: '/data/ending/return_code',
  },
  { name: 'an unknown step', data: sent({ trace: [{ step: 'dance' }] }), at: '/data/trace/0/step' },
  {
    name: 'another primitive',
    data: sent({ output: { ...result.output, primitive: 'eval' } }),
    at: '/data/output/primitive',
  },
  {
    name: 'invalid bytes',
    data: sent({}, [{ path: '/project/bad', change: 'created', base64: '%' }]),
    at: '/data/output/changes/0/base64',
  },
  {
    name: 'a lockfile outside the draft (R11.3)',
    data: sent({ lockfile: { path: '/etc/x', text: '{}' } }),
    at: '/data/lockfile/path',
  },
])('a result with $name is reported as a problem with its location', ({ data, at }) => {
  expect(problemOf(data)).toMatchObject({ message: 'run event', at, problem: expect.stringMatching(/./) })
})

test.for([
  { event: 'applause', data: {} },
  { event: '__proto__', data: {} },
  { event: 'stdout', data: { text: 1 } },
  { event: 'accepted', data: { id: 'a', position: -1, estimate_ms: 0 } },
])('the event $event with $data is a reported problem', (event) => {
  const got = readMessage('run event', event)
  expect('problem' in got && describeMessageProblem(got.problem)).toMatch(
    /^The run event cannot be read at \/(event|data)/,
  )
})

test('a request without a protocol version counts as version 1, and another version is a problem', () => {
  const request = { workspace: {}, item_id: 'a', dialect: 'lillux' }
  const whole = { value: { ...request, protocol: 1, parameters: {} } }
  expect(readMessage('plan request', request)).toEqual(whole)
  expect(readMessage('plan request', { ...request, protocol: 1 })).toEqual(whole)
  expect(readMessage('plan request', { ...request, protocol: 2 })).toMatchObject({ problem: { at: '/protocol' } })
})

test.for([
  { message: 'plan request', given: { item_id: 'a', dialect: 'l' }, at: '/workspace' },
  { message: 'plan request', given: { workspace: {}, item_id: 1, dialect: 'l' }, at: '/item_id' },
  { message: 'plan request', given: { workspace: {}, item_id: 'x'.repeat(5000), dialect: 'l' }, at: '/item_id' },
  { message: 'plan request', given: { workspace: {}, item_id: 'a', dialect: 'l', parameters: [] }, at: '/parameters' },
  { message: 'run request', given: { nonce: 'n', digest: 'd' }, at: '/digest' },
  { message: 'run request', given: [], at: '/nonce' },
  { message: 'share request', given: { snapshot: [] }, at: '/snapshot' },
  { message: 'problem', given: 'oops', at: '' },
] as const)('a $message is refused at "$at"', ({ message, given, at }) => {
  expect(readMessage(message, given)).toMatchObject({ problem: { message, at } })
})
