import { expect, test } from 'vitest'
import type { JsonValue } from '../read/value/encode.ts'
import { execute, executeCall, type ExecuteHost, type ExecuteRequest } from './execute.ts'
import { type HttpOutcome, type Outcome } from './outcome.ts'
import { readOutcome } from './result.ts'
import { call, exited, files, lockPath, recording, request, time } from '../testing/one-call.ts'
import { open } from '../testing/workspace.ts'
import { type Value } from '../read/value/value.ts'

// Seed 004: one call from an agent to a primitive, and its result (R14.1, R15.2).

test('R14.1: a call runs the plan of its analysis once, and returns the full result', async () => {
  const world = open(files)
  const { result, plans } = await call(world, exited('{"said": "hello Ada"}\n'))
  const analysis = world.analyze('greet', '{"name": "Ada"}')
  expect(plans).toEqual([analysis.plan])
  expect(plans[0]).toMatchObject({
    primitive: 'execute',
    command: 'python3',
    args: ['/project/.ai/tools/greet.py'],
    input: '{"name": "Ada"}',
    env: { GREETING: 'hello' },
  })
  expect(result).toMatchObject({
    success: true,
    data: { said: 'hello Ada' },
    error: null,
    duration_ms: 12,
    ending: { kind: 'exited', return_code: 0 },
    output: { primitive: 'execute', stdout: { text: '{"said": "hello Ada"}\n' } },
    metadata: { resolved_env_keys: ['GREETING', 'HOME', 'PATH'], lockfile_used: false },
  })
})

