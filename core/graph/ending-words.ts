import { pyStr } from '../read/value/text.ts'
import type { WalkEnding, WalkRefusal } from './ending.ts'
import type { StepRecord } from './record.ts'
import { lastRound } from './round.ts'

/** How a walk ended, as a sentence for people; of one that a limit ended, its records tell which circle it went round. */
export function endingInWords(ending: WalkEnding, records: readonly StepRecord[] = []): string {
  switch (ending.kind) {
    case 'refused':
      return refusalInWords(ending.because)
    case 'completed':
      return ending.via === 'return'
        ? `It returned at "${ending.node}".`
        : `It ended at "${ending.node}": ${quiet[ending.via]}.`
    case 'failed':
      return `The node "${ending.node}" failed: ${pyStr(ending.error)}`
    case 'node-not-found':
      return `There is no node "${ending.node}" to go on with.`
    case 'max-steps':
      return `It took ${ending.most} steps, which is all that max_steps allows, and would go on to "${ending.next}".${roundInWords(records)}`
    case 'limit':
      return `It went beyond the limit ${ending.limit} (${ending.most})${ending.node === null ? '' : ` at the node "${ending.node}"`}.${roundInWords(records)}`
    case 'cancelled':
      return `It was cancelled${ending.next === null ? '' : ` before the node "${ending.next}"`}.`
    case 'stepped':
      return ending.success ? 'One node was run.' : 'One node was run, and failed.'
  }
}

function roundInWords(records: readonly StepRecord[]): string {
  const round = lastRound(records)
  return round.length === 0 ? '' : ` It went round ${[...round, round[0]].join(' → ')}.`
}

const quiet = {
  'no-next': 'nothing comes after it',
  'no-match': 'no edge matched',
  'no-target': 'the edge that matched names no node',
}

function refusalInWords(because: WalkRefusal): string {
  switch (because.kind) {
    case 'graph-invalid':
      return 'The graph has errors; its analysis lists them.'
    case 'env-missing':
      return `The environment lacks ${because.missing.map(({ name }) => name).join(', ')}, which env_requires names.`
    case 'unknown-node':
      return `There is no node "${because.node}" to run alone.`
    case 'no-saved-state':
      return 'No walk was saved under this id, so there is nothing to go on with.'
    case 'no-current-node':
      return 'The saved walk was over, so there is nothing to go on with.'
    case 'inputs-missing':
      return `The graph requires the inputs ${because.missing.join(', ')}.`
  }
}
