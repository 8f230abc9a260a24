import { expect, test } from 'vitest'
import { LineEnds, type LineChange } from './line-ends.ts'

const mixed = 'a\r\nb\nc\rd'

function changed(...changes: readonly LineChange[]): LineEnds {
  const ends = LineEnds.of(mixed, '\n', 1)
  if (!ends) throw new Error('its lines end alike')
  ends.change(changes, 2)
  return ends
}
const at = (startLineNumber: number, endLineNumber: number, text: string): LineChange => ({
  range: { startLineNumber, endLineNumber },
  text,
})

test.for([
  ['', '\n'],
  ['a', '\n'],
  ['a\nb\n', '\n'],
  ['a\r\nb\r\n', '\r\n'],
] as const)('lines with the line endings of Monaco need no table: %j', ([text, usual]) => {
  expect(LineEnds.of(text, usual, 1)).toBeUndefined()
})

test('lines keep a line ending that Monaco does not support', () => {
  expect(LineEnds.of('a\rb\r', '\n', 1)?.join(['a', 'b', ''])).toBe('a\rb\r')
})

test.for<{ name: string; changes: readonly LineChange[]; lines: readonly string[]; gives: string }>([
  { name: 'a letter', changes: [at(2, 2, 'x')], lines: ['a', 'bx', 'c', 'd'], gives: 'a\r\nbx\nc\rd' },
  { name: 'Enter', changes: [at(1, 1, '\n')], lines: ['', 'a', 'b', 'c', 'd'], gives: '\r\na\r\nb\nc\rd' },
  {
    name: 'Enter in the last line',
    changes: [at(4, 4, '\n')],
    lines: ['a', 'b', 'c', 'd', ''],
    gives: 'a\r\nb\nc\rd\r',
  },
  { name: 'two lines become one', changes: [at(1, 2, '')], lines: ['ab', 'c', 'd'], gives: 'ab\nc\rd' },
  {
    name: 'as many lines as before',
    changes: [at(1, 3, 'x\ny\nz')],
    lines: ['x', 'y', 'z', 'd'],
    gives: 'x\r\ny\nz\rd',
  },
  {
    name: 'two places at once, in any order',
    changes: [at(1, 1, '\n'), at(3, 4, '')],
    lines: ['a', '', 'b', 'cd'],
    gives: 'a\r\n\r\nb\ncd',
  },
])('the other line endings stay after: $name', ({ changes, lines, gives }) => {
  expect(changed(...changes).join(lines)).toBe(gives)
})

test('undo restores the endings of deleted lines', () => {
  const ends = changed(at(1, 4, ''))
  expect(ends.join(['d'])).toBe('d')
  // Monaco reports its own line endings, as positions in the previous text.
  ends.change([at(1, 1, 'a\nb\nc\n')], 1)
  expect(ends.join(['a', 'b', 'c', 'd'])).toBe(mixed)
})
