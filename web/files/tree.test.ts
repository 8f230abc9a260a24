import { expect, test } from 'vitest'
import { buildTrees } from './tree.ts'

test('each space has a tree; single folders are one row; folders stand before files', () => {
  const trees = buildTrees([
    '/project/.ai/tools/b.py',
    '/project/.ai/tools/a/x.py',
    '/project/readme.md',
    '/user/u.txt',
    '/system/s/.ai/t.yaml',
  ])
  expect(trees.project).toEqual([
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
