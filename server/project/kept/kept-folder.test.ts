import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../testing/directories.ts'
import { KeptFolder, keptPlace } from './kept-folder.ts'

const answer = Buffer.from('the answer')

/** A folder that contains one file. */
function folderWithAnswer(): { readonly path: string; readonly file: string; found(): string | undefined } {
  const path = join(freshFolder(), 'cache/rye-chain')
  const folder = new KeptFolder(path)
  folder.write('a', answer)
  return { path, file: join(path, 'a'), found: () => folder.read('a')?.toString() }
}

test('a file is found again, and only its owner can read and write it', () => {
  const { path, file, found } = folderWithAnswer()
  expect(found()).toBe('the answer')
  expect([statSync(path).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  expect(new KeptFolder(path).read('b')).toBeUndefined()
})

test.for<readonly [what: string, change: (file: string, path: string) => void]>([
  ['a folder that others can write', (_, path) => chmodSync(path, 0o777)],
  ['a folder that the group can write', (_, path) => chmodSync(path, 0o770)],
  ['a file that others can write', (file) => chmodSync(file, 0o606)],
  ['a link instead of the folder', (_, path) => (renameSync(path, `${path}-2`), symlinkSync(`${path}-2`, path))],
  ['a link instead of the file', (file) => (renameSync(file, `${file}-2`), symlinkSync(`${file}-2`, file))],
  ['a folder instead of the file', (file) => (rmSync(file), mkdirSync(file))],
  ['the first half of a file', (file) => writeFileSync(file, readFileSync(file).subarray(0, 70))],
  ['an empty file', (file) => writeFileSync(file, '')],
  [
    'a file with changed bytes',
    (file) => writeFileSync(file, readFileSync(file, 'latin1').replace('answer', 'xxxxxx')),
  ],
  ['a file instead of the folder', (_, path) => (rmSync(path, { recursive: true }), writeFileSync(path, ''))],
])('%s is not used', ([, change]) => {
  const { path, file, found } = folderWithAnswer()
  change(file, path)
  expect(found()).toBeUndefined()
})

test.runIf(process.getuid?.() === 0)('a folder or a file of another user is not used, and not written', () => {
  for (const theirs of ['path', 'file'] as const) {
    const kept = folderWithAnswer()
    chownSync(kept[theirs], 65_534, 65_534)
    expect(kept.found()).toBeUndefined()
  }
  const { path } = folderWithAnswer()
  chownSync(path, 65_534, 65_534)
  new KeptFolder(path).write('b', answer)
  expect(readdirSync(path)).toEqual(['a'])
})

test('a folder that cannot be made is not an error', () => {
  const file = join(freshFolder(), 'file')
  writeFileSync(file, '')
  const folder = new KeptFolder(join(file, 'cache'))
  folder.write('a', answer)
  expect(folder.read('a')).toBeUndefined()
})

test('the folder stays within its limit: the files that were used least recently are removed', () => {
  const path = join(freshFolder(), 'cache')
  const folder = new KeptFolder(path, { fileBytes: 200, folderBytes: 250 })
  folder.write('a', answer)
  folder.write('b', answer)
  // A killed process leaves a file like this one.
  writeFileSync(join(path, '.rye-chain.0123456789abcdef.tmp'), 'x'.repeat(60))
  for (const [name, time] of [
    ['.rye-chain.0123456789abcdef.tmp', 1],
    ['a', 2],
    ['b', 3],
  ] as const)
    // prettier-ignore
    utimesSync(join(path, name), time, time)
  expect(folder.read('a')?.toString()).toBe('the answer')
  folder.write('c', answer)
  folder.write('d', Buffer.alloc(200))
  expect(readdirSync(path).sort()).toEqual(['a', 'b', 'c'])
  folder.write('e', answer)
  expect(readdirSync(path).sort()).toEqual(['a', 'c', 'e'])
})

test('the cache folder is in an absolute XDG_CACHE_HOME, or else in a home folder other than /', () => {
  expect(keptPlace({ XDG_CACHE_HOME: '/c', HOME: '/h' })).toBe('/c/rye-chain')
  expect(keptPlace({ XDG_CACHE_HOME: 'relative', HOME: '/h' })).toBe('/h/.cache/rye-chain')
  expect(keptPlace({ HOME: '/' })).toBeUndefined()
})
