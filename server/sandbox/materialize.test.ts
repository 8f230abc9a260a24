import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { materialize, pathFault } from './materialize.ts'
import { textFile } from '../testing/sandbox.ts'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'rye-lay-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))
const caps = { files: 10, bytes: 1000, user: null }

test('files stand below the root with fixed modes', async () => {
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
])('%j is no path of a run', async (path) => {
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

test('a link that somebody planted is not written through', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'rye-out-'))
  symlinkSync(outside, join(root, 'project'))
  expect((await materialize([textFile('/project/a', 'x')], root, caps)).kind).toBe('refused')
  expect(existsSync(join(outside, 'a'))).toBe(false)
  rmSync(outside, { recursive: true })
})
