import { expect, test } from 'vitest'
import { answersOfBash, knownDifferences, oneLiners } from './one-liners.ts'
import { simulateBash } from './simulate-bash.ts'

const recorded = answersOfBash()
const differences = knownDifferences()

test.each(oneLiners)('the simulated shell behaves like bash: %s', async (line) => {
  const real = recorded[line]
  if (real === undefined) throw new Error('not recorded yet: npm run record:node')
  const { code, stdout, stderr } = await simulateBash(line)
  const why = differences.get(line)
  if (why === undefined) expect([code, stdout], stderr).toEqual([real.code, real.stdout])
  else expect([code, stdout], `no longer differs: ${why}`).not.toEqual([real.code, real.stdout])
})

test('every listed difference belongs to a tested line', () => {
  expect([...differences.keys()].filter((line) => !oneLiners.includes(line))).toEqual([])
})
