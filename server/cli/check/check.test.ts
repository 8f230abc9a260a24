import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain } from '../../testing/directories.ts'

const project = ['--dir', 'project'] as const
const broken = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\n'
const old = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'

const git = (cwd: string, ...words: readonly string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd })

interface Checked {
  readonly items: number
  readonly checks: readonly { readonly item_id: string }[]
}

async function checkedIds(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { json } = await ryeChain(cwd, 'check', ...project, '--json', ...words)
  return json<Checked>().checks.map(({ item_id }) => item_id)
}

test('check covers the items that are in one of the paths and match one of the globs', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/deep/a.py': old,
    'project/.ai/tools/other/b.py': old,
  })
  expect(await checkedIds(cwd)).toEqual(['demo/deep/a', 'demo/greet', 'other/b'])
  expect(await checkedIds(cwd, 'project/.ai/tools/demo')).toEqual(['demo/deep/a', 'demo/greet'])
  expect(await checkedIds(cwd, 'project/.ai/tools/other/b.py', 'project/.ai/tools/demo/deep')).toEqual([
    'demo/deep/a',
    'other/b',
  ])
  expect(await checkedIds(cwd, '--item', 'demo/*')).toEqual(['demo/greet'])
  expect(await checkedIds(cwd, '--item', '**/a', '--item', 'other/*')).toEqual(['demo/deep/a', 'other/b'])
  expect(await checkedIds(cwd, 'project/.ai/tools/demo', '--item', 'other/*')).toEqual([])
  const missing = await ryeChain(cwd, 'check', ...project, 'project/none')
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('project/none: no such file or folder')])
  const empty = await ryeChain(cwd, 'check', ...project, '')
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('A path is empty')])
  const outside = await ryeChain(cwd, 'check', ...project, '/')
  expect([outside.code, outside.err]).toEqual([2, expect.stringContaining('not in the project')])
})

test('check --changed and --since cover the items that a change can affect: all items for .env', async () => {
  const runtime = 'version: "1.0.0"\ntool_type: runtime\nexecutor_id: rye/core/runtimes/python/script\n'
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/my/runtime.yaml': runtime,
    'project/.ai/tools/demo/uses.py': '__version__ = "1.0.0"\n__executor_id__ = "my/runtime"\n',
    'project/.ai/tools/demo/lone.py': old,
  })
  git(cwd, 'init', '-q')
  git(cwd, 'add', 'project/.ai/tools/demo/lone.py')
  // Before the first commit, all files are new.
  expect(await checkedIds(cwd, '--changed')).toHaveLength(4)
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'first')
  const clean = await ryeChain(cwd, 'check', ...project, '--changed')
  expect([clean.code, clean.out]).toEqual([0, '0 items, 0 with errors, 0 warnings; 4 other items not checked\n'])
  writeFileSync(join(cwd, 'project/.ai/tools/my/runtime.yaml'), `${runtime}# changed\n`)
  expect(await checkedIds(cwd, '--changed')).toEqual(['demo/uses', 'my/runtime'])
  rmSync(join(cwd, 'project/.ai/tools/my/runtime.yaml'))
  expect(await checkedIds(cwd, '--changed')).toEqual(['demo/uses'])
  git(cwd, 'checkout', '-q', '.')
  writeFileSync(join(cwd, 'project/.ai/tools/demo/new.py'), old)
  expect(await checkedIds(cwd, '--changed')).toEqual(['demo/new'])
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'second')
  expect(await checkedIds(cwd, '--changed')).toEqual([])
  expect(await checkedIds(cwd, '--since', 'HEAD~1')).toEqual(['demo/new'])
  writeFileSync(join(cwd, 'project/.env'), 'A=1\n')
  expect(await checkedIds(cwd, '--changed')).toHaveLength(5)
  const unknown = await ryeChain(cwd, 'check', ...project, '--since', '--output=/tmp/x')
  expect(unknown.code).toBe(2)
  const none = await ryeChain(exampleFolder('hello-chain'), 'check', ...project, '--changed')
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('is not in a git repository')])
})

test('a problem of a runtime is reported once, at its place, with the affected items', async () => {
  const tools = Array.from({ length: 6 }, (_, at) => [
    `project/.ai/tools/m/t${at}.py`,
    '__executor_id__ = "my/runtime"\n',
  ])
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/my/runtime.yaml': 'version: "1.0.0"\ntool_type: runtime\nexecutor_id: no/such\n',
    ...Object.fromEntries(tools),
  })
  const { code, out } = await ryeChain(cwd, 'check', ...project)
  expect(code).toBe(1)
  expect(out.match(/executor-not-found/g)).toHaveLength(1)
  expect(out).toMatch(/^ {4}Concerns 7 items: m\/t0, m\/t1, m\/t2, m\/t3, m\/t4 and 2 more$/m)
})

test('a glob that matches no item is an error, not a clean project', async () => {
  const cwd = exampleFolder('hello-chain')
  for (const glob of ['demo/gret', 'rye/core/**']) {
    const { code, err } = await ryeChain(cwd, 'check', ...project, '--item', 'demo/*', '--item', glob)
    expect([code, err]).toEqual([2, expect.stringContaining(`No item matches ${glob}.`)])
  }
  for (const glob of ['', 'x'.repeat(70_000)]) {
    const { code, err } = await ryeChain(cwd, 'check', ...project, '--item', glob)
    expect([code, err]).toEqual([2, expect.stringContaining('Pass a glob of item IDs')])
  }
  expect(
    (await ryeChain(cwd, 'check', ...project, '--item', 'rye/core/runtimes/python/**', '--with-system')).code,
  ).toBe(0)
})

test('the bundled items of each dialect pass check --with-system', async () => {
  const cwd = freshFolder()
  mkdirSync(join(cwd, '.ai'))
  for (const dialect of ['kiwi', 'lilux', 'lillux']) {
    const { code, out } = await ryeChain(cwd, 'check', '--with-system', '--dialect', dialect)
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ items, 0 with errors, 0 warnings/)])
  }
})

test('an ID that fails in two spaces is listed once', async () => {
  const cwd = exampleFolder('hello-chain', {
    'user/.ai/tools/demo/twice.py': broken,
    'project/.ai/tools/demo/twice.py': broken,
  })
  const { out } = await ryeChain(cwd, 'check', ...project, '--user', 'user')
  expect(out.match(/^ {2}demo\/twice$/gm)).toHaveLength(1)
})

test('--quiet shows only errors, --max-warnings limits warnings, and one line summarizes many missing signatures', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/warned.py': `${old}VERSION = 1\n__category__ = "x"\n__executor_id__ = "a" + "b"\n`,
    'project/.ai/tools/demo/other.py': old,
  })
  const { code, out } = await ryeChain(cwd, 'check', ...project)
  const warnings = Number(/(\d+) warnings?/.exec(out)?.[1])
  expect([code, warnings > 0]).toEqual([0, true])
  expect((await ryeChain(cwd, 'check', ...project, '--quiet')).out).toMatch(/^\d items/)
  const most = async (count: number): Promise<number> =>
    (await ryeChain(cwd, 'check', ...project, '--max-warnings', String(count))).code
  expect([await most(warnings), await most(warnings - 1)]).toEqual([0, 1])
  expect((await ryeChain(cwd, 'check', ...project, '--max-warnings', 'few')).code).toBe(2)
  const strict = await ryeChain(cwd, 'check', ...project, '--strict')
  expect(strict.out.match(/signature-missing/g)).toHaveLength(1)
  expect(strict.out).toContain('signature-missing: 3 files: no signature: project/.ai/tools/demo/')
})
