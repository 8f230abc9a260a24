import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { changedFiles } from '../check/changed.ts'
import { readRevision } from '../diff/revision.ts'
import { freshFolder } from '../../testing/directories.ts'

// Repositories of every kind, read without their settings.

const usual = { PATH: '/usr/bin:/bin' }
const changed = (folder: string, revision = 'HEAD', env: Readonly<Record<string, string>> = usual): readonly string[] =>
  [...changedFiles(folder, revision, ['.ai'], { env })].sort()
const textAt = (folder: string, revision: string, path: string): string | null =>
  readRevision(folder, revision, { env: usual }).text(path)

function git(cwd: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always']
  return execFileSync('git', [...identity, ...words], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function put(cwd: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
}

function commit(cwd: string, files: Readonly<Record<string, string>>): void {
  put(cwd, files)
  git(cwd, 'add', '-A')
  git(cwd, 'commit', '-qm', 'more')
}

function repository(files: Readonly<Record<string, string>>, ...init: readonly string[]): string {
  const cwd = freshFolder()
  git(cwd, 'init', '-q', '-b', 'main', ...init)
  commit(cwd, files)
  return cwd
}

/** A program that leaves a mark, and a function that checks for the mark. */
function marker(): { readonly program: string; readonly isMarked: () => boolean } {
  const folder = freshFolder()
  const [program, mark] = [join(folder, 'program'), join(folder, 'mark')]
  writeFileSync(program, `#!/bin/sh\n: > '${mark}'\n`)
  chmodSync(program, 0o755)
  return { program, isMarked: () => existsSync(mark) }
}

const [a, b] = ['.ai/tools/a.yaml', '.ai/tools/b.yaml']

test('changes in a submodule with its own settings are listed, and programs from its settings do not run', () => {
  const { program, isMarked } = marker()
  const inner = repository({ 'x.yaml': 'x: 1\n', 'y.yaml': 'y: 1\n' })
  const outer = repository({ [a]: 'a: 1\n' })
  git(outer, 'submodule', '--quiet', 'add', inner, '.ai/tools/sub')
  git(outer, 'commit', '-qam', 'sub')
  git(join(outer, '.ai/tools/sub'), 'config', 'core.fsmonitor', program)
  expect(changed(outer)).toEqual([])
  put(outer, { '.ai/tools/sub/x.yaml': 'x: 2\n', '.ai/tools/sub/z.yaml': 'z: 1\n' })
  expect(changed(outer)).toEqual(['.ai/tools/sub/x.yaml', '.ai/tools/sub/z.yaml'])
  expect(changed(join(outer, '.ai/tools/sub'))).toEqual([])
  expect(isMarked()).toBe(false)
  const clone = join(freshFolder(), 'clone')
  git(outer, 'clone', '-q', outer, clone)
  expect(changed(clone)).toEqual([])
})

test('a linked worktree is read, even from a hook during a commit', () => {
  const main = repository({ [a]: 'a: 1\n', '.gitignore': 'ignored.yaml\n' })
  const linked = join(freshFolder(), 'linked')
  git(main, 'worktree', 'add', '-q', '-b', 'other', linked)
  put(linked, { [a]: 'a: 2\n' })
  expect([changed(main), changed(linked)]).toEqual([[], [a]])
  // The environment of the hook: the folder of the worktree, and the commit's index, which alone contains the ignored
  // file.
  put(linked, { '.ai/tools/ignored.yaml': 'i: 1\n' })
  const hook = `env -0 > '${main}/hook-env'; cp "$GIT_INDEX_FILE" '${main}/index-seen'; exit 1`
  writeFileSync(join(main, '.git/hooks/pre-commit'), `#!/bin/sh\n${hook}\n`, { mode: 0o755 })
  git(linked, 'add', '-f', '.ai/tools/ignored.yaml')
  expect(() => git(linked, 'commit', '-qam', 'refused')).toThrow()
  const given = Object.fromEntries(
    readFileSync(join(main, 'hook-env'), 'utf8')
      .split('\0')
      .filter((line) => line.startsWith('GIT_'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const index = given['GIT_INDEX_FILE'] ?? ''
  expect(index).toContain('.git/worktrees/linked/index.lock')
  // Git removes the lock file after the hook, so restore it.
  git(linked, 'rm', '-q', '--cached', '.ai/tools/ignored.yaml')
  expect(changed(linked, 'HEAD', { ...usual, ...given })).toEqual([a])
  writeFileSync(index, readFileSync(join(main, 'index-seen')))
  expect(changed(linked, 'HEAD', { ...usual, ...given })).toEqual([a, '.ai/tools/ignored.yaml'])
  // A copy of the index in another folder does not count as this repository's index.
  const elsewhere = { ...usual, ...given, GIT_INDEX_FILE: join(main, 'index-seen') }
  expect(changed(linked, 'HEAD', elsewhere)).toEqual([a])
  expect(changed(main, 'HEAD', { ...usual, ...given })).toEqual([])
})

test('a partial clone fetches nothing, and missing objects are reported', () => {
  const { program, isMarked } = marker()
  const source = repository({ [a]: 'a: 1\n', 'rye-chain.yaml': 'search: global\n' })
  commit(source, { [a]: 'a: 2\n', 'rye-chain.yaml': 'search: scoped\n' })
  git(source, 'config', 'uploadpack.allowFilter', 'true')
  const clone = join(freshFolder(), 'clone')
  git(source, 'clone', '-q', '--filter=blob:none', `file://${source}`, clone)
  git(clone, 'config', 'remote.origin.uploadpack', program)
  expect([changed(clone), changed(clone, 'HEAD~1')]).toEqual([[], [a]])
  expect(textAt(clone, 'HEAD', 'rye-chain.yaml')).toBe('search: scoped\n')
  expect(() => textAt(clone, 'HEAD~1', 'rye-chain.yaml')).toThrow('git fetch --refetch')
  expect(isMarked()).toBe(false)
  // Git itself would fetch here.
  spawnSync('git', ['cat-file', '-p', `HEAD~1:${a}`], { cwd: clone })
  expect(isMarked()).toBe(true)
})

test('SHA-256 objects, packed branches, a split index and a shallow clone are read', () => {
  const wide = repository({ [a]: 'a: 1\n' }, '--object-format=sha256')
  put(wide, { [b]: 'b: 1\n' })
  expect([changed(wide), textAt(wide, 'HEAD', a)]).toEqual([[b], 'a: 1\n'])
  const split = repository({ [a]: 'a: 1\n' })
  git(split, 'pack-refs', '--all')
  git(split, 'update-index', '--split-index')
  put(split, { [a]: 'a: 2\n' })
  expect([changed(split), changed(split, 'main')]).toEqual([[a], [a]])
  commit(split, {})
  const shallow = join(freshFolder(), 'shallow')
  git(split, 'clone', '-q', '--depth', '1', `file://${split}`, shallow)
  expect(changed(shallow)).toEqual([])
  expect(() => changed(shallow, 'HEAD~1')).toThrow('Git cannot list the changes')
})

test('revisions of many kinds are resolved: a tag, a reflog entry, an upstream, ORIG_HEAD, a message', () => {
  const source = repository({ [a]: 'a: 1\n' })
  const clone = join(freshFolder(), 'clone')
  git(source, 'clone', '-q', source, clone)
  git(clone, 'tag', '-a', '-m', 'one', 'v1.0')
  commit(clone, { [a]: 'a: 2\n' })
  git(clone, 'update-ref', 'ORIG_HEAD', 'HEAD~1')
  for (const name of ['v1.0', 'HEAD@{1}', '@{upstream}', 'origin/main', 'ORIG_HEAD', 'HEAD~1', ':/more'])
    expect([name, changed(clone, name)]).toEqual([name, name === ':/more' ? [] : [a]])
  for (const name of ['--all', '-x', 'HEAD:', 'nowhere', '']) expect(() => changed(clone, name)).toThrow('Git cannot')
})

test('index flags hide no change', () => {
  const cwd = repository({ [a]: 'a: 1\n', [b]: 'b: 1\n' })
  git(cwd, 'update-index', '--assume-unchanged', a)
  git(cwd, 'update-index', '--skip-worktree', b)
  put(cwd, { [a]: 'a: 2\n', [b]: 'b: 2\n' })
  expect(changed(cwd)).toEqual([a, b])
})

test.for([
  { what: 'an attribute sets text', attributes: '* text=auto\n', autocrlf: undefined, isChanged: false },
  { what: 'an attribute sets eol', attributes: '*.yaml eol=crlf\n', autocrlf: undefined, isChanged: false },
  { what: 'an attribute sets binary', attributes: '* -text\n', autocrlf: 'true', isChanged: true },
  { what: 'core.autocrlf is true', attributes: '', autocrlf: 'true', isChanged: false },
  { what: 'core.autocrlf is input', attributes: '', autocrlf: 'input', isChanged: false },
  { what: 'nothing is set', attributes: '', autocrlf: undefined, isChanged: true },
])('a change of line endings alone counts as it does in git: $what', ({ attributes, autocrlf, isChanged }) => {
  const cwd = repository({ '.gitattributes': attributes, 'rye-chain.yaml': 'search: global\n', [a]: 'a: 1\n' })
  if (autocrlf !== undefined) git(cwd, 'config', 'core.autocrlf', autocrlf)
  put(cwd, { [a]: 'a: 1\r\n', 'rye-chain.yaml': 'search: global\r\n' })
  expect(changed(cwd)).toEqual(isChanged ? [a] : [])
  expect(git(cwd, 'diff', '--name-only', 'HEAD', '--', '.ai').trim()).toBe(isChanged ? a : '')
  // Both sides of `diff HEAD .` then contain the same text.
  expect(textAt(cwd, 'HEAD', 'rye-chain.yaml')).toBe(isChanged ? 'search: global\n' : 'search: global\r\n')
  put(cwd, { [a]: 'a: 2\r\n' })
  expect(changed(cwd)).toEqual([a])
})

test('symlinks and paths that are not files are compared', () => {
  const cwd = repository({ [a]: 'a: 1\n', [b]: 'b: 1\n' })
  execFileSync('ln', ['-s', 'a.yaml', join(cwd, '.ai/tools/c.yaml')])
  git(cwd, 'add', '-A')
  git(cwd, 'commit', '-qm', 'link')
  expect(changed(cwd)).toEqual([])
  rmSync(join(cwd, b))
  execFileSync('mkfifo', [join(cwd, b)])
  execFileSync('ln', ['-sfn', 'b.yaml', join(cwd, '.ai/tools/c.yaml')])
  expect(changed(cwd)).toEqual([b, '.ai/tools/c.yaml'])
})

test('every file is new before the first commit', () => {
  const cwd = freshFolder()
  git(cwd, 'init', '-q')
  put(cwd, { [a]: 'a: 1\n' })
  expect(changed(cwd)).toEqual([a])
  expect(() => textAt(cwd, 'HEAD', a)).toThrow('the repository has no commits yet')
})

test('an unknown extension, a missing repository and a wrong gitdir are refused with the reason', () => {
  const make = () => repository({ [a]: 'a: 1\n' })
  const unknown = make()
  git(unknown, 'config', 'core.repositoryFormatVersion', '1')
  git(unknown, 'config', 'extensions.future', 'true')
  expect(() => changed(unknown)).toThrow('extensions.future')
  const nowhere = make()
  renameSync(join(nowhere, '.git'), join(nowhere, 'bare'))
  expect(() => changed(nowhere)).toThrow('is not in a git repository')
  writeFileSync(join(nowhere, '.git'), 'gitdir: /nowhere\n')
  expect(() => changed(nowhere)).toThrow('does not contain the path of a repository')
  writeFileSync(join(nowhere, '.git'), 'gitdir: bare\n')
  put(nowhere, { [a]: 'a: 2\n' })
  expect(changed(nowhere)).toEqual([a])
})

test('pipes in place of repository files do not block the program', () => {
  const cwd = repository({ [a]: 'a: 1\n' })
  for (const name of ['packed-refs', 'shallow', 'FETCH_HEAD']) {
    rmSync(join(cwd, '.git', name), { force: true })
    execFileSync('mkfifo', [join(cwd, '.git', name)])
  }
  expect(changed(cwd)).toEqual([])
})

test.for(['config', 'index'])('a pipe in place of .git/%s is refused by name', (name) => {
  const cwd = repository({ [a]: 'a: 1\n' })
  rmSync(join(cwd, '.git', name))
  execFileSync('mkfifo', [join(cwd, '.git', name)])
  expect(() => changed(cwd)).toThrow(`.git/${name} is not a file`)
})

test('a program named git in a repository is not started, regardless of how PATH names its folder', () => {
  const { program, isMarked } = marker()
  const outer = repository({ [a]: 'a: 1\n' })
  const cwd = join(outer, 'inner')
  mkdirSync(cwd)
  git(cwd, 'init', '-q', '-b', 'main')
  commit(cwd, { [a]: 'a: 1\n' })
  const worktree = join(freshFolder(), 'linked')
  git(cwd, 'worktree', 'add', '-q', worktree)
  put(worktree, { [a]: 'a: 2\n' })
  for (const folder of [outer, cwd]) {
    mkdirSync(join(folder, 'bin'))
    symlinkSync(program, join(folder, 'bin/git'))
  }
  const links = freshFolder()
  symlinkSync(cwd, join(links, 'project'))
  symlinkSync(join(cwd, 'bin'), join(links, 'bin'))
  mkdirSync(join(links, 'file'))
  writeFileSync(join(cwd, 'tool'), readFileSync(program), { mode: 0o755 })
  symlinkSync(join(cwd, 'tool'), join(links, 'file/git'))
  const bin = join(cwd, 'bin')
  const spellings = [bin, `/${bin}`, `${bin}/`, join(links, 'bin'), join(links, 'project/bin'), join(links, 'file')]
  spellings.push(`${cwd}/../inner/bin`, `${links}/../${bin.slice(dirname(links).length)}`, join(outer, 'bin'))
  for (const folder of [cwd, join(links, 'project')])
    for (const first of spellings)
      expect([folder, first, changed(folder, 'HEAD', { PATH: `${first}:/usr/bin:/bin` })]).toEqual([folder, first, []])
  expect(changed(worktree, 'HEAD', { PATH: `${bin}:/usr/bin:/bin` })).toEqual([a])
  expect(isMarked()).toBe(false)
})

test.runIf(process.getuid?.() === 0)('a repository of another user above a folder is not used for the folder', () => {
  const cwd = repository({ [`pkg/${a}`]: 'a: 1\n' })
  chownSync(join(cwd, '.git'), 4_711, 4_711)
  expect(() => changed(join(cwd, 'pkg'))).toThrow(/belongs to user ID 4711, not to you/)
  // In a container, another user often owns both the project and its repository.
  chownSync(join(cwd, 'pkg'), 4_711, 4_711)
  expect(changed(join(cwd, 'pkg'))).toEqual([])
})
