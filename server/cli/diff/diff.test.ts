import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain, ryeChainReading } from '../../testing/directories.ts'

const python = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
const node =
  '// tool\nexport const __version__ = "1.0.0"\nexport const __executor_id__ = "rye/core/runtimes/node/node"\n'

interface Found {
  readonly compared: number
  readonly before: { readonly kind: string; readonly name: string }
  readonly items: readonly {
    readonly item_id: string
    readonly change: string
    readonly differences: readonly {
      readonly what: string
      readonly before: string | null
      readonly after: string | null
      readonly after_by: { readonly by: object; readonly at: { readonly path: string } | null } | null
    }[]
  }[]
}

const git = (cwd: string, ...words: readonly string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd })

function put(cwd: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
}

/**
 * A repository whose project has one commit; since then, one tool is unchanged, one has changed, one was deleted, and
 * one is new.
 */
function repository(): string {
  const cwd = freshFolder()
  put(cwd, {
    '.ai/tools/demo/kept.py': python,
    '.ai/tools/demo/moved.yaml': 'version: "1.0.0"\nexecutor_id: rye/core/runtimes/python/script\n',
    '.ai/tools/demo/gone.py': python,
    '.gitignore': '.env\n',
    '.env': 'REGION=eu\n',
  })
  git(cwd, 'init', '-q')
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'first')
  git(cwd, 'tag', 'v1.0.0')
  rmSync(join(cwd, '.ai/tools/demo/gone.py'))
  put(cwd, {
    '.ai/tools/demo/moved.yaml': 'version: "1.0.0"\nexecutor_id: rye/core/runtimes/node/node\n',
    '.ai/tools/demo/new.js': node,
  })
  return cwd
}

test('diff of a directory with itself exits with 0, and does not compare libraries or data (R1.7, R1.8)', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/__init__.py': '',
    'project/.ai/tools/demo/mcp.yaml': 'tool_type: mcp\nexecutor_id: null\n',
  })
  const { code, out, err } = await ryeChain(cwd, 'diff', 'project', './project/')
  expect([code, out, err]).toEqual([0, '1 item compared, no difference\n', ''])
})

test('diff of two directories lists the differences of each item with their sources, and exits with 1', async () => {
  const [one, other] = [
    exampleFolder('hello-chain'),
    exampleFolder('hello-chain', { 'project/.ai/tools/demo/greet.py': `${python}CONFIG = {"timeout": 7}\n` }),
  ]
  const { code, json } = await ryeChain(one, 'diff', 'project', join(other, 'project'), '--json')
  const { compared, items } = json<Found>()
  expect([code, compared, items.map(({ item_id, change }) => [item_id, change])]).toEqual([
    1,
    1,
    [['demo/greet', 'changed']],
  ])
  const timeout = items[0]?.differences.find(({ what }) => what === 'timeout')
  expect(timeout).toMatchObject({
    after: '7',
    after_by: { by: { kind: 'element', item_id: 'demo/greet' }, at: { path: '/project/.ai/tools/demo/greet.py' } },
  })
  const text = await ryeChain(one, 'diff', 'project', join(other, 'project'))
  expect(text.out).toMatch(/\+ 7 {2}\(demo\/greet, .*project\/\.ai\/tools\/demo\/greet\.py:3:\d+\)/)
  expect(text.out).toMatch(/1 item compared, 1 differs\n$/)
})

test('diff of a revision and the current folder lists changed, new and deleted items, but no ignored files', async () => {
  const cwd = repository()
  const { code, json } = await ryeChain(cwd, 'diff', 'HEAD', '.', '--json')
  const { before, items } = json<Found>()
  expect([code, before]).toEqual([1, { kind: 'revision', name: 'HEAD' }])
  expect(items.map(({ item_id, change }) => `${item_id} ${change}`)).toEqual([
    'demo/gone removed',
    'demo/moved changed',
    'demo/new added',
  ])
  const [moved] = items.filter(({ item_id }) => item_id === 'demo/moved')
  expect(moved?.differences.map(({ what }) => what)).toContain('chain 2')
  expect(moved?.differences.some(({ what }) => what === '$REGION')).toBe(false)
  const globbed = await ryeChain(cwd, 'diff', 'v1.0.0', '.', '--item', 'demo/kept')
  expect([globbed.code, globbed.out]).toEqual([0, '1 item compared, no difference\n'])
  expect((await ryeChain(cwd, 'diff', 'HEAD', 'v1.0.0')).code).toBe(0)
})

