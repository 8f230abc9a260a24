import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { MemoryTree } from '../input/memory-tree.ts'
import { parentOf } from '../text/path.ts'
import { fileTreeContract, type TreeBench } from '../testing/file-tree-contract.ts'
import { OverlayTree } from './overlay-tree.ts'

/**
 * A tree in which every written file overrides a file with other content. Links and empty folders are not overridden.
 */
function bench(): TreeBench {
  const below = new MemoryTree()
  below.makeDirectory('/project')
  const tree = new OverlayTree(below)
  const files = new Map<string, Uint8Array | null>()
  const set = (path: string, bytes: Uint8Array | null): void => {
    files.set(path, bytes)
    tree.set({ files, hidden: [] })
  }
  return {
    tree,
    write: (path, text) => {
      below.write(path, utf8ToBytes('other text'))
      set(path, utf8ToBytes(text))
    },
    makeDirectory: (path) => below.makeDirectory(path),
    link: (path, target) => {
      below.link(path, target)
      // Links are found when their folder is listed, as a workspace does.
      tree.list(parentOf(path))
    },
    remove: (path) => {
      below.remove(path)
      for (const name of [...files.keys()]) if (name.startsWith(`${path}/`)) files.delete(name)
      set(path, null)
    },
  }
}

describe('OverlayTree', () => fileTreeContract(bench))

function changed(): { below: MemoryTree; tree: OverlayTree } {
  const below = new MemoryTree()
  for (const path of ['/project/a.txt', '/project/in/b.txt', '/user/.ai/c.txt']) below.write(path, utf8ToBytes(path))
  return { below, tree: new OverlayTree(below) }
}

const textOf = (tree: OverlayTree, path: string): string | undefined => {
  const bytes = tree.read(path)?.bytes
  return bytes && Buffer.from(bytes).toString('utf8')
}

test('changes and hidden folders are visible until they are undone, and the underlying tree never changes', () => {
  const { below, tree } = changed()
  const files = new Map([
    ['/project/a.txt', null],
    ['/project/new/deep/d.txt', utf8ToBytes('new')],
    ['/project/in/b.txt', utf8ToBytes('other')],
  ])
  tree.set({ files, hidden: ['/user/.ai'] })
  expect([...(tree.list('/project') ?? [])]).toEqual([
    ['in', 'directory'],
    ['new', 'directory'],
  ])
  expect(textOf(tree, '/project/in/b.txt')).toBe('other')
  expect(textOf(tree, '/project/new/deep/d.txt')).toBe('new')
  for (const path of ['/project/a.txt', '/user/.ai', '/user/.ai/c.txt'])
    expect([path, tree.read(path), tree.look(path), tree.list(path), tree.real(path)]).toEqual([
      path,
      ...[undefined, undefined, undefined, undefined],
    ])
  expect(below.look('/project/a.txt')?.kind).toBe('file')
  tree.set()
  expect([...(tree.list('/project')?.keys() ?? [])]).toEqual(['a.txt', 'in'])
  expect([textOf(tree, '/project/a.txt'), textOf(tree, '/user/.ai/c.txt')]).toEqual([
    '/project/a.txt',
    '/user/.ai/c.txt',
  ])
})

test('a changed file is also changed at the paths of its links', () => {
  const { below, tree } = changed()
  below.link('/project/linked.txt', '/project/in/b.txt')
  below.link('/project/folder', '/project/in')
  tree.list('/project')
  tree.set({ files: new Map([['/project/in/b.txt', utf8ToBytes('other')]]), hidden: [] })
  expect([textOf(tree, '/project/linked.txt'), textOf(tree, '/project/folder/b.txt')]).toEqual(['other', 'other'])
})

test('the stamp of a folder changes with its names, and not without a change', () => {
  const { tree } = changed()
  const before = tree.look('/project')?.stamp
  tree.set({ files: new Map([['/project/z.txt', utf8ToBytes('')]]), hidden: [] })
  const during = tree.look('/project')?.stamp
  expect(during).not.toBe(before)
  expect(tree.look('/project')?.stamp).toBe(during)
  tree.set()
  expect(tree.look('/project')?.stamp).toBe(before)
})
