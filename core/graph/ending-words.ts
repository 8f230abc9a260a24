import { pyStr } from '../read/value/text.ts'
import type { WalkEnding, WalkRefusal } from './ending.ts'
import type { StepRecord } from './record.ts'
import { lastRound } from './round.ts'

/**
 * The ending of a walk as a sentence. If a limit ended the walk in a loop, a second sentence names the nodes of that
 * loop.
 */
export function endingInWords(ending: WalkEnding, records: readonly StepRecord[] = []): string {
  switch (ending.kind) {
    case 'refused':
      return refusalInWords(ending.because)
    case 'completed':
      return ending.via === 'return'
        ? `The walk returned at "${ending.node}".`
        : `The walk ended at "${ending.node}": ${quiet[ending.via]}.`
    case 'failed':
      return `The node "${ending.node}" failed: ${pyStr(ending.error)}`
    case 'node-not-found':
      return `The next node "${ending.node}" does not exist.`
    case 'max-steps':
      return `The walk reached max_steps (${ending.most}) before the node "${ending.next}".${roundInWords(records)}`
    case 'limit':
      return `The walk exceeded the limit ${ending.limit} (${ending.most})${ending.node === null ? '' : ` at the node "${ending.node}"`}.${roundInWords(records)}`
    case 'cancelled':
      return `The walk was canceled${ending.next === null ? '' : ` before the node "${ending.next}"`}.`
    case 'stepped':
      return ending.success ? 'One node ran.' : 'One node ran and failed.'
  }
}

function roundInWords(records: readonly StepRecord[]): string {
  const round = lastRound(records)
  return round.length === 0 ? '' : ` The last steps form a loop: ${[...round, round[0]].join(' → ')}.`
}

const quiet = {
  'no-next': 'the node has no next node',
  'no-match': 'no edge matched',
  'no-target': 'the matching edge does not name a node',
}

function refusalInWords(because: WalkRefusal): string {
  switch (because.kind) {
    case 'graph-invalid':
      return 'The graph has errors. Analyze it to list them.'
    case 'env-missing':
      return `The environment does not set ${because.missing.map(({ name }) => name).join(', ')}, which env_requires lists.`
    case 'unknown-node':
      return `The node to run, "${because.node}", does not exist.`
    case 'no-saved-state':
      return 'No saved walk has this ID.'
    case 'no-current-node':
      return 'The saved walk has ended and cannot be resumed. Start a new walk.'
    case 'inputs-missing':
      return `Missing inputs: ${because.missing.join(', ')}. Pass them as parameters.`
  }
}
