import {
  chmodSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../testing/directories.ts'
import { holding } from './held-folder.ts'
import { writeWhole } from './write-whole.ts'

let folder: string
const at = (name: string): string => join(folder, name)
const replaceFile = (path: string, text: string) => writeWhole(path, text, { as: 'replace' })
beforeEach(() => {
  folder = realpathSync(freshFolder())
  writeFileSync(at('a.py'), 'old')
})

test('the new text replaces all old text, and the file keeps its mode under any umask', () => {
  chmodSync(at('a.py'), 0o666)
  replaceFile(at('a.py'), 'new')
  expect([readFileSync(at('a.py'), 'utf8'), statSync(at('a.py')).mode & 0o777]).toEqual(['new', 0o666])
  writeWhole(at('made'), 'new', { as: 'put', mode: 0o600 })
  expect([readdirSync(folder).sort(), statSync(at('made')).mode & 0o777]).toEqual([['a.py', 'made'], 0o600])
})

test('a file with a name of maximum length can be replaced', () => {
  const long = at('x'.repeat(255))
  writeFileSync(long, 'old')
  replaceFile(long, 'new')
  expect(readFileSync(long, 'utf8')).toBe('new')
})

test('a symlink that appeared in the path is not followed and not replaced', () => {
  mkdirSync(at('tools'))
  writeFileSync(at('tools/a.py'), 'old')
  renameSync(at('tools'), at('elsewhere'))
  symlinkSync(at('elsewhere'), at('tools'))
  symlinkSync(at('a.py'), at('link.py'))
  const before = readdirSync(folder)
  expect(() => replaceFile(at('tools/a.py'), 'evil')).toThrow('its path contains a symlink')
  mkdirSync(at('elsewhere/deep'))
  writeFileSync(at('elsewhere/deep/a.py'), 'old')
  expect(() => replaceFile(at('tools/deep/a.py'), 'evil')).toThrow('its path contains a symlink')
  expect(() => replaceFile(at('link.py'), 'evil')).toThrow('it is not a regular file')
  for (const path of ['a.py', 'elsewhere/a.py', 'elsewhere/deep/a.py'])
    expect(readFileSync(at(path), 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(before)
})

test.for([
  { where: 'on a system with paths for open folders', names: '/proc/self/fd' },
  { where: 'on a system without paths for open folders, such as Windows and macOS', names: '/proc/none' },
])('$where, the callback runs in the real folder, not in a symlink or a missing folder', ({ names }) => {
  mkdirSync(at('tools'))
  symlinkSync(at('tools'), at('link'))
  const done: string[] = []
  const work = ({ path }: { readonly path: string }): void => void done.push(realpathSync(path))
  holding(at('tools'), work, names)
  expect(() => holding(at('link'), work, names)).toThrow()
  expect(() => holding(at('none'), work, names)).toThrow(/^ENOENT.*none/)
  expect(done).toEqual([at('tools')])
})

test.for([
  { where: 'on a system with paths for open folders', names: '/proc/self/fd', reaches: 'moved' },
  { where: 'on a system without paths for open folders', names: '/proc/none', reaches: 'a fault' },
])('$where, a write to a moved folder does not follow a symlink in the folder’s old place', ({ names, reaches }) => {
  mkdirSync(at('tools'))
  const reached = holding(
    at('tools'),
    (held) => {
      renameSync(at('tools'), at('moved'))
      symlinkSync(folder, at('tools'))
      try {
        return realpathSync(held.path)
      } catch {
        return at('a fault')
      }
    },
    names,
  )
  expect(reached).toBe(at(reaches))
})

test('an error names the file by its own path, and no file is created', () => {
  expect(() => replaceFile(at('nowhere.py'), 'new')).toThrow(at('nowhere.py'))
  expect(() => replaceFile(at('none/x.py'), 'new')).toThrow(
    `${at('none/x.py')} was not written: its folder does not exist`,
  )
  expect(readdirSync(folder)).toEqual(['a.py'])
})

test('temporary files of killed processes are removed, and recent ones stay', () => {
  const hour = 3600
  const half = (name: string, age: number): string => {
    writeFileSync(at(name), 'half')
    utimesSync(at(name), Date.now() / 1000 - age, Date.now() / 1000 - age)
    return name
  }
  const stay = [
    half('.rye-chain.00000000000000ff.tmp', 0),
    half('.rye-chain.12.tmp', hour),
    half('a.py.12.tmp', hour),
    half('.rye-chain..tmp', hour),
  ]
  half('.rye-chain.0123456789abcdef.tmp', hour)
  symlinkSync(at('a.py'), at('.rye-chain.fedcba9876543210.tmp'))
  lutimesSync(at('.rye-chain.fedcba9876543210.tmp'), 0, 0)
  replaceFile(at('a.py'), 'new')
  expect(readdirSync(folder).sort()).toEqual(['a.py', ...stay].sort())
  expect(readFileSync(at('a.py'), 'utf8')).toBe('new')
})
