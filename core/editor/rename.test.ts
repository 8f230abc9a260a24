import { expect, test } from 'vitest'
import type { ListedItem } from '../resolve/items.ts'
import { dialects } from '../rules/dialect.ts'
import { itemAt } from './ids.ts'
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

test('the file moves, and references are updated, except in lockfiles and read-only files', () => {
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

test('IDs with blanks and letters of any script are renamed, with every reference', () => {
  const odd = [item('mein ordner/grüße', '/project/.ai/tools/mein ordner/grüße.py', 'project')]
  const plain = 'executor_id: mein ordner/grüße\n'
  const files = [
    ['/project/.ai/tools/mein ordner/grüße.py', ''],
    ['/project/.ai/tools/a.py', '__executor_id__ = "mein ordner/grüße"\n# mein ordner/grüßen\n'],
    ['/project/.ai/tools/b.yaml', plain],
  ] as const
  const rename = renameItem(odd, 'mein ordner/grüße', 'привет/日本 語', files)
  expect(rename).toMatchObject({
    target: '/project/.ai/tools/привет/日本 語.py',
    changes: [
      ['/project/.ai/tools/b.yaml', 'executor_id: привет/日本 語\n'],
      ['/project/.ai/tools/a.py', '__executor_id__ = "привет/日本 語"\n# mein ordner/grüßen\n'],
      ['/project/.ai/tools/mein ordner/grüße.py', null],
      ['/project/.ai/tools/привет/日本 語.py', ''],
    ],
  })
  const known = { items: odd, analysis: undefined, dialect: dialects.lillux, env: {} }
  for (const offset of [13, 16, 20, plain.length - 1])
    expect(itemAt(known, plain, offset)).toMatchObject({ word: 'mein ordner/grüße', start: 13 })
  expect(itemAt(known, plain, 5)).toBeUndefined()
})

test("renaming an ID that equals its folder's name changes only its own part of the path", () => {
  expect(renameItem(items, 'ai', 'b/c', texts)).toMatchObject({ target: '/project/.ai/tools/b/c.py' })
})

test.for([
  { from: 'missing', to: 'x', says: 'No item has the ID “missing”.' },
  { from: 'rye/execute', to: 'x', says: 'read-only' },
  { from: 'mine/run', to: 'mine/run', says: 'already' },
  { from: 'mine/run', to: 'rye/execute', says: 'already exists' },
  { from: 'mine/run', to: '../../evil', says: 'contains the name "." or ".."' },
  { from: 'mine/run', to: 'a//b', says: 'contains an empty name' },
  { from: 'mine/run', to: 'mine/runs/', says: 'cannot be the ID of an item' },
  { from: 'mine/run', to: '', says: 'cannot be the ID of an item' },
  { from: 'mine/run', to: ' blank', says: 'cannot be the ID of an item' },
  { from: 'mine/run', to: 'a:b', says: 'cannot be the ID of an item' },
])('renaming $from to “$to” is refused: $says', ({ from, to, says }) => {
  const rename = renameItem(items, from, to, texts)
  expect(rename).toMatchObject({ kind: 'impossible', because: expect.stringContaining(says) as string })
})
