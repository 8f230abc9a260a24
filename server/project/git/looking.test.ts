import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MemoryTree } from '#core/input'
import { changedFiles } from '../check/changed.ts'
import { readRevision } from '../diff/revision.ts'
import { freshFolder, ryeChainWith } from '../../testing/directories.ts'
import * as hostile from '../../testing/hostile-git.ts'
import { isNightly } from '../../../core/testing/nightly.ts'

const usual = { PATH: '/usr/bin:/bin' }

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

function committed(cwd: string, files: Readonly<Record<string, string>>, ...init: readonly string[]): string {
  put(cwd, files)
  git(cwd, 'init', '-q', '-b', 'main', ...init)
  git(cwd, 'add', '-A')
  git(cwd, 'commit', '-qm', 'first')
  return cwd
}

const broken = 'executor_id: nowhere\nversion: "1.0.0"\n'
const tool = 'version: "1.0.0"\nexecutor_id: rye/core/runtimes/python/script\n'

/**
 * A repository with the project in a subfolder, with unchanged, changed, deleted and new files, and programs that leave
 * a mark.
 */
let here: { readonly folder: string; readonly values: ReadonlyMap<string, string>; readonly mark: string }
let config: string
beforeAll(() => {
  const root = freshFolder()
  const [mark, script, folder] = [join(root, 'mark'), join(root, 'program'), join(root, 'repository')]
  committed(folder, {
    'pkg/.ai/tools/kept.yaml': tool,
    'pkg/.ai/tools/changed.yaml': tool,
    'pkg/.ai/tools/gone.yaml': tool,
    'pkg/.ai/tools/allowed.yaml': tool,
    'pkg/.gitignore': '.env\n',
    '.gitattributes': '* filter=mark diff=mark merge=mark\n',
  })
  const text = `#!/bin/sh\n: > '${mark}'\ncat\n`
  put(folder, { 'pkg/.ai/tools/changed.yaml': broken, 'pkg/.ai/tools/neu é.yaml': tool, 'pkg/.env': 'A=1\n' })
  // Rewrite an unchanged file: its new timestamp would make git run a filter to compare it.
  put(folder, { 'pkg/.ai/tools/kept.yaml': tool })
  rmSync(join(folder, 'pkg/.ai/tools/gone.yaml'))
  chmodSync(join(folder, 'pkg/.ai/tools/allowed.yaml'), 0o755)
  const settings = `[core]\n\tfsmonitor = ${script}\n\texcludesFile = ${join(root, 'ignores')}\n`
  put(root, {
    ...{ ignores: '*\n', attributes: '* filter=mark diff=mark\n', settings },
    ...{ 'hooks/home/.gitconfig': settings, 'hooks/home/git/config': settings },
    ...{ 'hooks/home/git/ignore': '*\n', 'hooks/home/.config/git/ignore': '*\n' },
  })
  const hooks = ['post-index-change', 'post-checkout', 'reference-transaction', 'git-ls-files', 'git-remote-ext', 'git']
  for (const path of ['program', 'repository/bin/git', 'repository/pkg/git', ...hooks.map((name) => `hooks/${name}`)]) {
    put(root, { [path]: text })
    chmodSync(join(root, path), 0o755)
  }
  const values = new Map([
    [`${hostile.hooks}/in-repository`, join(folder, 'bin')],
    [hostile.program, script],
    [hostile.hooks, join(root, 'hooks')],
    [hostile.ignoresAll, join(root, 'ignores')],
    [hostile.attributes, join(root, 'attributes')],
    [hostile.settings, join(root, 'settings')],
    [hostile.elsewhere, committed(join(root, 'other'), { 'pkg/.ai/tools/other.yaml': tool })],
    [hostile.markFile, mark],
  ])
  here = { folder, values, mark }
  config = readFileSync(join(folder, '.git/config'), 'utf8')
}, 60_000)

// Restore the settings, so tests do not affect each other.
beforeEach(() => {
  writeFileSync(join(here.folder, '.git/config'), config)
  rmSync(here.mark, { force: true })
})

const filled = (text: string): string =>
  [...here.values].reduce((done, [word, value]) => done.replaceAll(word, value), text)

function set(key: string, value: string): void {
  execFileSync('git', ['config', '--file', join(here.folder, '.git/config'), key, filled(value)])
}

/** The results of the commands' git requests: changes since a revision, and the files of that revision. */
function seen(folder: string, env: Readonly<Record<string, string>> = usual): object {
  const { over } = readRevision(folder, 'HEAD', { env })
  const ignored = new MemoryTree()
  ignored.write('/project/.env', Buffer.from('A=1\n'))
  const tree = over(ignored)
  return {
    changed: [...changedFiles(folder, 'HEAD', ['.ai', '.env'], { env })].sort(),
    before: [...(tree.list('/project/.ai/tools')?.keys() ?? [])],
    text: Buffer.from(tree.read('/project/.ai/tools/changed.yaml')?.bytes ?? []).toString('utf8'),
    env: tree.read('/project/.env') !== undefined,
  }
}

