import { expect, test } from 'vitest'
import { buildTrees, foldersAbove, rowsOf, type TreeNode } from './tree.ts'

/** A tree with all folders open. */
const opened = (nodes: readonly TreeNode[]): readonly unknown[] =>
  nodes.map(({ children, ...node }) => ({ ...node, children: children && opened(children()) }))

test('each space has a tree, with single folders in one row and folders before files', () => {
  const trees = buildTrees([
    '/project/.ai/tools/b.py',
    '/project/.ai/tools/a/x.py',
    '/project/readme.md',
    '/user/u.txt',
    '/system/s/.ai/t.yaml',
  ])
  expect(opened(trees.project)).toEqual([
    {
      name: '.ai/tools',
      path: '/project/.ai/tools',
      children: [
        {
          name: 'a',
          path: '/project/.ai/tools/a',
          children: [{ name: 'x.py', path: '/project/.ai/tools/a/x.py', children: undefined }],
        },
        { name: 'b.py', path: '/project/.ai/tools/b.py', children: undefined },
      ],
    },
    { name: 'readme.md', path: '/project/readme.md', children: undefined },
  ])
  expect(trees.user.map(({ path }) => path)).toEqual(['/user/u.txt'])
  expect(trees.system[0]?.name).toBe('s/.ai')
})

test('a tree has rows from top to bottom, without the content of closed folders', () => {
  const { project } = buildTrees(['/project/a/x.py', '/project/a/b/y.py', '/project/c.md'])
  const rows = (...closed: readonly string[]) =>
    rowsOf(project, (path) => closed.includes(path)).map(({ node, depth, position, siblings }) => [
      node.path.slice('/project/'.length),
      depth,
      `${position} of ${siblings}`,
    ])
  expect(rows()).toEqual([
    ['a', 0, '1 of 2'],
    ['a/b', 1, '1 of 2'],
    ['a/b/y.py', 2, '1 of 1'],
    ['a/x.py', 1, '2 of 2'],
    ['c.md', 0, '2 of 2'],
  ])
  expect(rows('/project/a/b').map(([path]) => path)).toEqual(['a', 'a/b', 'a/x.py', 'c.md'])
  expect(rows('/project/a').map(([path]) => path)).toEqual(['a', 'c.md'])
})

test('the content of a folder is built when it opens', () => {
  const paths = Array.from({ length: 100 }, (_, at) => `/project/a${at % 10}/${at}.py`)
  const { project } = buildTrees(paths)
  expect(rowsOf(project, () => true)).toHaveLength(10)
  const [first] = project
  expect(first?.children?.()).toHaveLength(10)
  // The children are the same objects, so existing rows stay in the DOM.
  expect(first?.children?.()).toBe(first?.children?.())
})

test('folders are sorted by their own names, and a file can have the name of a folder', () => {
  const { project } = buildTrees(['/project/a-c/x', '/project/a/b/y', '/project/a', '/project/a/c'])
  expect(project.map(({ path, children }) => [path, children !== undefined])).toEqual([
    ['/project/a', true],
    ['/project/a-c', true],
    ['/project/a', false],
  ])
})

test('the folders that contain a path are all of its parent folders', () => {
  expect([...foldersAbove(['/system/s/.ai/t.yaml', '/system/u.txt'])]).toEqual([
    '/system',
    '/system/s',
    '/system/s/.ai',
  ])
})
