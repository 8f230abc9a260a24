import { expect, test } from 'vitest'
import type { Problem } from '#core/expect'
import { inRows } from './problem-rows.ts'

function problem(code: string, severity: 'error' | 'hint'): Problem {
  return { items: [], entry: { code, severity, message: '', hint: null, at: null, facts: {} } } as unknown as Problem
}

test('five hints of one code share a row; errors and rarer hints have their own rows', () => {
  const problems = [
    ...Array.from({ length: 5 }, () => problem('often', 'hint')),
    ...Array.from({ length: 4 }, () => problem('rare', 'hint')),
    ...Array.from({ length: 9 }, () => problem('broken', 'error')),
  ]
  const { single, together } = inRows(problems)
  expect(together.map(([code, same]) => [code, same.length])).toEqual([['often', 5]])
  expect(single.map(({ entry }) => entry.code)).toEqual(
    [...'rrrr', ...'bbbbbbbbb'].map((one) => (one === 'r' ? 'rare' : 'broken')),
  )
})
