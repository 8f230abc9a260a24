import { expect, test } from 'vitest'
import { importLimits } from '../files/import-limits.ts'
import { pasteProblem } from './paste.ts'

test('text within the byte limit of a file is pasted', () => {
  expect(pasteProblem('')).toBeUndefined()
  expect(pasteProblem('x'.repeat(importLimits.fileBytes))).toBeUndefined()
  expect(pasteProblem('€'.repeat(importLimits.fileBytes / 3))).toBeUndefined()
})

test('larger text is refused with its size, the limit and the next step', () => {
  expect(pasteProblem('x'.repeat(importLimits.fileBytes + 1))).toContain('at most 4 MB.')
  expect(pasteProblem('€'.repeat(2_000_000))).toBe(
    'The pasted text is 6.0 MB, but a file can be at most 4 MB. Your draft is unchanged. Paste a smaller part.',
  )
})
