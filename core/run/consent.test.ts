import { expect, test } from 'vitest'
import type { HttpPlan, ProcessPlan } from '../answer/analysis.ts'
import { consentTo } from './consent.ts'

const process: ProcessPlan = {
  primitive: 'execute',
  command: '/usr/bin/python3',
  args: ['-c', 'print(1)\nprint(2)', '', 'gpj\u202e.exe'],
  env: { LD_PRELOAD: '/project/x.so', A: '' },
  cwd: null,
  input: '{"a": 1}',
  timeout: 30,
  digest: 'd',
}

const request: HttpPlan = {
  primitive: 'http_client',
  method: 'POST',
  url: 'https://api.example.org/items',
  headers: { 'X-Trace': 'a\r\nX-Evil: b' },
  body: { name: 'Ada' },
  auth: { type: 'api_key', header: 'X-Key', key: 'secret-1' },
  retry: { max_attempts: 3, backoff: 'exponential' },
  timeout: 30,
  mode: 'stream',
  digest: 'd',
}

const partsOf = (plan: ProcessPlan | HttpPlan, name: string): readonly string[] =>
  consentTo(plan).find((part) => part.name === name)?.parts ?? []

test('each argument is one part, with line breaks, reversed text and empty text made visible', () => {
  expect(partsOf(process, 'command')).toEqual(['/usr/bin/python3', '-c', 'print(1)↵\nprint(2)', '“”', 'gpj\\u202e.exe'])
})

test.for(['rm ', ' rm', '\n', 'a\t'])('leading and trailing blanks of %j are made visible', (text) => {
  expect(partsOf({ ...process, command: 'c', args: [text] }, 'command')[1]).toMatch(/^“[^]*”$/)
  expect(partsOf({ ...process, input: text }, 'stdin')[0]).toMatch(/^“[^]*”$/)
})

test('consent to a process lists every field of its plan', () => {
  expect(partsOf(process, 'env')).toEqual(['LD_PRELOAD=/project/x.so', 'A=“”'])
  expect(consentTo(process).map(({ name }) => name)).toEqual(['command', 'stdin', 'cwd', 'env', 'timeout'])
  for (const plan of [process, request])
    expect(partsOf({ ...plan, timeout: null }, 'timeout')).toEqual(["(none: the host's limit applies)"])
})

test('consent to a request lists headers, body, auth and retry, and one header cannot look like two', () => {
  expect(consentTo(request)).toEqual([
    { name: 'request', parts: ['POST https://api.example.org/items'] },
    { name: 'headers', parts: ['X-Trace: a\\r↵\nX-Evil: b'] },
    { name: 'auth', parts: ['X-Key: secret-1'] },
    { name: 'body', parts: ['{"name":"Ada"}'] },
    { name: 'retry', parts: ['up to 3 attempts, backoff exponential'] },
    { name: 'answer', parts: ['a stream of events'] },
    { name: 'timeout', parts: ['30 s'] },
  ])
  expect(partsOf({ ...request, headers: {}, auth: { type: 'bearer', token: 't' } }, 'auth')).toEqual([
    'Authorization: Bearer t',
  ])
})

test('consent omits no field of a plan', () => {
  const known: Readonly<Record<string, string>> = {
    args: 'command',
    input: 'stdin',
    method: 'request',
    url: 'request',
    mode: 'answer',
  }
  for (const plan of [process, request]) {
    const fields = Object.keys(plan).filter((field) => field !== 'primitive' && field !== 'digest')
    const asked = new Set(consentTo(plan).map(({ name }) => name))
    expect(fields.filter((field) => !asked.has(known[field] ?? field))).toEqual([])
  }
})