test('R14.1: the chain of a result is portable, without paths of this machine', async () => {
  const { result } = await call(open(files), exited('1'))
  const { chain } = result
  expect(chain).toEqual([
    {
      item_id: 'greet',
      space: 'project',
      tool_type: 'tool',
      executor_id: 'run',
      integrity: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    {
      item_id: 'run',
      space: 'system:core',
      tool_type: 'runtime',
      executor_id: 'rye/core/primitives/execute',
      integrity: expect.stringMatching(/^[0-9a-f]{64}$/),
      provider_id: 'core',
      provider_version: '1.0.0',
    },
    {
      item_id: 'rye/core/primitives/execute',
      space: 'system',
      tool_type: 'primitive',
      executor_id: null,
      integrity: null,
    },
  ])
  expect(JSON.stringify(chain)).not.toMatch(/"\/(project|user|system|more)/)
})

test.for<{ name: string; asked: ExecuteRequest; code: string; dev_mode?: boolean }>([
  {
    name: 'the item does not exist',
    asked: request({}, { item_id: 'missing' }),
    code: 'item-not-found',
  },
  { name: 'a parameter is missing (R5.1)', asked: request({}), code: 'parameter-invalid' },
  { name: 'a parameter is wrong (R5.1)', asked: request({ name: 5 }), code: 'parameter-invalid' },
  {
    name: 'a file is unsigned, and this is not dev mode (R10.4)',
    asked: request(),
    code: 'signature-missing',
    dev_mode: false,
  },
  {
    name: 'the call names another project',
    asked: request({ name: 'Ada' }, { project_path: '/elsewhere' }),
    code: 'project-differs',
  },
])('R14.1: nothing runs when $name', async ({ asked, code, dev_mode = true }) => {
  const { result, plans } = await call(open(files, { dev_mode }), exited('1'), asked)
  expect(plans).toEqual([])
  expect(result).toMatchObject({
    success: false,
    data: null,
    error: expect.stringMatching(/./),
    output: null,
    lockfile: null,
  })
  expect(result.ending.kind === 'refused' && result.ending.diagnostics[0]).toMatchObject({ code, severity: 'error' })
})

test('R14.1: the caller’s parameters stay unchanged (G6)', async () => {
  const asked = request({ name: 'Ada', list: [1] })
  await call(open(files), exited('1'), asked)
  expect(asked.parameters).toEqual(
    new Map<Value, Value>([
      ['name', 'Ada'],
      ['list', [1]],
    ]),
  )
})

test.for<{ name: string; outcome: Outcome; lock: boolean }>([
  { name: 'a success', outcome: exited('{}'), lock: true },
  { name: 'a success that printed nothing', outcome: exited(''), lock: true },
  { name: 'a failed process', outcome: exited('{}', 1), lock: false },
  { name: 'a tool that reports a failure', outcome: exited('{"success": false}'), lock: false },
  {
    name: 'a timeout',
    outcome: { ...exited('{}'), ending: { kind: 'timed-out', after_ms: 5 } },
    lock: false,
  },
])('R11.3: the first lockfile after $name is written: $lock', async ({ outcome, lock }) => {
  const { result } = await call(open(files), outcome)
  expect(result.lockfile?.path).toBe(lock ? lockPath : undefined)
})

test('R11.3: the second run uses the lockfile of the first and writes no other', async () => {
  const world = open(files)
  const first = await call(world, exited('{}'))
  if (!first.result.lockfile) throw new Error('no lockfile')
  expect(JSON.parse(first.result.lockfile.text)).toMatchObject({
    generated_at: time,
    resolved_chain: first.result.chain,
  })
  world.write(first.result.lockfile.path, first.result.lockfile.text)
  const second = await call(world, exited('{}'))
  expect(second.result).toMatchObject({ success: true, lockfile: null, metadata: { lockfile_used: true } })
  world.write('/project/.ai/tools/greet.py', '__version__ = "1.0.0"\n__executor_id__ = "run"\n')
  const third = await call(world, exited('{}'))
  expect(third.result.ending.kind).toBe('refused')
  expect(third.plans).toEqual([])
})

test("R13.1: a run's trace contains its analysis's trace, then its execution's trace", async () => {
  const { result } = await call(open(files), exited('1', 3))
  const { trace } = open(files).analyze('greet', '{"name": "Ada"}')
  expect(result.trace).toEqual([...trace, { step: 'run', primitive: 'execute', ending: 'exited', duration_ms: 12 }])
})

test('R13.1: a listener gets the analysis before the plan runs, and the run after it', async () => {
  const received: string[] = []
  const analysis = open(files).analyze('greet', '{"name": "Ada"}')
  const result = await execute(analysis, {
    run: () => {
      received.push('-')
      return Promise.resolve(exited('1'))
    },
    now: () => time,
    trace: ({ step }) => void received.push(step),
  })
  expect(received).toEqual([...analysis.trace.map(({ step }) => step), '-', 'run'])
  expect(result.trace.map(({ step }) => step)).toEqual(received.filter((step) => step !== '-'))
})

test('R14.1: an existing analysis runs unchanged after its files change', async () => {
  const world = open(files)
  const analysis = world.analyze('greet', '{"name": "Ada"}')
  world.write('/project/.ai/tools/greet.py', 'no tool any more')
  const host = recording(exited('1'))
  const result = await execute(analysis, host)
  expect(host.plans).toEqual([analysis.plan])
  expect(result).toMatchObject({ success: true, lockfile: { path: lockPath } })
})

test('R14.1: a primitive can execute calls itself, each with its own result', async () => {
  const world = open(files)
  const inner: ExecuteHost = {
    run: () => Promise.resolve(exited('{"success": false, "error": ["deep", 1]}')),
    now: () => time,
  }
  const outer: ExecuteHost = {
    async run() {
      const { success, error } = await executeCall(world.workspace, request({ name: 'inside' }), inner)
      return exited(JSON.stringify({ seen: { success, error } }))
    },
    now: () => time,
  }
  const [first, second] = await Promise.all([
    executeCall(world.workspace, request(), outer),
    executeCall(world.workspace, request(), outer),
  ])
  expect(first.data).toEqual({ seen: { success: false, error: ['deep', 1] } })
  expect([first.success, first.error]).toEqual([true, null])
  expect(second.data).toEqual(first.data)
})

test('R14.2: a host that throws is reported as not started', async () => {
  const host: ExecuteHost = { run: () => Promise.reject(new Error('no room')), now: () => time }
  const result = await execute(open(files).analyze('greet', '{"name": "Ada"}'), host)
  expect(result).toMatchObject({
    success: false,
    error: 'no room',
    ending: { kind: 'not-started', reason: 'no room' },
    lockfile: null,
  })
})

const response = (ending: HttpOutcome['ending'], body: JsonValue = null): HttpOutcome => ({
  primitive: 'http_client',
  ending,
  headers: { 'content-type': 'application/json' },
  body,
  attempts: 1,
  duration_ms: 1,
})

test.for([
  [200, true],
  [204, true],
  [301, true],
  [399, true],
  [400, false],
  [404, false],
  [500, false],
  [199, false],
] as const)('R15.2: a response of %i is a success: %s', ([status_code, success]) => {
  const read = readOutcome(response({ kind: 'responded', status_code }, { a: [1, null] }))
  expect(read.success).toBe(success)
  expect(read.error === null).toBe(success)
  expect(read.data).toEqual(
    new Map<Value, Value>([
      ['status_code', status_code],
      ['body', new Map<Value, Value>([['a', [1, null]]])],
      ['headers', new Map<Value, Value>([['content-type', 'application/json']])],
    ]),
  )
})

test.for<readonly [HttpOutcome['ending'], string]>([
  [{ kind: 'timed-out', after_ms: 30 }, 'timed out after 0.03 s'],
  [{ kind: 'output-limit', limit_bytes: 10 }, 'stopped: more output than 10 bytes'],
  [{ kind: 'cancelled' }, 'cancelled'],
  [{ kind: 'not-started', reason: 'the host is not allowed' }, 'the host is not allowed'],
  [{ kind: 'failed', reason: 'connection refused' }, 'connection refused'],
])('R15.2: a request fails with its reason: %j', ([ending, reason]) => {
  const read = readOutcome(response(ending))
  expect(read.success).toBe(false)
  expect(read.error).toBe(reason)
})
