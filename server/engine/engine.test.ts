import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readMessage, type Message } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { exampleSnapshots } from '../../core/testing/examples.ts'
import { hearAllowing, startTestServer, type TestServer } from '../testing/server.ts'
import { serverEngine } from './engine.ts'
import { keptBytes } from './kept-bytes.ts'
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

/** The page's request for one goal. */
function question(snapshot: Snapshot, { item_id, parameters }: Pick<Goal, 'item_id' | 'parameters'>): string {
  const head = { workspace: { ...snapshot, parameters }, item_id, dialect: snapshot.dialect }
  return `${JSON.stringify(head).slice(0, -1)},"parameters":${parameters}}`
}

async function asked(snapshot: Snapshot, goal: Pick<Goal, 'item_id' | 'parameters'>): Promise<Message<'plan answer'>> {
  const answer = await server.send('POST', '/api/plan', question(snapshot, goal))
  const read = readMessage('plan answer', await answer.json())
  if ('problem' in read) throw new Error(JSON.stringify(read.problem))
  return read.value
}

const lockPath = (item_id: string): RegExp =>
  new RegExp(`^/project/.ai/lockfiles/${item_id}@\\d+\\.\\d+\\.\\d+\\.lock\\.json$`)
/**
 * Whether the first successful run writes a lockfile (R11.3): the dialect uses lockfiles, and the draft has none yet.
 */
const getsLockfile = ({ files, dialect }: Snapshot, item_id: string): boolean =>
  dialect !== 'kiwi' && !Object.keys(files).some((path) => lockPath(item_id).test(path))

test.for(goals.map((row) => [row.slug, row.goal.item_id, row] as const))(
  'on the server, %s: %s meets its expectations',
  { timeout: 30_000 },
  async ([, , { snapshot, goal }]) => {
    const { plan, nonce, digest, diagnostics } = await asked(snapshot, goal)
    if (goal.expect.status !== 'ready') {
      expect([plan, nonce, digest]).toEqual([null, null, null])
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
      return
    }
    if (plan?.primitive === 'http_client') {
      expect(plan).toMatchObject(goal.expect.request ?? {})
      return
    }
    expect(plan && [plan.command, ...plan.args]).toEqual(goal.expect.argv)
    const events = await hearAllowing(server.send, await server.send('POST', '/api/run', { nonce, digest }))
    const locks = getsLockfile(snapshot, goal.item_id)
    // An example that expects no data starts with a command that fails.
    expect(events.at(-1)?.data).toMatchObject(
      goal.expect.data === undefined
        ? { success: false, lockfile: null }
        : {
            success: true,
            data: goal.expect.data,
            error: null,
            lockfile: locks ? { path: expect.stringMatching(lockPath(goal.item_id)) } : null,
          },
    )
  },
)

const hello = exampleSnapshots()['hello-chain']!
const greet = { item_id: 'demo/greet', parameters: '{}' }

test.for([
  { name: 'an invalid workspace', workspace: { format: 1 }, code: 'snapshot-refused' },
  { name: 'a workspace of a future version', workspace: { ...hello, format: 2 }, code: 'snapshot-refused' },
  {
    name: 'a file that leaves its space',
    workspace: { ...hello, files: { '/project/../etc/x': '' } },
    code: 'snapshot-refused',
  },
  {
    name: 'a missing bundle',
    workspace: { ...hello, bundle: { id: 'ryeos-core', version: '9.9.9' } },
    code: 'bundle-unknown',
  },
  {
    name: 'a bundle that is a path',
    workspace: { ...hello, bundle: { id: '..', version: '..' } },
    code: 'bundle-unknown',
  },
])('a plan request for $name is refused', async ({ workspace, code }) => {
  const answer = await server.send('POST', '/api/plan', {
    ...(JSON.parse(question(hello, greet)) as object),
    workspace,
  })
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([422, code])
})

test('a refused plan is not returned, even if it can be built', async () => {
  const { plan, nonce, diagnostics } = await asked({ ...hello, dev_mode: false }, greet)
  expect([plan, nonce]).toEqual([null, null])
  expect(diagnostics.map(({ code }) => code)).toContain('signature-missing')
})

test('the machine, not the draft, determines the available programs', async () => {
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

test('a bundle in a draft is read as a system space, and a real run finds its files', { timeout: 30_000 }, async () => {
  const runtime = `version: "1.0.0"
tool_type: runtime
executor_id: rye/core/primitives/execute
config: {command: cat, args: [/system/team/.ai/words.txt]}
`
  const files = {
    '/project/.ai/tools/t.yaml': 'version: "1.0.0"\nexecutor_id: team/runtime\n',
    '/system/team/.ai/tools/team/runtime.yaml': runtime,
    '/system/team/.ai/words.txt': 'words of the bundle',
  }
  const goal = { item_id: 't', parameters: '{}' }
  const draft: Snapshot = { ...hello, systems: [{ id: 'team', version: '2.0.0' }, 'builtin'], files }
  const { plan, nonce, digest } = await asked(draft, goal)
  expect(plan).toMatchObject({ command: 'cat', args: ['/system/team/.ai/words.txt'] })
  const events = await hearAllowing(server.send, await server.send('POST', '/api/run', { nonce, digest }))
  expect(events.at(-1)?.data).toMatchObject({ success: true, data: { stdout: 'words of the bundle' } })
  const another = await asked({ ...draft, files: { ...files, '/system/team/.ai/words.txt': 'other words' } }, goal)
  expect(another.digest).not.toBe(digest)
})

test('pending bytes count the files of a draft but not the shared files of the product', () => {
  const file = (path: string, product?: true) => ({ path, bytes: Buffer.from('12345'), ...(product && { product }) })
  const files = [file('/system/team/.ai/a'), file('/system/ryeos-core/.ai/b', true)]
  const said = JSON.stringify({}).length + JSON.stringify(null).length
  expect(keptBytes({} as Parameters<typeof keptBytes>[0], files, null)).toBe(said + 5)
})

/** A project with a runtime that runs a program to find its interpreter (R6.3). */
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
  // The server must ignore the program's answer that the draft claims.
  const world = { programs: [{ argv: resolve_cmd, return_code: 0, stdout: '/claimed\n' }] }
  return { ...snapshot, files, world, item_id: 't', parameters: '{}' }
}

test.for([
  {
    name: 'a program that prints a path',
    resolve_cmd: ['sh', '-c', 'echo /usr/bin/python3'],
    command: '/usr/bin/python3',
  },
  { name: 'a program that fails', resolve_cmd: ['sh', '-c', 'echo no; exit 3'], command: 'nothing' },
  { name: 'a program that does not exist', resolve_cmd: ['no-such-program'], command: 'nothing' },
  { name: 'a program that reads host files', resolve_cmd: ['cat', '/etc/hostname'], command: 'nothing' },
])(
  'R6.3: an interpreter search runs programs in the sandbox: $name',
  { timeout: 30_000 },
  async ({ resolve_cmd, command }) => {
    const snapshot = asking(resolve_cmd)
    expect((await asked(snapshot, { item_id: 't', parameters: '{}' })).plan).toMatchObject({ command })
  },
)