const expected = {
  changed: ['.ai/tools/changed.yaml', '.ai/tools/gone.yaml', '.ai/tools/neu é.yaml'],
  before: ['allowed.yaml', 'changed.yaml', 'gone.yaml', 'kept.yaml'],
  text: tool,
  env: true,
}

test('the test covers enough settings and variables', () => {
  expect(new Set(hostile.hostileSettings.map(([key]) => key)).size).toBeGreaterThanOrEqual(60)
  expect(new Set(hostile.hostileVariables.flatMap((row) => Object.keys(row))).size).toBeGreaterThanOrEqual(15)
})

/** Rows in groups, to start fewer processes. In nightly tests, each group contains only one row. */
function together<T>(rows: readonly T[]): readonly (readonly T[])[] {
  const size = isNightly ? 1 : 12
  return rows.flatMap((_, index) => (index % size === 0 ? [rows.slice(index, index + size)] : []))
}

test.for(together(hostile.hostileSettings).map((rows) => ({ rows })))(
  'settings of the repository start no program and change no answer: $rows',
  ({ rows }) => {
    for (const [key, value] of rows) set(key, value)
    expect([seen(join(here.folder, 'pkg')), existsSync(here.mark)]).toEqual([expected, false])
  },
)

test.for(together(hostile.hostileVariables).map((rows) => ({ rows })))(
  'variables of the caller start no program and change no answer: $rows',
  ({ rows }) => {
    const more = rows.flatMap((row) => Object.entries(row)).map(([name, value]) => [name, filled(value)] as const)
    const found = seen(join(here.folder, 'pkg'), { ...usual, ...Object.fromEntries(more) })
    expect([found, existsSync(here.mark)]).toEqual([expected, false])
  },
)

test.runIf(isNightly)(
  'every command gives the same answer with all settings and variables as without',
  async () => {
    const project = ['--dir', 'pkg', '--json'] as const
    const commands = [
      ['check', ...project, '--changed'],
      ['check', ...project, '--since', 'HEAD'],
      ['check', '--dir', 'pkg', '--changed', '--format', 'sarif'],
      ['check', '--dir', 'pkg', '--changed', '--format', 'github'],
      ['diff', 'HEAD', 'pkg', ...project],
      ['diff', 'HEAD', 'HEAD', ...project],
    ] as const
    // Only git's variables: others would become part of the compared plans.
    const variables = hostile.hostileVariables
      .flatMap((row) => Object.entries(row))
      .filter(([name]) => name.startsWith('GIT_'))
      .map(([name, value]) => [name, filled(value)] as const)
    for (const row of hostile.hostileSettings) set(...row)
    const all = readFileSync(join(here.folder, '.git/config'))
    for (const words of commands) {
      writeFileSync(join(here.folder, '.git/config'), config)
      const before = await ryeChainWith({}, here.folder, ...words)
      writeFileSync(join(here.folder, '.git/config'), all)
      expect(await ryeChainWith(Object.fromEntries(variables), here.folder, ...words)).toMatchObject({
        ...{ code: before.code, out: before.out, err: before.err },
      })
      expect(before.code).toBeLessThan(2)
    }
    expect(existsSync(here.mark)).toBe(false)
  },
  60_000,
)

test('plain git runs a filter in this repository', () => {
  set('filter.mark.clean', hostile.program)
  git(here.folder, 'diff', '--name-only', 'HEAD')
  expect(existsSync(here.mark)).toBe(true)
})

test('no file of the repository is written, not even the index', () => {
  const index = join(here.folder, '.git/index')
  const now = (): object => [readFileSync(index), statSync(index, { bigint: true }).mtimeNs]
  const before = now()
  seen(join(here.folder, 'pkg'))
  expect(now()).toEqual(before)
})

test('after a plain clone, a tracked folder that looks like a bare repository is a plain folder', () => {
  const root = freshFolder()
  const mark = join(root, 'mark')
  const source = committed(join(root, 'source'), {
    'bare/HEAD': 'ref: refs/heads/main\n',
    'bare/objects/info/x': '',
    'bare/refs/x': '',
    'bare/config': `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ": > '${mark}'; true"\n`,
    'bare/.ai/tools/a.yaml': tool,
  })
  git(root, 'clone', '-q', source, 'clone')
  const folder = join(root, 'clone/bare')
  put(folder, { '.ai/tools/a.yaml': broken })
  expect(changedFiles(folder, 'HEAD', ['.ai'], { env: usual })).toEqual(['.ai/tools/a.yaml'])
  readRevision(folder, 'HEAD', { env: usual })
  expect(existsSync(mark)).toBe(false)
  // Git itself treats this folder as the repository, and runs the program.
  git(folder, 'status')
  expect(existsSync(mark)).toBe(true)
})
