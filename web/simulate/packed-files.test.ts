import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '#core/testing'
import { packFiles, unpackFiles } from './packed-files.ts'

test('packed files are unpacked unchanged', () => {
  const file = fc.record({ path: fc.string(), bytes: fc.uint8Array() })
  fc.assert(
    fc.property(fc.array(file), (files) => {
      expect(unpackFiles(packFiles(files)).map(({ path, bytes }) => ({ path, bytes: [...bytes] }))).toEqual(
        files.map(({ path, bytes }) => ({ path, bytes: [...bytes] })),
      )
    }),
    { numRuns: propertyRuns(100) },
  )
})

test('offsets that are out of order or range return no bytes of another file', () => {
  const files = unpackFiles({
    paths: ['a', 'b', 'c'],
    ends: Uint32Array.of(3, 1, 99),
    bytes: Uint8Array.of(1, 2, 3, 4),
  })
  expect(files.map(({ bytes }) => [...bytes])).toEqual([[1, 2, 3], [], [4]])
})
