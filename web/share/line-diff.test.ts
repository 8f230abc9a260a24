import { expect, test } from 'vitest'
import { propertyRuns } from '#core/testing'
import fc from 'fast-check'
import { alignLines, foldEqual, type LineRow } from './line-diff.ts'

function drawn(rows: readonly LineRow[]): readonly string[] {
  return rows.map(({ left, right, same }) => `${left?.text ?? '·'}${same ? '=' : '|'}${right?.text ?? '·'}`)
}

test.for([
  { name: 'equal', before: 'a\nb', after: 'a\nb', rows: ['a=a', 'b=b'] },
  { name: 'changed', before: 'a\nb\nc', after: 'a\nx\nc', rows: ['a=a', 'b|x', 'c=c'] },
  { name: 'added', before: 'a\nc', after: 'a\nb\nc', rows: ['a=a', '·|b', 'c=c'] },
  { name: 'removed', before: 'a\nb\nc', after: 'a\nc', rows: ['a=a', 'b|·', 'c=c'] },
  { name: 'multiple changed', before: 'a\nb\nc\nd', after: 'x\nb\ny\nd', rows: ['a|x', 'b=b', 'c|y', 'd=d'] },
  { name: 'repeated', before: 'a\na', after: 'a\na\na', rows: ['a=a', 'a=a', '·|a'] },
])('$name lines are aligned', ({ before, after, rows }) => {
  expect(drawn(alignLines(before, after))).toEqual(rows)
})

test('the rows of each side join to its text, and equal rows have the same text', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const rows = alignLines(before, after)
      expect(rows.flatMap(({ left }) => (left ? [left.text] : [])).join('\n')).toBe(before)
      expect(rows.flatMap(({ right }) => (right ? [right.text] : [])).join('\n')).toBe(after)
      for (const { left, right, same } of rows) if (same) expect(left?.text).toBe(right?.text)
    }),
    { numRuns: propertyRuns(100) },
  )
})

test('long files with nothing in common have no equal rows', () => {
  const lines = (of: string): string => Array.from({ length: 3000 }, (_, index) => `${of}${index}`).join('\n')
  expect(alignLines(lines('a'), lines('b')).filter(({ same }) => same)).toEqual([])
})

test('equal lines far from a difference are folded', () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index))
  const changed = lines.map((line) => (line === '10' ? 'ten' : line))
  const stretches = foldEqual(alignLines(lines.join('\n'), changed.join('\n')))
  expect(stretches.map((one) => (one.kind === 'rows' ? one.rows.length : -one.count))).toEqual([-7, 7, -6])
})
