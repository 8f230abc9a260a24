import fs, { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../testing/directories.ts'
import { isUnchanged, Reads } from './reads.ts'

const world = { environ: {}, programs: [], files: [], path_separator: ':' } as const

/** A folder with two entries, and the reads of it. Files count as settled at once. */
function folderWithReads(): { readonly at: (name: string) => string; readonly reads: Reads; readonly disk: typeof fs } {
  const folder = freshFolder()
  const reads = new Reads(-1)
  writeFileSync(join(folder, 'file'), 'text')
  mkdirSync(join(folder, 'folder'))
  return { at: (name) => join(folder, name), reads, disk: reads.over(fs) as typeof fs }
}

function isSame(reads: Reads): boolean {
  const record = reads.record()
  return record !== undefined && isUnchanged(record, world)
}

test('a new name in a listed folder counts as a change', () => {
  const { at, reads, disk } = folderWithReads()
  disk.readdirSync(at('folder'), { withFileTypes: true })
  expect(isSame(reads)).toBe(true)
  writeFileSync(at('folder/new'), '')
  expect(isSame(reads)).toBe(false)
})

test('a missing file that appears counts as a change', () => {
  const { at, reads, disk } = folderWithReads()
  expect(() => disk.openSync(at('none'), 'r')).toThrow('ENOENT')
  expect(disk.statSync(at('none/below'), { throwIfNoEntry: false })).toBeUndefined()
  expect(isSame(reads)).toBe(true)
  writeFileSync(at('none'), '')
  expect(isSame(reads)).toBe(false)
})

test('a file that appeared and disappeared meanwhile is not recorded', () => {
  const { at, reads, disk } = folderWithReads()
  disk.statSync(at('none'), { throwIfNoEntry: false })
  writeFileSync(at('none'), '')
  disk.closeSync(disk.openSync(at('none'), 'r'))
  rmSync(at('none'))
  expect(reads.record()).toBeUndefined()
})

test('a resolved symlink with a new target counts as a change', () => {
  const { at, reads, disk } = folderWithReads()
  symlinkSync(at('file'), at('link'))
  expect(disk.realpathSync(at('link'))).toBe(at('file'))
  expect(isSame(reads)).toBe(true)
  rmSync(at('link'))
  symlinkSync(at('folder'), at('link'))
  expect(isSame(reads)).toBe(false)
})

test('a failure of the disk is not recorded as an answer', () => {
  const { at, reads } = folderWithReads()
  const openSync = (): number => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  }
  expect(() => reads.over({ ...fs, openSync }).openSync(at('file'), 'r')).toThrow('EMFILE')
  expect(reads.record()).toBeUndefined()
})

test('programs outside the spaces are compared one by one, or all together if they were listed', () => {
  const reads = new Reads()
  const withPrograms = (...files: readonly string[]) => ({
    ...world,
    files,
    hasFile: (path: string) => files.includes(path),
  })
  const recorded = reads.ofWorld(withPrograms('/bin/a'))
  expect([recorded.hasFile?.('/bin/a'), recorded.hasFile?.('/bin/b')]).toEqual([true, false])
  const one = reads.record()
  expect(one && isUnchanged(one, withPrograms('/bin/a', '/bin/c'))).toBe(true)
  expect(one && isUnchanged(one, withPrograms('/bin/a', '/bin/b'))).toBe(false)
  expect(recorded.files).toEqual(['/bin/a'])
  const all = reads.record()
  expect(all && isUnchanged(all, withPrograms('/bin/a', '/bin/c'))).toBe(false)
})
