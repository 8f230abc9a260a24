import type { SentEvent } from '../run/result-message.ts'

/** The open question of a run after a batch of events: its ID and digest, `-` for none, or empty if it is unchanged. */
export function openQuestionIn(events: readonly SentEvent[]): string {
  let open = ''
  for (const sent of events) {
    if (sent.event !== 'graph' || 'text' in sent) continue
    const { data } = sent
    if (typeof data !== 'object' || data === null || Array.isArray(data)) continue
    if ('kind' in data && data['kind'] === 'asks') open = `${String(data['question'])} ${String(data['digest'])}`
    if ('kind' in data && data['kind'] === 'answered') open = '-'
  }
  return open
}
