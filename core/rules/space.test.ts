import { expect, test } from 'vitest'
import { comesBefore, type Space } from './space.ts'

test('the project space comes before the user space, and both come before every system space (R1.1)', () => {
  const order: readonly Space[][] = [['project'], ['user'], ['system', 'system:core', 'system:other']]
  for (const [at, spaces] of order.entries())
    for (const [other, others] of order.entries())
      for (const space of spaces) for (const second of others) expect(comesBefore(space, second)).toBe(at < other)
})
