import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '#core/testing'
import { offsetOf, placeOf, replacementBetween } from './text.ts'

test('one replacement turns any string into any other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const { start, end, text } = replacementBetween(before, after)
      expect(before.slice(0, start) + text + before.slice(end)).toBe(after)
    }),
    { numRuns: propertyRuns(100) },
  )
})

test('the replacement leaves out the equal start and the equal end', () => {
  expect(replacementBetween('one two three', 'one 2 three')).toEqual({ start: 4, end: 7, text: '2' })
})

test('positions count lines after universal newlines', () => {
  expect(placeOf('a\r\nb\rc', 4)).toEqual({ lineNumber: 3, column: 1 })
  expect(offsetOf('a\r\nb\rc', 3, 1)).toBe(4)
})
