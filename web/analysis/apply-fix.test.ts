import { expect, test } from 'vitest'
import { applyFix } from './apply-fix.ts'

const contents: Readonly<Record<string, string>> = { '/project/a.py': 'one\r\ntwo\r\n', '/project/b.py': 'b' }
const contentOf = (path: string): string | undefined => contents[path]

test('edit offsets refer to the text with universal newlines', () => {
  const { changes } = applyFix(
    { changes: [{ kind: 'edit', path: '/project/a.py', start: 4, end: 7, text: '2' }] },
    contentOf,
  )
  expect(changes).toEqual([['/project/a.py', 'one\n2\n']])
})

test('the offsets of several edits all refer to the original text', () => {
  const path = '/project/a.py'
  const edits = [
    { kind: 'edit', path, start: 0, end: 3, text: 'the first' },
    { kind: 'edit', path, start: 4, end: 7, text: '2' },
    { kind: 'edit', path, start: 4, end: 4, text: 'number ' },
  ] as const
  for (const changes of [edits, edits.toReversed()])
    expect(applyFix({ changes }, contentOf).changes).toEqual([[path, 'the first\nnumber 2\n']])
})

test('files are created, moved and deleted, and rules are changed', () => {
  const { changes, head } = applyFix(
    {
      changes: [
        { kind: 'move', path: '/project/b.py', to: '/user/b.py' },
        { kind: 'create', path: '/project/c.py', text: 'c' },
        { kind: 'delete', path: '/project/a.py' },
        { kind: 'search', search: 'global' },
        { kind: 'dev-mode', dev_mode: true },
        { kind: 'dialect', dialect: 'kiwi' },
      ],
    },
    contentOf,
  )
  expect(new Map(changes)).toEqual(
    new Map([
      ['/user/b.py', 'b'],
      ['/project/b.py', null],
      ['/project/c.py', 'c'],
      ['/project/a.py', null],
    ]),
  )
  const bundle = { id: 'ryeos-kiwi', version: '1.1.0' }
  expect(head).toEqual({ search: 'global', dev_mode: true, dialect: 'kiwi', bundle })
})
