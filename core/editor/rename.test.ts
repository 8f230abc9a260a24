import { expect, test } from 'vitest'
import type { ListedItem } from '../resolve/resolve.ts'
import { renameItem } from './rename.ts'

const item = (item_id: string, path: string, space: ListedItem['space']): ListedItem => ({
  item_id,
  path,
  space,
  shadowed: [],
})
const items = [
  item('ai', '/project/.ai/tools/ai.py', 'project'),
  item('mine/run', '/project/.ai/tools/mine/run.yaml', 'project'),
  item('rye/execute', '/system/s/.ai/tools/rye/execute.yaml', 'system:s'),
]
const texts: readonly (readonly [string, string])[] = [
  ['/project/.ai/tools/ai.py', '__executor_id__ = "mine/run"\n# mine/run, not mine/runner\n'],
  ['/project/.ai/tools/mine/run.yaml', 'executor_id: rye/execute # this is mine/run'],
  ['/project/.ai/lockfiles/ai@1.lock.json', '{"item_id": "mine/run"}'],
  ['/system/s/.ai/tools/rye/execute.yaml', '# never mine/run'],
]

test('the file moves, and every reference in the draft is updated', () => {
  expect(renameItem(items, 'mine/run', 'mine/go', texts)).toEqual({
    kind: 'possible',
    path: '/project/.ai/tools/mine/run.yaml',
    target: '/project/.ai/tools/mine/go.yaml',
    mentions: ['/project/.ai/tools/ai.py'],
    places: [
      { path: '/project/.ai/tools/ai.py', start: 19, end: 27 },
      { path: '/project/.ai/tools/ai.py', start: 31, end: 39 },
      { path: '/project/.ai/tools/mine/run.yaml', start: 35, end: 43 },
    ],
    changes: [
      ['/project/.ai/tools/ai.py', '__executor_id__ = "mine/go"\n# mine/go, not mine/runner\n'],
      ['/project/.ai/tools/mine/run.yaml', null],
      ['/project/.ai/tools/mine/go.yaml', 'executor_id: rye/execute # this is mine/go'],
    ],
  })
})

test('renaming an ID that equals the name of its folder changes only its own part of the path', () => {
  expect(renameItem(items, 'ai', 'b/c', texts)).toMatchObject({ target: '/project/.ai/tools/b/c.py' })
})

test.for([
  { from: 'missing', to: 'x', says: 'not a valid item ID' },
  { from: 'rye/execute', to: 'x', says: 'read-only' },
  { from: 'mine/run', to: 'mine/run', says: 'already' },
  { from: 'mine/run', to: 'rye/execute', says: 'already exists' },
  { from: 'mine/run', to: '../../evil', says: 'contains the name "." or ".."' },
  { from: 'mine/run', to: 'a//b', says: 'contains an empty name' },
  { from: 'mine/run', to: 'mine/runs/', says: 'is not a valid item ID' },
  { from: 'mine/run', to: '', says: 'is not a valid item ID' },
  { from: 'mine/run', to: 'two words', says: 'is not a valid item ID' },
])('$from to “$to” is refused: $says', ({ from, to, says }) => {
  const rename = renameItem(items, from, to, texts)
  expect(rename).toMatchObject({ kind: 'impossible', because: expect.stringContaining(says) as string })
})
