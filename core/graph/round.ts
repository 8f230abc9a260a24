import type { StepRecord } from './record.ts'

/** Steps that are looked back at; a longer round is not named. */
const mostLooked = 200

/** The nodes that the last steps of a walk went round twice or more, the shortest round; empty where they did not. */
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
