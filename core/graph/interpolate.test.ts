import { expect, test } from 'vitest'
import { withEffort } from '../testing/effort.ts'
import { Interpolator } from './interpolate.ts'

const scope = new Map([['inputs', new Map([['a', 'A']])]])

test.for([
  { unit: '{input:a|', before: '{input:a} ', filled: 'A ' },
  { unit: '${inputs.', before: '${inputs.a} ', filled: 'A ' },
])('R16.3: $unit repeated without a closing bracket stays text and takes little work', ({ unit, before, filled }) => {
  const open = unit.repeat(100_000)
  const { value, effort } = withEffort(() => new Interpolator().fill(before + open, scope))
  expect(value).toBe(filled + open)
  expect(effort).toBeLessThan(2_000)
})
