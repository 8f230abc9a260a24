import { beforeAll, describe, expect, test } from 'vitest'
import { caseTables, casesOf, programOf, recordedAnswers } from './cases.ts'
import { simulateNode } from './simulate-node.ts'

describe.each(caseTables())('the simulated Node behaves like the real Node: %s', (table) => {
  const cases = casesOf(table)
  const recorded = recordedAnswers(table)
  const answers = new Map<string, string>()
  beforeAll(async () => {
    const { stdout, stderr, code } = await simulateNode(programOf(cases))
    expect(code, stderr).toBe(0)
    const given = JSON.parse(stdout) as string[]
    cases.forEach((item, index) => answers.set(item.code, given[index] ?? 'nothing'))
  }, 60_000)
  test.each(cases)('$code', ({ code, differs }) => {
    expect(recorded, 'not recorded yet: npm run record:node').toHaveProperty([code])
    if (differs === undefined) expect(answers.get(code)).toBe(recorded[code])
    else expect(answers.get(code), `no longer differs: ${differs}`).not.toBe(recorded[code])
  })
})
