import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { materialize, pathFault } from './materialize.ts'
import { textFile } from '../testing/sandbox.ts'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'rye-lay-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))
const caps = { files: 10, bytes: 1000, user: null }

test.for([0o022, 0o077, 0])('files are written under the root with fixed modes, with the umask %i', async (umask) => {
  const before = process.umask(umask)
  onTestFinished(() => void process.umask(before))
  const files = [
    textFile('/project/a/b.sh', 'x', 0o4777),
    textFile('/user/é.txt', 'y', 0o600),
    textFile('/system/lib/z', ''),
  ]
  expect((await materialize(files, root, caps)).kind).toBe('done')
  const modes = ['project/a/b.sh', 'user/é.txt', 'system/lib/z', 'project/a'].map(
    (path) => lstatSync(join(root, path)).mode & 0o7777,
  )
  expect(modes).toEqual([0o755, 0o644, 0o644, 0o755])
  expect(readFileSync(join(root, 'user/é.txt'), 'utf8')).toBe('y')
})

test.runIf(process.getuid?.() === 0)(
  'a run owns its project and its user space, but not the system space',
  async () => {
    const files = ['/project/a/b', '/user/c', '/system/d/e'].map((path) => textFile(path, ''))
    expect((await materialize(files, root, { ...caps, user: 54_321 })).kind).toBe('done')
    const owners = ['project', 'project/a', 'project/a/b', 'user/c', 'system', 'system/d/e'].map((path) => {
      const { uid, gid } = lstatSync(join(root, path))
      return [uid, gid]
    })
    const own = [54_321, 54_321]
    expect(owners).toEqual([own, own, own, own, [0, 0], [0, 0]])
  },
)

test('as many files and bytes as the limits allow are written, and longer paths and names than allowed are refused', async () => {
  const modes = [0o644, 0o600, 0o666, 0o700, 0o010, 0o001, 0o755, 0, 0o4, 0o5]
  const files = modes.map((mode, index) => textFile(`/project/${index}`, 'x'.repeat(100), mode))
  const laid = await materialize(files, root, caps)
  const executable = laid.kind === 'done' && [...laid.stamps.values()].map((stamp) => stamp.executable)
  expect(executable).toEqual([false, false, false, true, true, true, true, false, false, true])
  const names = `/project/${'n'.repeat(255)}`
  expect([names, `/project${'/d'.repeat(508)}`].map(pathFault)).toEqual([undefined, undefined])
  expect(pathFault(`/project${'/d'.repeat(508)}d`)).toBe('is too long')
  expect(pathFault(`${names}n`)).toBe('has a name that is too long')
})

test.for([
  '/etc/passwd',
  'project/a',
  '/project',
  '/project/',
  '/project//a',
  '/project/./a',
  '/project/../../etc/passwd',
  '/project/a/..',
  '/project/a\0b',
  '/project/a\\b',
  '/projects/a',
  `/project/${'n'.repeat(256)}`,
  `/project/${'é'.repeat(128)}`,
  `/project${'/d'.repeat(600)}`,
])('%j is not a path of a run', async (path) => {
  expect(pathFault(path)).toBeDefined()
  expect((await materialize([textFile('/project/good', ''), textFile(path, '')], root, caps)).kind).toBe('refused')
  expect(existsSync(join(root, 'project/good'))).toBe(false)
})

test.for([
  ['a file twice', ['/project/a', '/project/a']],
  ['a file and a directory of one name', ['/project/a', '/project/a/b']],
] as const)('%s is refused', async ([, paths]) => {
  const laid = await materialize(
    paths.map((path) => textFile(path, '')),
    root,
    caps,
  )
  expect(laid.kind).toBe('refused')
})

test.for([
  ['too many files', Array.from({ length: 11 }, (_, index) => textFile(`/project/${index}`, ''))],
  ['too many bytes', [textFile('/project/a', 'x'.repeat(1001))]],
] as const)('%s are refused', async ([, files]) => {
  expect((await materialize(files, root, caps)).kind).toBe('refused')
})

test('no file is written through a planted symlink', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'rye-out-'))
  symlinkSync(outside, join(root, 'project'))
  expect((await materialize([textFile('/project/a', 'x')], root, caps)).kind).toBe('refused')
  expect(existsSync(join(outside, 'a'))).toBe(false)
  rmSync(outside, { recursive: true })
})
