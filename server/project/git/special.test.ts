import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { changedFiles } from '../check/changed.ts'
import { readRevision } from '../diff/revision.ts'
import { freshFolder } from '../../testing/directories.ts'

// Pipes, devices and huge files among the files of a repository: git never blocks, and its memory is limited.

vi.setConfig({ hookTimeout: 60_000, testTimeout: 60_000 })

const env = { PATH: '/usr/bin:/bin' }
const tool = '.ai/tools/a.yaml'

function git(cwd: string, ...words: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd, stdio: 'ignore' })
}

/** A repository that has a change and contains untracked repositories. */
function repository(): string {
  const cwd = freshFolder()
  mkdirSync(join(cwd, '.ai/tools/inner'), { recursive: true })
  git(cwd, 'init', '-q', '-b', 'main', '--template=')
  writeFileSync(join(cwd, tool), 'a: 1\n')
  git(cwd, 'add', '-A')
  git(cwd, 'commit', '-qm', 'first')
  git(cwd, 'update-index', '--split-index')
  for (const inner of ['.ai/tools/inner', 'inner']) git(cwd, 'init', '-q', '--template=', inner)
  writeFileSync(join(cwd, tool), 'a: 1\r\n')
  return cwd
}

let template: string
beforeAll(() => void (template = repository()))

/** The changed files and the contents at the revision, each as a result or as the reason for the failure. */
function answers(cwd: string): readonly unknown[] {
  return [
    () => [...changedFiles(cwd, 'HEAD', ['.ai', '.env'], { env })].sort(),
    () => readRevision(cwd, 'HEAD', { env }).text('nothing'),
  ].map((ask) => {
    try {
      return ask()
    } catch (error) {
      return String(error)
    }
  })
}

const kinds = {
  pipe: (path: string) => execFileSync('mkfifo', [path]),
  device: (path: string) => symlinkSync('/dev/zero', path),
  'huge file': (path: string) => (writeFileSync(path, ''), truncateSync(path, 2 ** 40)),
}
const answered = [['.ai/tools/a.yaml', '.ai/tools/inner'], null]
/**
 * Files that cause an error if they are a pipe or a device. A huge file is refused by name, or by git when it reaches
 * its memory limit.
 */
const read = [
  ...['.git/HEAD', '.git/index', '.git/config', '.git/refs/heads/main', '.git/sharedindex'],
  ...['.git/objects/info/alternates', '.git/objects/info/commit-graph', '.git/objects/pack/multi-pack-index'],
  ...['.gitignore', '.gitattributes', '.ai/.gitignore', '.ai/tools/.gitignore', '.ai/tools/.gitattributes'],
]
/** Files that are never opened. */
const unread = ['.ai/tools/inner/.git/HEAD', 'inner/.git/HEAD', '.ai/tools/inner/.git/index', '.ai/tools/b.yaml']
/** Files that are skipped if they are a pipe or a device. */
const optional = ['.git/packed-refs', '.git/shallow', '.git/info/exclude', '.git/info/attributes', '.git/FETCH_HEAD']

const rows = [
  ...read.flatMap((path) => [{ path, kind: 'pipe' } as const, { path, kind: 'huge file' } as const]),
  ...read.filter((path) => path.startsWith('.git/')).map((path) => ({ path, kind: 'device' }) as const),
  ...[...unread, ...optional].map((path) => ({ path, kind: 'pipe' }) as const),
]

test.for(rows)('$path is not read if it is a $kind', ({ path, kind }) => {
  const cwd = freshFolder()
  execFileSync('cp', ['-a', `${template}/.`, cwd])
  const shared = readdirSync(join(cwd, '.git')).find((name) => name.startsWith('sharedindex.')) ?? ''
  const at = join(cwd, path.replace('sharedindex', shared))
  mkdirSync(dirname(at), { recursive: true })
  rmSync(at, { force: true })
  kinds[kind](at)
  if (!read.includes(path)) return expect(answers(cwd)).toEqual(answered)
  const why = kind === 'huge file' ? /larger than|bad|memory|mmap|signature|too small/i : /is not a file/
  return expect(answers(cwd)).toEqual([expect.stringMatching(why), expect.stringMatching(why)])
})

test('objects in another folder are read, even with circular alternates', () => {
  const [one, two] = [repository(), repository()]
  const name = (from: string, to: string): void =>
    writeFileSync(join(from, '.git/objects/info/alternates'), `# comment\n${join(to, '.git/objects')}\n`)
  name(one, two)
  name(two, one)
  expect(answers(one)).toEqual(answered)
  execFileSync('mkfifo', [join(two, '.git/objects/pack/multi-pack-index')])
  expect(answers(one)).toEqual([expect.stringContaining('multi-pack-index is not a file'), expect.anything()])
  writeFileSync(join(one, '.git/objects/info/alternates'), '"quoted"\n')
  expect(answers(one)).toEqual([expect.stringContaining('contains a quoted path'), expect.anything()])
})
