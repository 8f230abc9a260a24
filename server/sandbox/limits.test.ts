import { expect, test } from 'vitest'
import { openTestSandbox } from '../testing/sandbox.ts'
import { limitsWith, secondsOfRun } from './limits.ts'

test.for([
  { timeout: 300, wall: 600, bound: { seconds: 300 } },
  { timeout: 600, wall: 600, bound: { seconds: 600 } },
  { timeout: 601, wall: 600, bound: { seconds: 600, limit: 'wall_seconds' } },
  { timeout: null, wall: 600, bound: { seconds: 600, limit: 'wall_seconds' } },
  { timeout: null, wall: 45, bound: { seconds: 45, limit: 'wall_seconds' } },
])(
  'R9.10: with timeout $timeout on a host that allows $wall s, the limit is $bound.seconds s',
  ({ timeout, wall, bound }) => {
    expect(secondsOfRun(timeout, limitsWith({ wall_seconds: wall }))).toEqual(bound)
  },
)

test("a run without a timeout ends at the host's limit, and its outcome names the limit", async () => {
  const box = await openTestSandbox('full', { wall_seconds: 1 })
  try {
    const outcome = await box.run({ command: 'sleep', args: ['60'], timeout: null })
    expect(outcome).toMatchObject({ ending: { kind: 'timed-out', after_ms: 1000 }, limit: 'wall_seconds' })
  } finally {
    await box.close()
  }
})
