import { expect, test } from 'vitest'
import type { FileTree } from '../input/file-tree.ts'

/** A tree under test, and functions that change its files. Paths are absolute, as in the tree. */
export interface TreeBench {
  readonly tree: FileTree
  write(path: string, text: string): void
  makeDirectory(path: string): void
  link(path: string, target: string): void
  remove(path: string): void
}

const text = (tree: FileTree, path: string): string | undefined => {
  const bytes = tree.read(path)?.bytes
  return bytes && Buffer.from(bytes).toString('utf8')
}

const names = (tree: FileTree, path: string): readonly string[] => [...(tree.list(path)?.keys() ?? [])]

/** Waits until a file is old enough to have a stamp. */
async function settled(tree: FileTree, path: string): Promise<void> {
  await expect.poll(() => tree.look(path)?.stamp, { interval: 20 }).not.toBeNull()
}

/** The contract tests for every `FileTree`. Each implementation runs them with a new, empty `/project`. */
export function fileTreeContract(open: () => TreeBench): void {
  test('reads bytes as they were written', () => {
    const { tree, write } = open()
    write('/project/a/b.txt', 'one\r\n\u0000two é')
    expect(text(tree, '/project/a/b.txt')).toBe('one\r\n\u0000two é')
    expect(tree.look('/project/a/b.txt')?.kind).toBe('file')
  })

  test('lists names in code unit order, directories among them', () => {
    const { tree, write, makeDirectory } = open()
    for (const name of ['b.py', 'B.py', 'ä.py', '_.py', '10.py', '9.py']) write(`/project/tools/${name}`, '')
    makeDirectory('/project/tools/sub')
    expect(names(tree, '/project/tools')).toEqual(['10.py', '9.py', 'B.py', '_.py', 'b.py', 'sub', 'ä.py'])
    expect(tree.look('/project/tools/sub')?.kind).toBe('directory')
    expect(names(tree, '/project/tools/sub')).toEqual([])
  })

  test.for([
    { name: 'a missing path', path: '/project/none' },
    { name: 'a path inside a file', path: '/project/file/below' },
    { name: 'a link to a missing file', path: '/project/dangling' },
    { name: 'a link to itself', path: '/project/round' },
    { name: 'a path outside all folders', path: '/nowhere' },
    { name: 'a path with NUL', path: '/project/a\u0000b' },
  ])('returns undefined and does not throw: $name', ({ path }) => {
    const { tree, write, link } = open()
    write('/project/file', 'x')
    link('/project/dangling', '/project/gone')
    link('/project/round', '/project/round')
    expect([tree.read(path), tree.list(path), tree.look(path), tree.real(path)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('reads no directory and lists no file', () => {
    const { tree, write } = open()
    write('/project/file', 'x')
    expect(tree.read('/project')).toBeUndefined()
    expect(tree.list('/project/file')).toBeUndefined()
  })

  test('follows links to files and folders, and returns the path without them', () => {
    const { tree, write, link } = open()
    write('/project/real/tool.py', 'x = 1')
    link('/project/alias', 'real')
    link('/project/real/again.py', 'tool.py')
    expect(text(tree, '/project/alias/again.py')).toBe('x = 1')
    expect(names(tree, '/project/alias')).toEqual(['again.py', 'tool.py'])
    expect(tree.look('/project/alias')?.kind).toBe('directory')
    expect(tree.real('/project/alias/again.py')).toBe('/project/real/tool.py')
    expect(tree.real('/project/real')).toBe('/project/real')
  })

  test.for([
    { name: 'a file with different content', change: (bench: TreeBench) => bench.write('/project/f', 'longer text') },
    { name: 'a deleted file', change: (bench: TreeBench) => bench.remove('/project/f') },
  ])('gives another stamp, or none, to $name', ({ change }) => {
    const bench = open()
    bench.write('/project/f', 'text')
    const before = bench.tree.look('/project/f')
    expect(before?.kind).toBe('file')
    change(bench)
    const after = bench.tree.look('/project/f')
    const unstamped = before?.stamp === null || after?.stamp === null
    expect(unstamped || before?.stamp !== after?.stamp).toBe(true)
  })

  test.for([
    { name: 'got a new file', change: (bench: TreeBench) => bench.write('/project/d/new', '') },
    { name: 'lost a file', change: (bench: TreeBench) => bench.remove('/project/d/old') },
  ])('gives another stamp, or none, to a folder that $name', ({ change }) => {
    const bench = open()
    bench.write('/project/d/old', '')
    bench.write('/project/d/kept', '')
    const before = bench.tree.look('/project/d')
    change(bench)
    const after = bench.tree.look('/project/d')
    const unstamped = before?.stamp === null || after?.stamp === null
    expect(unstamped || before?.stamp !== after?.stamp).toBe(true)
  })

  test('look and read give an unchanged path the same stamp', async () => {
    const { tree, write } = open()
    write('/project/f', 'text')
    await settled(tree, '/project/f')
    const first = tree.look('/project/f')?.stamp
    expect(tree.look('/project/f', first)?.stamp).toBe(first)
    const read = tree.read('/project/f')?.stamp
    expect(tree.look('/project/f', read)?.stamp).toBe(read)
  })

  test('lists files and folders with their kinds, and links as unknown', () => {
    const { tree, write, makeDirectory, link } = open()
    write('/project/d/file', '')
    makeDirectory('/project/d/folder')
    link('/project/d/link', 'file')
    link('/project/d/loose', 'gone')
    link('/project/alias', 'd')
    for (const path of ['/project/d', '/project/alias'])
      expect([...(tree.list(path) ?? [])]).toEqual([
        ['file', 'file'],
        ['folder', 'directory'],
        ['link', 'unknown'],
        ['loose', 'unknown'],
      ])
  })

  test.for([0, 1, 8191, 8192, 8193, 70_000])(
    'reads a file of %i bytes completely, and no bytes of another file',
    (size) => {
      const { tree, write } = open()
      write('/project/a', 'a'.repeat(size))
      write('/project/b', 'b'.repeat(size))
      const [a, b] = [tree.read('/project/a'), tree.read('/project/b')]
      expect(text(tree, '/project/a')).toBe('a'.repeat(size))
      expect(Buffer.from(a?.bytes ?? []).equals(Buffer.alloc(size, 'a'))).toBe(true)
      expect(Buffer.from(b?.bytes ?? []).equals(Buffer.alloc(size, 'b'))).toBe(true)
    },
  )

  test('detects that a file became a folder', () => {
    const { tree, write, remove } = open()
    write('/project/x', 'text')
    expect(tree.look('/project/x')?.kind).toBe('file')
    remove('/project/x')
    write('/project/x/inner', 'text')
    expect(tree.look('/project/x')?.kind).toBe('directory')
    expect(tree.read('/project/x')).toBeUndefined()
    expect(text(tree, '/project/x/inner')).toBe('text')
  })
}
