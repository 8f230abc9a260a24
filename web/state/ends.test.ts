import { expect, test } from 'vitest'
import { endsOf, lastLines } from './ends.ts'

test.for([
  { name: 'output that fits is whole', text: 'a\nb\n', most: 4, last: 'a\nb\n' },
  {
    name: 'a shortened text begins with a whole line',
    text: 'first\nsecond\nthird\n',
    most: 14,
    last: 'second\nthird\n',
  },
  { name: 'a line that just fits is kept', text: 'first\nthird\n', most: 6, last: 'third\n' },
  { name: 'the first of several that just fit is kept', text: 'a\nb\nc\n', most: 4, last: 'b\nc\n' },
  { name: 'a line that is one character too long is not kept', text: 'x\nabc\nd\n', most: 5, last: 'd\n' },
  { name: 'the end of one long line is kept', text: 'abcdef', most: 4, last: 'cdef' },
  { name: 'the end of a long last line with a line break is kept', text: 'a\nbcdefgh\n', most: 4, last: 'fgh\n' },
])('the end of a text is kept: $name', ({ text, most, last }) => {
  expect(lastLines(text, most)).toBe(last)
})

test('the ends of long output are whole lines, and only the lines between them are dropped', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}\n`)
  const text = lines.join('')
  const { head, left, tail } = endsOf(text, 100)
  expect(head.endsWith('\n') && lines.includes(tail.slice(0, tail.indexOf('\n') + 1))).toBe(true)
  expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
  expect(head.length + left + tail.length).toBe(text.length)
  expect(head.length + tail.length).toBeLessThanOrEqual(100)
})

test.for([
  { name: 'output that just fits', text: 'a\nbc\n', most: 5, head: 'a\nbc\n', left: 0, tail: '' },
  { name: 'one long line', text: 'abcdefgh', most: 4, head: 'ab', left: 4, tail: 'gh' },
  { name: 'an odd number of characters', text: 'abcdef', most: 5, head: 'ab', left: 2, tail: 'ef' },
  { name: 'lines that just fit', text: 'a\nb\ncdefghij', most: 8, head: 'a\nb\n', left: 4, tail: 'ghij' },
  { name: 'a first line that is one character too long', text: 'ab\ncdef', most: 4, head: 'ab', left: 3, tail: 'ef' },
  { name: 'an empty first line', text: '\nabcdef', most: 4, head: '\n', left: 4, tail: 'ef' },
])('the start and end of $name are found', ({ text, most, head, left, tail }) => {
  expect(endsOf(text, most)).toEqual({ head, left, tail })
})
