import { expect, test } from 'vitest'
import type { Analysis, Plan } from '../answer/analysis.ts'
import { open } from '../testing/workspace.ts'

// R15: the plan for each primitive (R9.6).

const runtime = (primitive: string, config: string) => ({
  [`/system/.ai/tools/run.yaml`]: `executor_id: rye/core/primitives/${primitive}\nconfig:\n${config
    .split('\n')
    .map((line) => `  ${line}\n`)
    .join('')}`,
  '/project/.ai/tools/t.py': '__version__ = "1"\n__executor_id__ = "run"\n',
})

function analyzed(primitive: 'execute' | 'subprocess' | 'http_client', config: string, parameters = '{}'): Analysis {
  const dialect = primitive === 'execute' ? 'lillux' : 'lilux'
  return open({ files: runtime(primitive, config) }, { dialect }).analyze('t', parameters)
}

const planOf = (...asked: Parameters<typeof analyzed>): Partial<Plan> | undefined => {
  const { plan } = analyzed(...asked)
  return plan ? { ...plan, digest: '' } : undefined
}

const env = { HOME: '/home/u', PATH: '/usr/bin:/bin' }

test.for(['execute', 'subprocess'] as const)(
  'R15.1: by default %s gets a command, the environment and a timeout of 300 seconds',
  (primitive) => {
    expect(planOf(primitive, 'command: ls')).toEqual({
      primitive,
      command: 'ls',
      args: [],
      env,
      cwd: null,
      input: null,
      timeout: 300,
      digest: '',
    })
  },
)

test('R15.1: no shell reads an argument', () => {
  const odd = '["a b", "$HOME", "`id`", ";", "&&", "*", "\'"]'
  expect(planOf('execute', `command: echo\nargs: ${odd}`)).toMatchObject({
    command: 'echo',
    args: ['a b', '$HOME', '`id`', ';', '&&', '*', "'"],
  })
})

test('R15.1: a process gets input_data as stdin and cwd as its working directory', () => {
  const plan = planOf('execute', 'command: cat\ninput_data: "{params_json}"\ncwd: "{project_path}"', '{"a": [1, true]}')
  expect(plan).toMatchObject({ input: '{"a": [1, true]}', cwd: '/project' })
})

test.for([
  ['5', 5],
  ['0.5', 0.5],
  ['0', null],
  ['null', null],
] as const)('R15.1: timeout %s is %s seconds', ([written, timeout]) => {
  expect(planOf('execute', `command: ls\ntimeout: ${written}`)).toMatchObject({ timeout })
})

test.for([
  ['no command', 'args: [a]'],
  ['an empty command', 'command: ""'],
  ['a command that is not a string', 'command: [ls]'],
  ['args that are not a list', 'command: ls\nargs: 5'],
  ['an input that is not a string', 'command: ls\ninput_data: [a]'],
  ['a cwd that is not a string', 'command: ls\ncwd: 5'],
  ['a timeout that is not a number', 'command: ls\ntimeout: soon'],
] as const)('R15.1: a run is refused because its plan is incomplete: %s', ([, config]) => {
  const run = analyzed('execute', config)
  expect(run).toMatchObject({ status: 'refused', plan: null })
  expect(run.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
    'plan-incomplete',
  ])
})

test('R15.2: the default request is a plain GET', () => {
  expect(planOf('http_client', 'url: https://x.test/')).toEqual({
    primitive: 'http_client',
    method: 'GET',
    url: 'https://x.test/',
    headers: {},
    body: null,
    auth: null,
    retry: { max_attempts: 1, backoff: 'exponential' },
    timeout: 30,
    mode: 'sync',
    digest: '',
  })
})

test('R15.2: url, headers and body are templates; an exact placeholder keeps its type', () => {
  const config = [
    'method: POST',
    'url: "https://x.test/{path}"',
    'headers: {X-Home: "${HOME}", X-N: 5}',
    'body: {count: "{n}", text: "n is {n}", deep: [{name: "{name}"}]}',
  ].join('\n')
  expect(planOf('http_client', config, '{"path": "a/b", "n": 2, "name": "Ada"}')).toMatchObject({
    method: 'POST',
    url: 'https://x.test/a/b',
    headers: { 'X-Home': '/home/u', 'X-N': '5' },
    body: { count: 2, text: 'n is 2', deep: [{ name: 'Ada' }] },
  })
})

test.for([
  ['GET', false],
  ['HEAD', false],
  ['DELETE', false],
  ['POST', true],
  ['PUT', true],
  ['PATCH', true],
  ['post', true],
] as const)('R15.2: a %s request has a body: %s', ([method, sent]) => {
  expect(planOf('http_client', `url: https://x.test/\nmethod: ${method}\nbody: {a: 1}`)).toMatchObject({
    method: method.toUpperCase(),
    body: sent ? { a: 1 } : null,
  })
})

test.for([
  ['{type: bearer, token: "{secret}"}', { type: 'bearer', token: 's3' }],
  ['{type: api_key, key: "{secret}"}', { type: 'api_key', key: 's3', header: 'X-API-Key' }],
  ['{type: api_key, key: "{secret}", header: X-Mine}', { type: 'api_key', key: 's3', header: 'X-Mine' }],
  ['null', null],
] as const)('R15.2: the plan contains the auth %s with its defaults', ([auth, expected]) => {
  expect(planOf('http_client', `url: https://x.test/\nauth: ${auth}`, '{"secret": "s3"}')).toMatchObject({
    auth: expected,
  })
})

test.for([
  ['retry: {max_attempts: 3, backoff: exponential}', { retry: { max_attempts: 3, backoff: 'exponential' } }],
  ['retry: null', { retry: { max_attempts: 1, backoff: 'exponential' } }],
  ['timeout: 2.5', { timeout: 2.5 }],
  ['timeout: null', { timeout: null }],
  ['mode: stream', { mode: 'stream' }],
  ['mode: sync', { mode: 'sync' }],
] as const)('R15.2: the plan contains the setting %s', ([line, expected]) => {
  expect(planOf('http_client', `url: https://x.test/\n${line}`)).toMatchObject(expected)
})

test.for([
  'method: GET',
  'url: ""',
  'url: [a]',
  'url: x\nheaders: [a]',
  'url: x\nauth: {type: magic}',
  'url: x\nauth: b',
])('R15.2: the request settings %j produce no plan', (config) => {
  const run = analyzed('http_client', config)
  expect(run).toMatchObject({ status: 'refused', plan: null })
  expect(run.diagnostics.map(({ code }) => code)).toContain('plan-incomplete')
})

test('R9.6: the digest depends only on what would run', () => {
  const digest = (config: string, primitive: 'execute' | 'subprocess' = 'execute') =>
    analyzed(primitive, config).plan?.digest
  const known = digest('command: ls')
  expect(known).toMatch(/^[0-9a-f]{64}$/)
  expect(digest('command: ls\nargs: []\nunused: 5')).toBe(known)
  const others = [
    digest('command: ls\nargs: [a]'),
    digest('command: ls\ncwd: /'),
    digest('command: ls\ninput_data: a'),
    digest('command: ls\ntimeout: 5'),
    digest('command: ls', 'subprocess'),
  ]
  expect(new Set([known, ...others]).size).toBe(6)
})
