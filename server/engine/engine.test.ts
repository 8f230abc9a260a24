import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readOutcome, type Outcome, type Plan, type Snapshot } from '#core'
import { exampleSnapshots } from '../../core/testing/examples.ts'
import { hear, startTestServer, type TestServer } from '../testing/server.ts'
import { serverEngine } from './engine.ts'
import { productRoot } from './product.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([], (facts) => serverEngine({ ...facts, interpreters: [] }))
}, 60_000)
afterAll(() => server.close())

interface Goal {
  readonly item_id: string
  readonly parameters: string
  readonly expect: {
    readonly status: string
    readonly argv?: readonly string[]
    readonly data?: unknown
    readonly request?: object
  }
}

const goals = Object.entries(exampleSnapshots()).flatMap(([slug, snapshot]) => {
  const text = readFileSync(join(productRoot, 'examples', slug, 'example.yaml'), 'utf8')
  const { also = [], ...first } = parse(text) as Goal & { readonly also?: readonly Goal[] }
  return [first, ...also].map((goal) => ({ slug, snapshot, goal }))
})

/** Everything a run request says; the plan's digest and the confirmation come from what was answered before. */
function body(
  snapshot: Snapshot,
  goal: Pick<Goal, 'item_id' | 'parameters'>,
  plan_digest = 'not known yet',
  confirmation = 'not yet',
) {
  const parameters: unknown = JSON.parse(goal.parameters)
  const workspace = { ...snapshot, parameters: goal.parameters }
  return { workspace, item_id: goal.item_id, parameters, dialect: snapshot.dialect, plan_digest, confirmation }
}

async function asked(snapshot: Snapshot, goal: Pick<Goal, 'item_id' | 'parameters'>) {
  const answer = await server.send('POST', '/api/run', body(snapshot, goal))
  const said = (await answer.json()) as {
    error: { code: string }
    plan?: Plan
    digest?: string
    diagnostics?: readonly { code: string }[]
  }
  return { status: answer.status, ...said }
}

test.for(goals.map((row) => [row.slug, row.goal.item_id, row] as const))(
  'on the server %s: %s keeps its promise',
  { timeout: 30_000 },
  async ([, , { snapshot, goal }]) => {
    const told = await asked(snapshot, goal)
    if (goal.expect.status !== 'ready') {
      expect([told.status, told.error.code]).toEqual([422, 'no-plan'])
      return
    }
    expect(told.error.code).toBe('plan-differs')
    if (told.plan?.primitive === 'http_client') {
      expect(told.plan).toMatchObject(goal.expect.request ?? {})
      return
    }
    expect(told.plan && [told.plan.command, ...told.plan.args]).toEqual(goal.expect.argv)
    const digest = told.digest ?? ''
    const given = await server.send('POST', '/api/confirmations', { plan_digest: digest, sandbox_level: 'full' })
    const { confirmation } = (await given.json()) as { confirmation: string }
    const events = await hear(await server.send('POST', '/api/run', body(snapshot, goal, digest, confirmation)))
    const { outcome, lockfile } = events.find(({ event }) => event === 'result')?.data as {
      outcome: Outcome
      lockfile: { path: string } | null
    }
    const read = readOutcome(outcome)
    expect([read.success, read.error]).toEqual([true, null])
    expect(Object.fromEntries(read.data as ReadonlyMap<string, unknown>)).toEqual(goal.expect.data)
    expect(lockfile?.path).toBe(`/project/.ai/lockfiles/${goal.item_id}@1.0.0.lock.json`)
  },
)

const hello = exampleSnapshots()['hello-chain']!
const greet = { item_id: 'demo/greet', parameters: '{}' }

