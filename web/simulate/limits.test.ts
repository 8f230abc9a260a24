import { expect, test } from 'vitest'
import { defaultLimits, describeLimit } from './limits.ts'
import type { LimitName } from './limits.ts'

const names = Object.keys(defaultLimits) as LimitName[]

test.for(names)('the limit %s has its own message', (name) => {
  const said = describeLimit(name, defaultLimits)
  expect(said).toMatch(/^[A-Z].*\.$/)
  expect(names.filter((other) => describeLimit(other, defaultLimits) === said)).toEqual([name])
})

test('sizes are shown in readable units', () => {
  expect(describeLimit('memory', defaultLimits)).toContain('256 MB')
  expect(describeLimit('kept_output', { ...defaultLimits, kept_output: 2048 })).toContain('1 KB')
})
