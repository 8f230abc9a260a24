import type { CheckedExpectation, WalkTestVerdict } from '#core/expect'
import { counted, visible } from '#core/text'
import { failedWalks } from '../../project/check/check.ts'
import type { Directory } from '../../project/directory.ts'
import type { Paint } from '../paint.ts'

/** Expectations as text: each failed one with its goals, and the counts. */
export function expectationLines(
  tests: readonly CheckedExpectation[],
  directory: Directory,
  paint: Paint,
): readonly string[] {
  return [...tests.flatMap((test) => testLines(test, directory, paint)), ...expectationVerdict(tests, paint)]
}

/** The numbers of all expectations, failed ones, and those with goals about a run; empty without expectations. */
export function expectationVerdict(tests: readonly CheckedExpectation[], paint: Paint): readonly string[] {
  if (tests.length === 0) return []
  const failed = tests.filter(({ state }) => state === 'failed').length
  const waiting = tests.filter(({ state }) => state === 'needs-run').length
  const verdict = `${counted(tests.length, 'expectation')}, ${failed} failed`
  const note = waiting === 0 ? '' : paint.faint(`, ${waiting} with goals about a run (rye-chain expect --run)`)
  return [(failed === 0 ? paint.good(verdict) : paint.bad(verdict)) + note]
}

/** The number of failed expectations and walk tests. */
export function failedTests(expectations: readonly CheckedExpectation[], walks: readonly WalkTestVerdict[]): number {
  return expectations.filter(({ state }) => state === 'failed').length + failedWalks({ tests: walks }).length
}

function testLines(
  { path, state, goals, problems }: CheckedExpectation,
  { shown }: Directory,
  paint: Paint,
): readonly string[] {
  if (state !== 'failed') return []
  return [
    `${paint.bad('failed')} ${visible(shown(path))}`,
    ...problems.map((problem) => `  ${visible(problem)}`),
    ...goals.flatMap((goal) => {
      if (goal.state !== 'failed') return []
      const place = goal.at ? `${goal.at.from.line}:${goal.at.from.column} ` : ''
      return [
        `  ${place}Expected: ${visible(goal.wanted)}`,
        `  ${' '.repeat(place.length)}Found: ${visible(goal.found)}`,
      ]
    }),
  ]
}
