import { counted } from '#core/text'
import type { NodeMark } from '../../graph/marks.ts'
import type { StepRow } from '../../graph/step-view.ts'

/** A sign and a word for each state, so that color is never the only difference. */
export const markSigns: Readonly<Record<NodeMark['state'], { readonly sign: string; readonly word: string }>> = {
  skipped: { sign: '–', word: 'not reached' },
  running: { sign: '▶', word: 'running' },
  held: { sign: '‖', word: 'paused' },
  done: { sign: '✓', word: 'finished' },
  failed: { sign: '✕', word: 'failed' },
  handled: { sign: '!', word: 'failed, and the graph continued' },
  cached: { sign: '≡', word: 'from the cache' },
  pinned: { sign: '⊙', word: 'pinned' },
  retried: { sign: '↻', word: 'retried' },
  cut: { sign: '✂', word: 'stopped by a limit' },
}

/** A mark as signs: the number of visits, or the number of calls per state if several calls are shown together. */
export function markInSigns({ state, visits, calls }: NodeMark): string {
  if (calls) return [...calls].map(([one, count]) => `${markSigns[one].sign}${count}`).join(' ')
  return visits > 1 ? `×${visits} ${markSigns[state].sign}` : markSigns[state].sign
}

/** A node's mark in words: its state with the number of visits, or the number of calls per state. */
export function markInWords({ state, visits, calls }: NodeMark): string {
  if (calls) return [...calls].map(([one, count]) => `${markSigns[one].word} in ${counted(count, 'call')}`).join(', ')
  return visits > 1 ? `${markSigns[state].word}, entered ${visits} times` : markSigns[state].word
}

/** The status of a step in words, with its node's symbol. */
export function statusOf({ status, isCached, isPinned }: StepRow): { readonly sign: string; readonly word: string } {
  switch (status) {
    case 'failed':
      return markSigns.failed
    case 'failed-handled':
      return { sign: '!', word: 'failed, handled by its error edge' }
    case 'failed-continued':
      return { sign: '!', word: 'failed, and the walk continued' }
    case 'retried':
      return { sign: '↻', word: 'failed, retried' }
    case 'cut':
      return markSigns.cut
    case 'returned':
      return { sign: '✓', word: 'returned' }
    case 'done':
      return isPinned ? markSigns.pinned : isCached ? markSigns.cached : markSigns.done
  }
}

const reasons: Readonly<Record<string, string>> = {
  named: 'set by next',
  matched: 'first matching edge',
  'no-next': 'no next node',
  'no-match': 'no edge matched',
  'no-target': 'the matching edge does not name a node',
  'error-edge': 'error edge',
}

/** The reason for the choice of the next node, in words. */
export function reasonInWords(because: string): string {
  return reasons[because] ?? because
}
