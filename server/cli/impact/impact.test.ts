import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain, ryeChainReading, ryeChainWith } from '../../testing/directories.ts'

const runtime = (command: string): string =>
  `tool_type: runtime\nversion: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nchild_constraints: {max_version: "1.9.0"}\nconfig: {command: ${command}, args: ["{tool_path}"]}\n`

/** A project with two tools on its own runtime, one on the user space's runtime, and a broken one. */
function team(): string {
  return exampleFolder('hello-chain', {
    'app/.ai/tools/rt/py.yaml': runtime('python3'),
    'app/.ai/tools/demo/a.py': '__version__ = "1.0.0"\n__executor_id__ = "rt/py"\n',
    'app/.ai/tools/demo/b.yaml': 'version: "1.0.0"\nexecutor_id: rt/py\nenv_config: {env: {WHERE: "in ${REGION}"}}\n',
    'app/.ai/tools/demo/c.yaml': 'executor_id: rt/own\n',
    'app/.ai/tools/demo/broken.yaml': 'executor_id: rt/none\n',
    'app/.env': 'REGION=eu\n',
    'ada/.ai/tools/rt/own.yaml': runtime('sh'),
    'bob/.ai/tools/rt/own.yaml': runtime('bash'),
  })
}

interface UsesDocument {
  readonly target: { readonly kind: string; readonly name: string }
  readonly users: readonly { readonly item_id: string; readonly direct: boolean }[]
}

interface ImpactDocument {
  readonly change: object
  readonly items: { readonly before: number; readonly after: number }
  readonly affected: readonly {
    readonly item_id: string
    readonly change: string
    readonly ready: { readonly before: boolean | null; readonly after: boolean | null }
    readonly aspects: readonly string[]
    readonly cause: { readonly what: string; readonly at: { readonly path: string } | null } | null
  }[]
}

test.for<{ target: string; kind: string; name: string; users: readonly string[] }>([
  { target: 'rt/py', kind: 'item', name: 'rt/py', users: ['demo/a', 'demo/b'] },
  { target: 'rt/none', kind: 'item', name: 'rt/none', users: ['demo/broken'] },
  {
    target: 'app/.ai/tools/rt/py.yaml',
    kind: 'file',
    name: '/project/.ai/tools/rt/py.yaml',
    users: ['demo/a', 'demo/b'],
  },
  { target: 'app/.env', kind: 'file', name: '/project/.env', users: ['demo/b'] },
  { target: '$REGION', kind: 'variable', name: 'REGION', users: ['demo/b'] },
  { target: 'demo/a', kind: 'item', name: 'demo/a', users: [] },
])('uses lists the items that use $target', async ({ target, kind, name, users }) => {
  const { code, json } = await ryeChain(team(), 'uses', target, '--dir', 'app', '--json')
  const found = json<UsesDocument>()
  expect([code, found.target]).toEqual([users.length > 0 ? 0 : 1, { kind, name }])
  expect(found.users.map(({ item_id }) => item_id).sort()).toEqual(users)
})

test('uses lists each user with the place that names the target', async () => {
  const { out } = await ryeChain(team(), 'uses', 'rye/core/primitives/execute', '--dir', 'app')
  expect(out).toContain('demo/a  executor through rt/py  app/.ai/tools/rt/py.yaml:3:14\n')
  expect(out).toMatch(/\d+ items use rye\/core\/primitives\/execute\n$/)
  expect((await ryeChain(team(), 'uses', 'demo/a', '--dir', 'app')).out).toBe('No item uses demo/a\n')
})

test('impact lists the tools that can no longer run without a runtime, and changes no file', async () => {
  const cwd = team()
  const { code, json } = await ryeChain(cwd, 'impact', '--delete', 'rt/py', '--dir', 'app', '--json')
  const { change, affected } = json<ImpactDocument>()
  expect([code, change]).toEqual([1, { kind: 'delete', item_id: 'rt/py' }])
  expect(affected.map(({ item_id, change: how, ready }) => [item_id, how, ready.before, ready.after]).sort()).toEqual([
    ['demo/a', 'changed', true, false],
    ['demo/b', 'changed', true, false],
    ['rt/py', 'removed', true, null],
  ])
  expect(existsSync(join(cwd, 'app/.ai/tools/rt/py.yaml'))).toBe(true)
  const { out } = await ryeChain(cwd, 'impact', '--delete', 'app/.ai/tools/rt/py.yaml', '--dir', 'app')
  expect(out).toContain(
    'demo/a: chain, verdict, environment, values, command, cannot run\n  chain 2  app/.ai/tools/demo/a.py:2:19\n    - rt/py (project)\n',
  )
  expect(out).toMatch(/3 of \d+ items affected, 2 can no longer run\n$/)
})

