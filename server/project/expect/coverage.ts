import { coverageOf, type ExpectationCoverage } from '#core/expect'
import type { Directory } from '../directory.ts'
import { rulesOf } from '../rules.ts'

/** Change the project in memory, and report the changes that no expectation detects. */
export function coverage({ workspace, file }: Directory): ExpectationCoverage {
  const rules = new Map<string, readonly string[]>(rulesOf(file).map(({ code, semantics }) => [code, semantics]))
  return coverageOf(workspace, (code) => rules.get(code) ?? [])
}
