import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, ryeChain } from '../../testing/directories.ts'

interface BisectDocument {
  readonly kind: string
  readonly commit: { readonly subject: string } | null
  readonly before: string | null
  readonly after: string | null
  readonly cause: { readonly aspect: string; readonly what: string } | null
  readonly at: { readonly path: string } | null
}

function git(cwd: string, ...words: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@example.org', ...words], { cwd, stdio: 'ignore' })
}

function put(cwd: string, path: string, text: string | null): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true })
  if (text === null) rmSync(join(cwd, path))
  else writeFileSync(join(cwd, path), text)
}

/** A repository whose project is in a subfolder, with these commits in order. */
function repository(commits: readonly (readonly [subject: string, files: Readonly<Record<string, string | null>>])[]) {
  const root = freshFolder()
  git(root, 'init', '-q', '-b', 'main')
  for (const [subject, files] of commits) {
    for (const [path, text] of Object.entries(files)) put(root, path, text)
    git(root, 'add', '-A')
    git(root, 'commit', '-q', '--allow-empty', '-m', subject)
  }
  return join(root, 'pkg')
}

const primitive = 'executor_id: rye/core/primitives/execute\n'
const runtime = (command: string): string => `version: "1.0.0"\n${primitive}config: {command: ${command}}\n`
const history = [
  [
    'Begin',
    { 'pkg/.ai/tools/rt/a.yaml': runtime('sh'), 'pkg/.ai/tools/t.yaml': 'version: "1.0.0"\nexecutor_id: rt/a\n' },
  ],
  ['Add another tool', { 'pkg/.ai/tools/u.yaml': runtime('cat') }],
  ['Use bash', { 'pkg/.ai/tools/rt/a.yaml': runtime('bash') }],
  ['Write elsewhere', { 'notes.md': 'x' }],
  ['Add a runtime', { 'pkg/.ai/tools/rt/b.yaml': runtime('bash') }],
  ['Change the runtime', { 'pkg/.ai/tools/t.yaml': 'version: "1.0.1"\nexecutor_id: rt/b\n' }],
  ['Say nothing', {}],
] as const

test.for([
  { pointer: '/plan/command', subject: 'Use bash', before: '"sh"', after: '"bash"' },
  {
    pointer: '/chain/role:tool/version',
    subject: 'Change the runtime',
    before: '"1.0.0"',
    after: '"1.0.1"',
  },
  {
    pointer: '/chain/role:tool/executor_id',
    subject: 'Change the runtime',
    before: '"rt/a"',
    after: '"rt/b"',
  },
])(
  'the last commit that changed $pointer is found, with the value before and after',
  async ({ pointer, subject, before, after }) => {
    const { code, json } = await ryeChain(repository(history), 'bisect', 't', '--value', pointer, '--json')
    expect(code).toBe(0)
    expect(json<BisectDocument>()).toMatchObject({ kind: 'commit', commit: { subject }, before, after })
  },
)

test('bisect prints the first difference of the chain, and the file that changed the command', async () => {
  const cwd = repository(history)
  const { out } = await ryeChain(cwd, 'bisect', 't')
  expect(out).toContain('Ada: Change the runtime\n')
  expect(out).toContain('first difference: chain 2: rt/a (project) → rt/b (project)')
  const { json } = await ryeChain(cwd, 'bisect', 't', '--value', '/plan/command', '--json')
  expect(json<BisectDocument>()).toMatchObject({
    cause: { aspect: 'command' },
    at: { path: '/project/.ai/tools/rt/a.yaml' },
  })
})

test('an uncommitted change is reported first, and a value that never changed exits with 1', async () => {
  const cwd = repository(history)
  expect((await ryeChain(cwd, 'bisect', 't', '--value', '/dialect')).code).toBe(1)
  expect((await ryeChain(cwd, 'bisect', 'u', '--value', '/plan/command')).out).toContain('Add another tool')
  put(cwd, '.ai/tools/rt/b.yaml', runtime('zsh'))
  const { json } = await ryeChain(cwd, 'bisect', 't', '--value', '/plan/command', '--json')
  expect(json<BisectDocument>()).toMatchObject({ kind: 'uncommitted', commit: null, before: '"bash"', after: '"zsh"' })
})

test('a deleted file counts, although the answer now depends only on its absence', async () => {
  const cwd = repository([
    ['Begin', { 'pkg/.ai/tools/t.yaml': `${primitive}config: {command: "\${A:-cat}"}\n`, 'pkg/.env': 'A=ls\n' }],
    ['Delete the variables', { 'pkg/.env': null }],
    ['Write elsewhere', { 'pkg/notes.md': 'x' }],
  ])
  const { json } = await ryeChain(cwd, 'bisect', 't', '--value', '/plan/command', '--json')
  expect(json<BisectDocument>()).toMatchObject({
    commit: { subject: 'Delete the variables' },
  })
})

test('the project file of each commit applies', async () => {
  const cwd = repository([
    [
      'Begin',
      { 'pkg/.ai/tools/t.yaml': `${primitive}config: {command: ls}\n`, 'pkg/rye-chain.yaml': 'search: global\n' },
    ],
    ['Search in order', { 'pkg/rye-chain.yaml': 'search: scoped\n' }],
  ])
  const { json } = await ryeChain(cwd, 'bisect', 't', '--value', '/search', '--json')
  expect(json<BisectDocument>()).toMatchObject({
    commit: { subject: 'Search in order' },
    before: '"global"',
    after: '"scoped"',
  })
})

test('without a repository, a commit or the value, a clear error names the reason', async () => {
  const bare = freshFolder()
  put(bare, '.ai/tools/t.yaml', runtime('ls'))
  const none = await ryeChain(bare, 'bisect', 't')
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('is not in a git repository')])
  git(bare, 'init', '-q')
  const empty = await ryeChain(bare, 'bisect', 't')
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('the repository has no commits yet')])
  const cwd = repository(history)
  const missing = await ryeChain(cwd, 'bisect', 't', '--value', '/plan/nothing')
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('t has no value at /plan/nothing.')])
})

test('no program that the repository names is started', async () => {
  const cwd = repository(history)
  const root = dirname(cwd)
  const mark = join(root, 'mark')
  for (const key of ['core.fsmonitor', 'core.pager', 'diff.external', 'gpg.program'])
    git(root, 'config', key, `sh -c 'echo > ${mark}'`)
  git(root, 'config', 'log.showSignature', 'true')
  expect((await ryeChain(cwd, 'bisect', 't', '--value', '/plan/command')).code).toBe(0)
  expect(() => readFileSync(mark)).toThrow('ENOENT')
})
