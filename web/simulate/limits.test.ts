import { expect, test } from 'vitest'
import { defaultLimits, describeLimit } from './limits.ts'
import type { LimitName } from './limits.ts'

const names = Object.keys(defaultLimits) as LimitName[]

test.for(names)('%s has a sentence of its own that says what to do', (name) => {
  const said = describeLimit(name, defaultLimits)
  expect(said).toMatch(/^[A-Z].*\.$/)
  expect(names.filter((other) => describeLimit(other, defaultLimits) === said)).toEqual([name])
})

test('sizes are named as people read them', () => {
  expect(describeLimit('memory', defaultLimits)).toContain('256 MB')
  expect(describeLimit('kept_output', { ...defaultLimits, kept_output: 2048 })).toContain('1 KB')
})
