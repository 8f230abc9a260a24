import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { propertyRuns } from '../testing/property.ts'
import { KnownNames } from './known-names.ts'
import { nearest } from './near.ts'

// R1.6: near misses of a missing ID, found without comparing every name.

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '/'), maxLength: 14 })

test('the index finds the same names as a comparison of all pairs', () => {
  fc.assert(
    fc.property(letters, fc.array(letters, { maxLength: 40 }), (name, names) => {
      expect(new KnownNames(names).near(name).names).toEqual(nearest(name, names))
    }),
    { numRuns: propertyRuns(500) },
  )
})

test.for([
  { name: 'tols/greet', names: ['tools/greet', 'tools/great', 'x'], near: ['tools/greet', 'tools/great'] },
  { name: 'ab/swap', names: ['ba/swap'], near: ['ba/swap'] },
  { name: 'x'.repeat(201), names: ['x'.repeat(200)], near: [] },
  { name: 'same', names: ['same', 'sane'], near: ['same', 'sane'] },
])('$name is close to $near', ({ name, names, near }) => {
  expect(new KnownNames(names).near(name).names).toEqual(near)
})

test('a name search has bounded work among up to 100,000 names', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => (index * 2_654_435_761).toString(36))
  const work = [1_000, 10_000, 100_000].map((count) => new KnownNames(names(count)).near('zzzzzzzzzzzz').work)
  for (const one of work) expect(one).toBeLessThanOrEqual(limits.nearNameWork + 4)
})
