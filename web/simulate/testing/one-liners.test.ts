import { expect, test } from 'vitest'
import { answersOfBash, knownDifferences, oneLiners } from './one-liners.ts'
import { simulateBash } from './simulate-bash.ts'

const recorded = answersOfBash()
const differences = knownDifferences()

test.each(oneLiners)('the simulated shell answers as bash: %s', async (line) => {
  const real = recorded[line]
  if (real === undefined) throw new Error('not recorded yet: npm run record:node')
  const { code, stdout, stderr } = await simulateBash(line)
  const why = differences.get(line)
  if (why === undefined) expect([code, stdout], stderr).toEqual([real.code, real.stdout])
  else expect([code, stdout], `no longer differs: ${why}`).not.toEqual([real.code, real.stdout])
})

test('every named difference is of a line that is asked', () => {
  expect([...differences.keys()].filter((line) => !oneLiners.includes(line))).toEqual([])
})