test('impact of a rename, a version or a space lists only the affected items', async () => {
  const cwd = team()
  const idsOf = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { code, json } = await ryeChain(cwd, 'impact', ...words, '--dir', 'app', '--user', 'ada', '--json')
    const { affected } = json<ImpactDocument>()
    expect(code).toBe(affected.length > 0 ? 1 : 0)
    return affected.map(({ item_id, change }) => `${item_id} ${change}`).sort()
  }
  expect(await idsOf('--rename', 'demo/c', 'demo/d')).toEqual(['demo/c removed', 'demo/d added'])
  expect(await idsOf('--bump', 'demo/a', '2.0.0')).toEqual(['demo/a changed'])
  expect(await idsOf('--bump', 'demo/a', '1.2.0')).toEqual([])
  expect(await idsOf('--drop', 'user')).toEqual(['demo/c changed', 'rt/own removed'])
})

test('impact reads the new text of a changed file from another file or from standard input', async () => {
  const cwd = team()
  const tool = 'app/.ai/tools/rt/py.yaml'
  writeFileSync(join(cwd, 'new.yaml'), runtime('python3').replace('1.9.0', '0.9.0'))
  const { code, json } = await ryeChain(cwd, 'impact', '--change', tool, 'new.yaml', '--dir', 'app', '--json')
  const { change, affected } = json<ImpactDocument>()
  expect([code, change]).toEqual([1, { kind: 'change', path: '/project/.ai/tools/rt/py.yaml' }])
  expect(affected.map(({ item_id, ready, cause }) => [item_id, ready.after, cause?.what]).sort()).toEqual([
    ['demo/a', false, 'demo/a → rt/py: version'],
    ['demo/b', false, 'demo/b → rt/py: version'],
  ])
  const words = ['impact', '--change', tool, '--dir', 'app'] as const
  expect((await ryeChainReading(runtime('python3'), cwd, ...words)).code).toBe(0)
  const { out } = await ryeChainReading(runtime('pypy3'), cwd, ...words)
  expect(out).toContain('demo/a: command\n  argv[0]  app/.ai/tools/rt/py.yaml:5:19\n')
  const added = await ryeChainReading(
    'executor_id: rt/py\n',
    cwd,
    'impact',
    '--change',
    'app/.ai/tools/demo/new.yaml',
    '--dir',
    'app',
  )
  expect(added.out).toContain('demo/new: added\n')
})

test('impact lists the items that differ in another user space, dialect or world', async () => {
  const cwd = team()
  const impactOf = async (...words: readonly string[]): Promise<ImpactDocument> =>
    (await ryeChain(cwd, 'impact', ...words, '--dir', 'app', '--user', 'ada', '--json')).json<ImpactDocument>()
  const idsOf = ({ affected }: ImpactDocument): readonly string[] =>
    affected.map(({ item_id, change, cause }) => [item_id, change, cause?.what].join(' ').trim()).sort()
  const user = await impactOf('--to-user', 'bob')
  expect(user.change).toEqual({ kind: 'user', user: 'bob' })
  // R9: no shell can run `demo/c.yaml`, and this finding names the shell, so it differs.
  expect(idsOf(user)).toEqual(['demo/c changed program-cannot-run', 'rt/own changed argv[0]'])
  const { out } = await ryeChain(cwd, 'impact', '--to-user', 'bob', '--dir', 'app', '--user', 'ada')
  expect(out).toContain('rt/own: command\n  argv[0]  bob/.ai/tools/rt/own.yaml:5:19\n')
  expect(idsOf(await impactOf('--to-user', 'none'))).toEqual(['demo/c changed chain 2', 'rt/own removed'])
  expect(idsOf(await impactOf('--to-user', 'ada'))).toEqual([])
  writeFileSync(join(cwd, 'world.json'), JSON.stringify({ environ: { REGION: 'us' }, files: [], programs: [] }))
  writeFileSync(join(cwd, 'app/.env'), '')
  const world = await impactOf('--to-world', 'world.json')
  expect(world.affected.find(({ item_id }) => item_id === 'demo/b')?.aspects).toContain('environment')
  const dialect = await impactOf('--to-dialect', 'lilux')
  expect(dialect.change).toEqual({ kind: 'dialect', dialect: 'lilux' })
  const own = dialect.affected.filter(
    ({ item_id, ready }) => /^(demo|rt)\//.test(item_id) && ready.before === true && ready.after === false,
  )
  expect(own.map(({ item_id }) => item_id).sort()).toEqual(['demo/a', 'demo/b', 'demo/c', 'rt/own', 'rt/py'])
})