test.for([
  { name: 'a workspace that is none', workspace: { format: 1 }, code: 'snapshot-refused' },
  { name: 'a workspace of a future version', workspace: { ...hello, format: 2 }, code: 'snapshot-refused' },
  {
    name: 'a file that leaves its space',
    workspace: { ...hello, files: { '/project/../etc/x': '' } },
    code: 'snapshot-refused',
  },
  {
    name: 'a bundle that is not there',
    workspace: { ...hello, bundle: { id: 'ryeos-core', version: '9.9.9' } },
    code: 'bundle-unknown',
  },
  {
    name: 'a bundle that is a path',
    workspace: { ...hello, bundle: { id: '..', version: '..' } },
    code: 'bundle-unknown',
  },
])('refuses $name', async ({ workspace, code }) => {
  const answer = await server.send('POST', '/api/run', { ...body(hello, greet), workspace })
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([422, code])
})

test('a plan that is refused is none, even where it could be built', async () => {
  const { error, diagnostics } = await asked({ ...hello, dev_mode: false }, greet)
  expect([error.code, diagnostics?.map(({ code }) => code)]).toEqual([
    'no-plan',
    expect.arrayContaining(['signature-missing']),
  ])
})

test("what programs there are is the machine's to say, not the draft's", async () => {
  const tool =
    'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nenv_config:\n  interpreter: {type: system_binary, binary: rustc, var: RUSTC, fallback: none}\nconfig:\n  command: "${RUSTC}"\n'
  const draft = { ...hello, files: { '/project/.ai/tools/demo/r.yaml': tool }, world: { files: ['/usr/bin/rustc'] } }
  expect((await asked(draft, { item_id: 'demo/r', parameters: '{}' })).plan).toMatchObject({ command: 'none' })
})

test('parameters keep the form they were typed in', async () => {
  const tool =
    'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig:\n  command: echo\n  args: ["{params_json}"]\n'
  const draft = { ...hello, files: { '/project/.ai/tools/demo/e.yaml': tool } }
  expect(
    (await asked(draft, { item_id: 'demo/e', parameters: '{"x": 1.0, "big": 12345678901234567890}' })).plan,
  ).toMatchObject({
    args: ['{"x": 1.0, "big": 12345678901234567890}'],
  })
})

/** A runtime of the project that asks a program for its interpreter (R6.3). */
function asking(resolve_cmd: readonly string[]): Snapshot {
  const snapshot = exampleSnapshots()['hello-chain']!
  const runtime = [
    'version: "1.0.0"',
    'tool_type: runtime',
    'executor_id: rye/core/primitives/execute',
    'env_config:',
    `  interpreter: {type: command, resolve_cmd: ${JSON.stringify(resolve_cmd)}, var: FOUND, fallback: nothing}`,
    'config: {command: "${FOUND}"}',
  ].join('\n')
  const files = {
    '/project/.ai/tools/rt.yaml': runtime,
    '/project/.ai/tools/t.yaml': 'version: "1.0.0"\nexecutor_id: rt\n',
  }
  // The draft claims an answer of its own, which must not count.
  const world = { programs: [{ argv: resolve_cmd, return_code: 0, stdout: '/claimed\n' }] }
  return { ...snapshot, files, world, item_id: 't', parameters: '{}' }
}

test.for([
  { name: 'a program that answers', resolve_cmd: ['sh', '-c', 'echo /usr/bin/python3'], command: '/usr/bin/python3' },
  { name: 'one that fails', resolve_cmd: ['sh', '-c', 'echo no; exit 3'], command: 'nothing' },
  { name: 'one that does not exist', resolve_cmd: ['no-such-program'], command: 'nothing' },
  { name: 'one that looks for host files', resolve_cmd: ['cat', '/etc/hostname'], command: 'nothing' },
])('R6.3: an interpreter search asks in the sandbox: $name', { timeout: 30_000 }, async ({ resolve_cmd, command }) => {
  const snapshot = asking(resolve_cmd)
  const { plan_digest: _digest, confirmation: _word, ...question } = body(snapshot, { item_id: 't', parameters: '{}' })
  const answer = await server.send('POST', '/api/plan', question)
  expect(answer.status).toBe(200)
  expect(((await answer.json()) as { plan: Plan | null }).plan).toMatchObject({ command })
})
