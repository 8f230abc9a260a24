import type { StepRecord } from './record.ts'

/** Maximum length of a loop, in steps. A longer loop is not found. */
const mostLooked = 200

/** The nodes of the shortest loop that the last steps ran at least twice; empty without a loop. */
export function lastRound(records: readonly Pick<StepRecord, 'address'>[]): readonly string[] {
  const names = records
    .slice(-2 * mostLooked)
    .flatMap(({ address: { node, attempt } }) => (node === null || attempt > 1 ? [] : [node]))
  for (let length = 1; length <= mostLooked && 2 * length <= names.length; length++) {
    const tail = names.slice(-length)
    const before = names.slice(-2 * length, -length)
    if (tail.every((name, index) => name === before[index])) return tail
  }
  return []
}