test.for<{ words: readonly string[]; said: string }>([
  { words: ['uses'], said: 'Pass one target' },
  {
    words: ['uses', 'demo/aa'],
    said: 'demo/aa is not an item, a file or a variable of this project. Similar IDs: demo/a',
  },
  { words: ['impact'], said: 'Pass one change' },
  { words: ['impact', '--delete', 'demo/a', '--drop', 'user'], said: 'Pass one change' },
  { words: ['impact', '--rename', 'demo/a'], said: 'Pass exactly --rename A B' },
  { words: ['impact', '--delete', 'demo/a', 'x'], said: '--delete takes no second value' },
  { words: ['impact', '--change', 'other/x.yaml', 'x'], said: 'not a path in the project or the user space' },
  { words: ['impact', '--change', 'app/.ai/tools/demo/a.py', 'none.py'], said: 'none.py cannot be read: ENOENT' },
  { words: ['impact', '--to-user', 'nowhere'], said: 'no such folder' },
  { words: ['impact', '--to-dialect', 'x'], said: '--to-dialect' },
  { words: ['impact', '--drop', 'all'], said: '--drop is "all"; it must be project, user or system' },
  { words: ['impact', '--delete', 'demo/aa'], said: 'No item has the ID “demo/aa”. Similar IDs: demo/a' },
  { words: ['impact', '--bump', 'demo/c', '2.0.0'], said: '“demo/c” declares no version' },
  { words: ['diff', '--user-a', 'nowhere'], said: 'no such folder' },
])('an invalid request causes exit code 2: $words', async ({ words, said }) => {
  const { code, out, err } = await ryeChain(team(), ...words, '--dir', 'app')
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(said)])
})

test.skipIf(process.platform === 'darwin').for<{ words: readonly string[]; said: string }>([
  { words: ['uses', 'caf\u00e9'], said: 'An item has an ID with the same letters in a different Unicode form' },
  { words: ['impact', '--delete', 'caf\u00e9'], said: 'An item has an ID with the same letters' },
  { words: ['check', '--item', 'c*f\u00e9'], said: 'No item matches c*f\u00e9 in the same Unicode form (NFC or NFD).' },
])('R1.4: an ID in the wrong Unicode form is reported as such: $words', async ({ words, said }) => {
  const cwd = team()
  writeFileSync(join(cwd, 'app/.ai/tools/cafe\u0301.py'), '__version__ = "1.0.0"\n')
  const { code, err } = await ryeChain(cwd, ...words, '--dir', 'app')
  expect([code, err]).toEqual([2, expect.stringContaining(said)])
})

test('diff compares two user spaces, or one with the user space of the environment', async () => {
  const cwd = team()
  const diff = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { json } = await ryeChainWith({ USER_SPACE: 'bob' }, cwd, 'diff', ...words, '--dir', 'app', '--json')
    const { items } = json<{
      items: readonly { item_id: string; change: string; differences: readonly { what: string }[] }[]
    }>()
    return items.map(({ item_id, change, differences }) => [item_id, change, differences[0]?.what].join(' ').trim())
  }
  expect(await diff('--user-a', 'ada', '--user-b', 'bob')).toEqual(['demo/c changed argv[0]', 'rt/own changed argv[0]'])
  expect(await diff('--user-a', 'none')).toEqual(['demo/c changed status', 'rt/own added'])
  expect(await diff('--user-a', 'bob')).toEqual([])
  expect((await ryeChain(cwd, 'diff', '--dir', 'app')).code).toBe(2)
  const folder = freshFolder()
  execFileSync('cp', ['-r', join(cwd, 'app'), folder])
  const both = await ryeChain(cwd, 'diff', 'app', join(folder, 'app'), '--user-b', 'ada')
  expect([both.code, both.out]).toEqual([1, expect.stringContaining('demo/c')])
})

test('diff refuses a user space for a link, because the link contains its own', async () => {
  const cwd = team()
  const { out: link } = await ryeChain(cwd, 'share', 'demo/greet', '--dir', 'project')
  const { code, err } = await ryeChain(cwd, 'diff', link.trim(), 'app', '--user-a', 'ada')
  expect([code, err]).toEqual([2, expect.stringContaining('A link contains its own user space')])
})
