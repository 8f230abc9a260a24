import { expect, test } from 'vitest'
import { comesBefore, type Space } from './space.ts'

test('a project comes before a user, and both before every bundle of the system (R1.1)', () => {
  const order: readonly Space[][] = [['project'], ['user'], ['system', 'system:core', 'system:other']]
  for (const [at, spaces] of order.entries())
    for (const [other, others] of order.entries())
      for (const space of spaces) for (const second of others) expect(comesBefore(space, second)).toBe(at < other)
})
