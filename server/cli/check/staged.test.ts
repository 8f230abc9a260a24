import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain, ryeChainWith } from '../../testing/directories.ts'

// --staged checks the content of the next commit, not the files on disk.

const broken = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\n'
const good = broken.replace('scirpt', 'script')
const git = (cwd: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd, encoding: 'utf8' })

function repository(): string {
  const cwd = join(exampleFolder('hello-chain'), 'project')
  git(cwd, 'init', '-q')
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'first')
  return cwd
}
const put = (cwd: string, name: string, text: string): void => writeFileSync(join(cwd, '.ai/tools/demo', name), text)
const staged = (cwd: string, ...words: readonly string[]) => ryeChain(cwd, 'check', '--staged', ...words)

test('bad content in the index fails, although the file on disk is good', async () => {
  const cwd = repository()
  put(cwd, 'a.py', broken)
  git(cwd, 'add', '.')
  put(cwd, 'a.py', good)
  expect((await ryeChain(cwd, 'check', '--changed')).code).toBe(0)
  const { code, out } = await staged(cwd)
  expect([code, out]).toEqual([1, expect.stringContaining('.ai/tools/demo/a.py:2:19: error executor-not-found')])
})

test('bad content on disk passes, if the index is good', async () => {
  const cwd = repository()
  put(cwd, 'a.py', good)
  git(cwd, 'add', '.')
  put(cwd, 'a.py', broken)
  put(cwd, 'new.py', broken)
  const { code, out } = await staged(cwd)
  expect([code, out]).toEqual([0, expect.stringMatching(/^1 item, 0 with errors/)])
})

test('a commit that deletes a runtime selects the tools that use it', async () => {
  const cwd = repository()
  put(
    cwd,
    'own.yaml',
    'version: "1.0.0"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: ["{tool_path}"]}\n',
  )
  put(cwd, 'uses.py', good.replace('rye/core/runtimes/python/script', 'demo/own'))
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'runtime')
  git(cwd, 'rm', '-q', '--cached', '.ai/tools/demo/own.yaml')
  const { code, out } = await staged(cwd)
  expect([code, out]).toEqual([1, expect.stringContaining('demo/uses')])
})

test('the staged rye-chain.yaml applies, although the file was deleted on disk', async () => {
  const cwd = repository()
  writeFileSync(join(cwd, '.gitignore'), '.env\n')
  writeFileSync(join(cwd, 'rye-chain.yaml'), 'rules: {executor-not-found: warning}\n')
  put(cwd, 'a.py', broken)
  git(cwd, 'add', '.')
  rmSync(join(cwd, 'rye-chain.yaml'))
  expect((await staged(cwd)).code).toBe(0)
})

test('before the first commit, in a subfolder, and with the settings of a hook, the index is read', async () => {
  const top = exampleFolder('hello-chain', { 'project/.ai/tools/demo/a.py': broken })
  git(top, 'init', '-q')
  git(top, 'config', 'diff.relative', 'true')
  git(top, 'add', '.')
  writeFileSync(join(top, 'project/.ai/tools/demo/a.py'), good)
  const hook = { GIT_DIR: '.git', GIT_INDEX_FILE: '.git/index' }
  expect((await ryeChainWith(hook, top, 'check', '--staged', '--dir', 'project')).code).toBe(1)
})

test('--staged reports a merge conflict, a folder without a repository, and options for files on disk', async () => {
  const cwd = repository()
  put(cwd, 'a.py', good)
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'a')
  git(cwd, 'checkout', '-qb', 'other', 'HEAD~1')
  put(cwd, 'a.py', broken)
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'b')
  expect(() => git(cwd, 'merge', '-q', '-')).toThrow()
  const conflict = await staged(cwd)
  expect([conflict.code, conflict.err]).toEqual([
    2,
    expect.stringContaining('.ai/tools/demo/a.py has a merge conflict'),
  ])
  const outside = await ryeChain(join(exampleFolder('hello-chain'), 'project'), 'check', '--staged')
  expect([outside.code, outside.err]).toEqual([2, expect.stringContaining('Git cannot list the staged files')])
  expect((await staged(cwd, '--fix')).code).toBe(2)
})

test('hook install writes a hook that runs check --staged, and refuses the commit if the check fails', async () => {
  const cwd = repository()
  const installed = await ryeChain(cwd, 'hook', 'install', '--json')
  const { path, command } = installed.json<{ path: string; command: string }>()
  expect([path, statSync(path).mode & 0o111]).toEqual([join(cwd, '.git/hooks/pre-commit'), 0o111])
  expect(readFileSync(path, 'utf8')).toContain(`exec ${command}\n`)
  const bin = freshFolder()
  // The hook must request a check of the index; this program prints its arguments and refuses.
  writeFileSync(join(bin, 'npx'), '#!/bin/sh\necho "asked: $*" >&2\nexit 1\n')
  chmodSync(join(bin, 'npx'), 0o755)
  put(cwd, 'a.py', broken)
  git(cwd, 'add', '.')
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  const commit = () =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'bad'], {
      cwd,
      env,
      stdio: 'pipe',
    })
  expect(commit).toThrow(/asked: --no rye-chain-playground check --staged --quiet/)
  expect((await ryeChain(cwd, 'hook', 'install', '--json')).json()).toMatchObject({ done: 'unchanged' })
})

test("hook install names the project's folder, and does not change another hook", async () => {
  const top = exampleFolder('hello-chain')
  git(top, 'init', '-q')
  const first = await ryeChain(top, 'hook', 'install', '--dir', 'project')
  expect([first.code, first.out]).toEqual([0, expect.stringContaining('check --staged --quiet --dir project')])
  mkdirSync(join(top, '.git/hooks'), { recursive: true })
  writeFileSync(join(top, '.git/hooks/pre-commit'), '#!/bin/sh\nexit 0\n')
  const other = await ryeChain(top, 'hook', 'install', '--dir', 'project')
  expect([other.code, other.err]).toEqual([
    1,
    expect.stringMatching(/already exists\. Add this line to it: npx --no rye-chain-playground check --staged/),
  ])
  git(top, 'config', 'core.hooksPath', '.husky')
  const moved = await ryeChain(top, 'hook', 'install', '--dir', 'project')
  expect([moved.code, moved.err]).toEqual([1, expect.stringContaining('sets core.hooksPath to .husky')])
})
