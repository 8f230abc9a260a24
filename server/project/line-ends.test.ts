import { expect, test } from 'vitest'
import { changedText, puttingInto } from './line-ends.ts'

test.for([
  { name: 'line feeds', text: 'a\nb\n', put: 'a\nX\nY\nb\n' },
  { name: 'Windows', text: 'a\r\nb\r\n', put: 'a\r\nX\r\nY\r\nb\r\n' },
  { name: 'lone returns', text: 'a\rb\r', put: 'a\rX\rY\rb\r' },
  { name: 'mixed line endings, with that of the changed line', text: 'a\nb\r\nc\r', put: 'a\nX\r\nY\r\nb\r\nc\r' },
  { name: 'a last line without a line ending', text: 'a\r\nb', put: 'a\r\nX\r\nY\r\nb' },
])('lines inserted into a file use its line endings: $name', ({ text, put }) => {
  const change = { start: 2, end: 2, text: 'X\nY\n' }
  expect(changedText(text, [change])).toBe(put)
  expect(put).toContain(puttingInto(text, change))
})

test('several changes leave all other text unchanged', () => {
  const changes = [
    { start: 0, end: 1, text: 'A' },
    { start: 3, end: 6, text: '-' },
    { start: 6, end: 7, text: 'D' },
  ]
  expect(changedText('a\r\nb\rc\nd\r\n', changes)).toBe('A\r\nb-D\r\n')
  expect(changedText('', [{ start: 0, end: 0, text: 'x\n' }])).toBe('x\n')
  expect(changedText('a\r\n', [{ start: 2, end: 2, text: 'x\n' }])).toBe('a\r\nx\r\n')
})
