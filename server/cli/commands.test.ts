import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ItemCheck } from '#core/answer'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'

const project = ['--dir', 'project'] as const
const greet = [...project, '--item', 'demo/greet'] as const

test.for([
  'analyze',
  'run',
  'graph',
  'check',
  'explain',
  'new',
  'list',
  'lesson',
  'lock',
  'keys',
  'sign',
  'trust',
  'share',
  'open',
  'conformance',
  'completion',
])('%s prints help', async (name) => {
  const { code, out } = await ryeChain(freshFolder(), name, '--help')
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^rye-chain ${name}[^]*\n  --`))
})

test('an unknown command lists the existing commands and suggests a similar one', async () => {
  const { code, err } = await ryeChain(freshFolder(), 'anlyze')
  expect([code, err]).toEqual([2, expect.stringContaining('Did you mean analyze? Commands: analyze, run, graph')])
  expect((await ryeChain(freshFolder(), 'help', 'anlyze')).code).toBe(2)
})

test('-h, -V and help COMMAND print help or the version', async () => {
  const cwd = freshFolder()
  const whole = await ryeChain(cwd, 'help')
  expect([whole.code, (await ryeChain(cwd, '-h')).out]).toEqual([0, whole.out])
  const check = await ryeChain(cwd, 'check', '--help')
  expect((await ryeChain(cwd, 'help', 'check')).out).toBe(check.out)
  expect((await ryeChain(cwd, 'check', '-h')).out).toBe(check.out)
  for (const name of ['worker', 'serve']) expect((await ryeChain(cwd, name, '-h')).code).toBe(0)
  expect((await ryeChain(cwd, '-h', 'check')).out).toBe(check.out)
  expect((await ryeChain(cwd, 'help', 'help')).out).toBe(whole.out)
  expect((await ryeChain(cwd, 'help', 'check', 'list')).err).toContain(
    'help takes one command, but got a second one: "list"',
  )
  expect((await ryeChain(cwd, '-V')).out).toBe((await ryeChain(cwd, '--version')).out)
})

test.for([
  { name: 'analyze', words: ['--item', 'demo/greet'] },
  { name: 'graph', words: ['demo/greet'] },
  { name: 'run', words: ['demo/greet', '--yes'] },
  { name: 'share', words: ['--item', 'demo/greet'] },
  { name: 'explain', words: ['--item', 'demo/greet'] },
  { name: 'lock create', words: ['--item', 'demo/greet'] },
  { name: 'diff', words: ['project', 'project'] },
])('$name refuses parameters that are not a JSON object', async ({ name, words }) => {
  const cwd = exampleFolder('graph-pipeline', {
    'project/.ai/tools/demo/greet.yaml':
      'version: "1"\ntool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\nconfig: {start: a, nodes: {a: {type: return}}}\n',
  })
  for (const params of ['{', '[]', '"a"']) {
    const { code, out, err } = await ryeChain(cwd, ...name.split(' '), ...words, '--dir', 'project', '--params', params)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^`--params` is not (?:valid JSON|a JSON object)/)
  }
})

test.for(['analyze', 'check'])('%s accepts --json or another format, but not both', async (name) => {
  const cwd = exampleFolder('hello-chain')
  const run = (...more: readonly string[]) =>
    ryeChain(cwd, name, ...greet.slice(0, 2), '--item', 'demo/greet', '--json', ...more)
  expect(await run('--format', 'text')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('Pass one of them') as unknown,
  })
  expect(await run('--format', 'json')).toMatchObject({ code: 0 })
})

test('an invalid choice causes an error that lists each choice once', async () => {
  const cwd = exampleFolder('hello-chain', { 'project/rye-chain.yaml': 'search: global\ndialect: kiwi\n' })
  const messages = async (...options: readonly string[]) =>
    (await ryeChain(cwd, 'check', ...greet.slice(0, 2), ...options)).err
  expect(await messages('--dialect', 'lil')).toContain('it must be lillux, kiwi or lilux.')
  expect(await messages('--search', 'all')).toContain('it must be scoped or global.')
})

test('--color turns colors on or off at any position of the command line', async () => {
  const cwd = exampleFolder('hello-chain')
  const colored = async (...words: readonly string[]): Promise<boolean> =>
    (await ryeChain(cwd, ...words)).out.includes('\u001b[')
  expect(await colored('analyze', ...greet)).toBe(false)
  expect(await colored('analyze', ...greet, '--color', 'always')).toBe(true)
  expect(await colored('--color=always', 'analyze', ...greet)).toBe(true)
  expect(await colored('analyze', '--color=never', ...greet)).toBe(false)
  const wrong = await ryeChain(cwd, 'analyze', ...greet, '--color', 'blue')
  expect([wrong.code, wrong.err]).toEqual([2, '--color must be one of auto, always, never.\n'])
})

test.for([
  { slug: 'hello-chain', code: 0, failed: 0 },
  { slug: 'cycle-and-missing', code: 1, failed: 3 },
])('check of $slug exits with $code and reports $failed failed items', async ({ slug, code, failed }) => {
  const { code: ended, json } = await ryeChain(exampleFolder(slug), 'check', ...project, '--json')
  expect([ended, json<{ failed: number }>().failed]).toEqual([code, failed])
})

test('check does not report missing caller parameters or a missing command of a bare primitive', async () => {
  const tool =
    '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\nCONFIG_SCHEMA = {"required": ["x"]}\n'
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/strict.py': tool,
    'project/.ai/tools/rye/core/primitives/execute.yaml': 'version: "1.0.0"\ntool_type: primitive\n',
  })
  const { code, json } = await ryeChain(cwd, 'check', ...project, '--json')
  expect(json<{ checks: readonly ItemCheck[] }>().checks.filter(({ ready }) => !ready)).toEqual([])
  expect(code).toBe(0)
})

test('R1.7: check lists libraries separately, without signature requirements or problems', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/__init__.py': '',
    'project/.ai/tools/lib/package.json': '{"type": "module"}',
  })
  const { json } = await ryeChain(cwd, 'check', ...project, '--strict', '--json')
  const { items, checks, libraries } = json<Record<string, readonly { item_id: string }[]>>()
  expect([items, checks?.map(({ item_id }) => item_id)]).toEqual([1, ['demo/greet']])
  expect(libraries).toEqual([
    { item_id: 'demo/__init__', path: '/project/.ai/tools/demo/__init__.py', space: 'project' },
    { item_id: 'lib/package', path: '/project/.ai/tools/lib/package.json', space: 'project' },
  ])
  expect((await ryeChain(cwd, 'check', ...project)).out).toContain(
    '1 item, 0 with errors, 0 warnings; 2 library files not checked',
  )
})

test.for(['check', 'list', 'sign'])('%s refuses a folder without a readable .ai', async (name) => {
  const words = name === 'sign' ? ['--all'] : []
  const cwd = freshFolder()
  await ryeChain(cwd, 'keys', 'new')
  mkdirSync(join(cwd, 'empty'))
  mkdirSync(join(cwd, 'flat'))
  writeFileSync(join(cwd, 'flat/.ai'), '')
  const missing = await ryeChain(cwd, name, ...words, '--dir', 'empty')
  expect([missing.code, missing.out, missing.err]).toEqual([
    2,
    '',
    expect.stringContaining(
      'empty/.ai does not exist. Go to the folder that contains .ai, or pass it with --dir. For a new project: rye-chain init\n',
    ),
  ])
  const flat = await ryeChain(cwd, name, ...words, '--dir', 'flat')
  expect([flat.code, flat.out, flat.err]).toEqual([2, '', expect.stringContaining('flat/.ai cannot be read')])
})

test('check accepts a project without .ai if the user space has one', async () => {
  const cwd = exampleFolder('hello-chain')
  mkdirSync(join(cwd, 'empty'))
  expect((await ryeChain(cwd, 'check', '--dir', 'empty', '--user', 'project')).code).toBe(0)
})

test.for([
  { name: 'signing without a key', args: ['sign', '--all', ...project], says: 'rye-chain keys new' },
  { name: 'an unknown fingerprint', args: ['trust', '0123456789abcdef', ...project], says: 'rye-chain trust KEY.pem' },
  { name: 'a file that is not a key', args: ['trust', 'example.yaml', ...project], says: 'an Ed25519 public key' },
  {
    name: 'an item that cannot be pinned',
    args: ['lock', 'create', ...project, '--item', 'demo/gret'],
    says: 'not found',
  },
  { name: 'a missing lockfile', args: ['lock', 'delete', ...greet], says: 'no lockfile' },
])('$name causes exit code 1 with a suggested action', async ({ args, says }) => {
  const { code, err } = await ryeChain(exampleFolder('hello-chain'), ...args)
  expect(code).toBe(1)
  expect(err).toMatch(says)
})

test.for([
  { name: 'a missing key', args: ['trust', 'none.pem', ...project], says: /cannot be read \(ENOENT\)/ },
  { name: 'a folder instead of a key', args: ['trust', 'project', ...project], says: /cannot be read \(EISDIR\)/ },
  {
    name: 'a missing file to sign',
    args: ['sign', 'project/.ai/tools/none.py', ...project],
    says: /none\.py cannot be read \(ENOENT\)/,
  },
  { name: 'a folder to sign', args: ['sign', 'project/.ai/tools/demo', ...project], says: 'is a folder' },
  { name: 'an invalid link', args: ['open', 'https://example.org/', '--to', 'new'], says: 'a shared draft' },
  { name: 'a damaged link', args: ['open', 'v1.1.AAAA', '--to', 'new'], says: /damaged|missing/ },
])('$name causes exit code 2 with the reason', async ({ args, says }) => {
  const cwd = exampleFolder('hello-chain')
  await ryeChain(cwd, 'keys', 'new')
  const { code, out, err } = await ryeChain(cwd, ...args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(says)
})

test('conformance reports each area and each failed case', async () => {
  const question = {
    name: 'wrong',
    rev: 'apr',
    area: 'validate',
    input: { op: 'version', version: '1.0.0' },
    expected: { satisfies: 'maybe' },
  }
  const cwd = exampleFolder('hello-chain', {
    'corpus/validate.json': JSON.stringify([question]),
    'corpus/other.json': '{}',
  })
  const { code, out } = await ryeChain(cwd, 'conformance', '--corpus', 'corpus', '--json', 'result.json')
  expect([code, out]).toEqual([1, 'validate: 0 passed, 1 failed\n  apr/wrong\nall: 0 passed, 1 failed\n'])
  expect(JSON.parse(readFileSync(join(cwd, 'result.json'), 'utf8'))).toMatchObject({ passed: 0, failed: 1 })
  expect((await ryeChain(cwd, 'conformance', '--corpus', 'nowhere')).code).toBe(2)
})
