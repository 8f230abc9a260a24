import { createFsFromVolume, Volume } from 'memfs'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { extensionOf, joinPath, parentOf } from '../text/path.ts'
import type { Content } from './file-tree.ts'
import { MemoryTree } from './memory-tree.ts'
import { fsTree, type NodeFs } from './node-tree.ts'
import { fileTreeContract, type TreeBench } from '../testing/file-tree-contract.ts'

const text = (content: Content | undefined): string => Buffer.from(content?.bytes ?? []).toString('utf8')

const made: string[] = []
afterAll(() => made.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })))

/** The functions of `fs` that change files, which memfs also has. */
type WritingFs = Pick<typeof fs, 'mkdirSync' | 'writeFileSync' | 'symlinkSync' | 'rmSync'>

function writer(target: WritingFs, toDisk: (path: string) => string): Omit<TreeBench, 'tree'> {
  const folderFor = (path: string): string => {
    target.mkdirSync(dirname(toDisk(path)), { recursive: true })
    return toDisk(path)
  }
  return {
    write: (path, text) => target.writeFileSync(folderFor(path), text),
    makeDirectory: (path) => void target.mkdirSync(toDisk(path), { recursive: true }),
    // Absolute targets are relative to the mount, regardless of the mount's place on the disk.
    link: (path, to) => target.symlinkSync(to.startsWith('/') ? toDisk(to) : to, folderFor(path)),
    remove: (path) => target.rmSync(toDisk(path), { recursive: true }),
  }
}

function onDisk(): TreeBench {
  const folder = fs.mkdtempSync(join(tmpdir(), 'rye-tree-'))
  made.push(folder)
  const tree = fsTree(fs, { mounts: [{ at: '/project', from: folder }], now: () => Date.now() })
  return { tree, ...writer(fs, (path) => path.replace(/^\/project/, folder)) }
}

function inMemfs(): TreeBench {
  const volume = createFsFromVolume(new Volume())
  volume.mkdirSync('/project')
  // memfs has the functions of `fs` but not its declared type.
  return {
    tree: fsTree(volume as unknown as NodeFs, { now: () => Date.now() }),
    ...writer(volume as unknown as WritingFs, (path) => path),
  }
}

function inMemory(): TreeBench {
  const tree = new MemoryTree()
  tree.makeDirectory('/project')
  return {
    tree,
    write: (path, text) => tree.write(path, Buffer.from(text, 'utf8')),
    makeDirectory: (path) => tree.makeDirectory(path),
    link: (path, to) => tree.link(path, to),
    remove: (path) => tree.remove(path),
  }
}

describe('MemoryTree', () => fileTreeContract(inMemory))
describe('fsTree over node:fs, mounted', () => fileTreeContract(onDisk))
describe('fsTree over memfs', () => fileTreeContract(inMemfs))

test('a mounted tree hides the rest of the disk', () => {
  const { tree } = onDisk()
  const up = '/..'.repeat(10)
  for (const path of ['/', '/etc/passwd', `/project${up}/etc/passwd`, `/project/a${up}/etc/passwd`, '/projects'])
    expect([path, tree.read(path), tree.look(path)]).toEqual([path, undefined, undefined])
  expect(tree.list('/')).toBeUndefined()
})

test.for([
  { size: limits.metadataBytes, read: limits.metadataBytes },
  { size: limits.metadataBytes + 1, read: undefined },
  // More than Node reads in one piece, and more than the memory of most machines.
  { size: 2 ** 40, read: undefined },
])('a file of $size bytes is read only within the limit', ({ size, read }) => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'rye-tree-'))
  made.push(folder)
  fs.writeFileSync(join(folder, 'f'), '')
  fs.truncateSync(join(folder, 'f'), size)
  const content = fsTree(fs, { mounts: [{ at: '/project', from: folder }] }).read('/project/f')
  expect(content?.stamp).toMatchObject({ size })
  expect(content?.bytes?.length).toBe(read)
})

test('a file without a known size is read until its end or the limit', () => {
  const tree = fsTree(fs)
  expect(text(tree.read('/proc/self/status'))).toMatch(/^Name:[^]*\n$/)
  const opened = { ...fs, fstatSync: () => ({ ...fs.statSync('/proc/self/status'), isFile: () => true, size: 0 }) }
  expect(fsTree(opened).read('/dev/zero')).toMatchObject({ bytes: undefined })
})

test('a host can normalize the Unicode names that its disk lists', () => {
  const stored = 'cafe\u0301.py'
  const disk = {
    ...fs,
    readdirSync: () => [{ name: stored, isFile: () => true, isDirectory: () => false }],
  }
  const tree = fsTree(disk, { nameOf: (name) => name.normalize('NFC') })
  expect([...(tree.list('/') ?? [])]).toEqual([['caf\u00e9.py', 'file']])
})

test('a newly written file has no stamp yet, because it could change within one clock tick', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'rye-tree-'))
  made.push(folder)
  fs.writeFileSync(join(folder, 'f'), 'a')
  const { ctimeMs } = fs.statSync(join(folder, 'f'))
  const at = (now: number) =>
    fsTree(fs, { mounts: [{ at: '/project', from: folder }], now: () => now }).look('/project/f')
  expect(at(ctimeMs + 1)?.stamp).toBeNull()
  expect(at(ctimeMs + 1000)?.stamp).toMatchObject({ size: 1 })
})

test.for([
  ['/a', ['b', './c', 'd//e'], '/a/b/c/d/e'],
  ['/a', ['../b'], '/a/../b'],
  ['/a', ['/b'], '/b'],
  ['', [], '.'],
] as const)('paths are joined as in pathlib: %s %s', ([base, parts, joined]) => {
  expect(joinPath(base, ...parts)).toBe(joined)
})

test.for([
  ['/a/b.tar.gz', '.gz'],
  ['/a/.env', ''],
  ['/a/b.', ''],
  ['/a.d/b', ''],
] as const)('%s has the expected extension and parent', ([path, extension]) => {
  expect(extensionOf(path)).toBe(extension)
  expect(parentOf(path)).toBe(path.slice(0, path.lastIndexOf('/')))
})
