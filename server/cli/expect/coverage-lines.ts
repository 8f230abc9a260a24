import type { ExpectationCoverage } from '#core/expect'
import { counted, visible } from '#core/text'
import type { Directory } from '../../project/directory.ts'
import { placeText } from '../impact/places.ts'
import type { Paint } from '../paint.ts'

/** Coverage as text: each rule with its counts, then each change that no expectation detects. */
export function coverageLines(found: ExpectationCoverage, { shown }: Directory, paint: Paint): readonly string[] {
  const { rules, survivors, mutants, noticed, untried } = found
  const verdict = `Expectations detect ${noticed} of ${counted(mutants, 'change')}`
  return [
    ...rules.map(({ rule, decided, mutants: all, noticed: seen }) => {
      const changes = all === 0 ? 'no changes to try' : `${seen} of ${counted(all, 'change')} detected`
      return `${rule.padEnd(6)} decided ${counted(decided, 'item')}, ${changes}`
    }),
    ...survivors.map(({ rule, what, at, affected, item_id }) => {
      const more = affected > 1 ? ` and ${affected - 1} more` : ''
      return `${paint.warn('not detected')} ${rule} ${visible(what)}${placeText(at, shown, paint)}: affects ${visible(item_id)}${more}`
    }),
    survivors.length === 0 ? paint.good(verdict) : paint.bad(verdict),
    ...(untried === 0 ? [] : [`${counted(untried, 'change')} not tried (limits coverageMutants, coverageAnalyses)`]),
  ]
}