test('for a project in a subfolder of the repository, a revision uses its own project file', async () => {
  const cwd = freshFolder()
  put(cwd, { 'app/.ai/tools/a.py': python, 'app/rye-chain.yaml': 'search: global\n' })
  git(cwd, 'init', '-q')
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'first')
  put(cwd, { 'app/rye-chain.yaml': 'search: nowhere\n' })
  const same = await ryeChain(cwd, 'diff', 'HEAD', 'HEAD', '--dir', 'app')
  expect([same.code, same.out]).toEqual([0, '1 item compared, no difference\n'])
  expect((await ryeChain(cwd, 'diff', 'HEAD', 'app', '--dir', 'app')).code).toBe(2)
})

test('changed tool code counts even if the command is the same', async () => {
  const [one, other] = [exampleFolder('hello-chain'), exampleFolder('hello-chain')]
  const tool = join(other, 'project/.ai/tools/demo/greet.py')
  execFileSync('sh', ['-c', 'echo "# more" >> "$0"', tool])
  const { code, json } = await ryeChain(one, 'diff', 'project', join(other, 'project'), '--json')
  expect(code).toBe(1)
  expect(json<Found>().items[0]?.differences.map(({ what }) => what)).toEqual(['chain 1: text'])
})

test('diff of a link and its source folder uses the item and the parameters of the link', async () => {
  const cwd = exampleFolder('hello-chain')
  const shared = ['share', '--dir', 'project', '--item', 'demo/greet', '--params', '{"name": "Ada"}'] as const
  const { out: link } = await ryeChain(cwd, ...shared)
  const same = await ryeChain(cwd, 'diff', link.trim(), 'project')
  expect([same.code, same.out]).toEqual([0, '1 item compared, no difference\n'])
  writeFileSync(join(cwd, 'link.txt'), link)
  const other = await ryeChain(cwd, 'diff', '@link.txt', 'project', '--params', '{"name": "Bo"}')
  expect(other.code).toBe(0)
  writeFileSync(join(cwd, 'project/.ai/tools/demo/greet.py'), python)
  const read = await ryeChainReading(link, cwd, 'diff', '-', 'project', '--json')
  expect([read.code, read.json<Found>().before]).toEqual([1, { kind: 'link', name: 'project' }])
})

test.for([
  { words: [], said: 'Pass two' },
  { words: ['.'], said: 'Pass two' },
  { words: ['.', 'no-such'], said: 'no-such is not a folder or a link, and git cannot read it as a revision: ' },
  { words: ['.', 'https://example.org/#v1.x.AAAA'], said: 'https://example.org/#v1.x.AAAA: ' },
  { words: ['.', '--output=x'], said: "Unknown option '--output'" },
  { words: ['empty', '.'], said: 'empty/.ai does not exist' },
  { words: ['.', '.', '--item', 'nowhere/*'], said: 'No item matches nowhere/*.' },
  { words: ['.', '.', '--item', ''], said: 'Pass a glob of item IDs' },
  { words: ['.', '.', '--item', 'x'.repeat(70_000)], said: 'Pass a glob of item IDs' },
])('invalid arguments cause exit code 2: $words', async ({ words, said }) => {
  const cwd = freshFolder()
  put(cwd, { '.ai/tools/a.py': python, 'empty/x': '' })
  const { code, out, err } = await ryeChain(cwd, 'diff', ...words)
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(said)])
})
