import { readText } from '../protocol/read-body.ts'
import { textOfBody, type ReceivedBody } from '../protocol/receive-body.ts'
import { Refusal } from '../protocol/refusal.ts'
import { canonicalJson } from './shares.ts'

/** A snapshot to store, as its request came in, and how many bytes one can have. */
export interface ShareTask {
  readonly body: ReceivedBody
  readonly most: number
}

/** What of a document is a snapshot, and nothing else of it; or why it is none. */
export type ReadSnapshot = (document: unknown) => { readonly snapshot: unknown } | { readonly problem: string }

/**
 * The text that is kept of a share request. Unknown fields of a snapshot are not kept: a short link does not store arbitrary files.
 *
 * @throws Refusal where it is too large, too deep or no snapshot.
 */
export function sharedText(
  { body, most }: ShareTask,
  readSnapshot: ReadSnapshot = (snapshot) => ({ snapshot }),
): string {
  const request = textOfBody(body)
  if (request.length > most * 2)
    throw new Refusal(413, 'body-too-large', `A share request may have ${most * 2} characters.`, 'Send less.')
  const { snapshot } = readText('share request', request)
  if (canonicalJson(snapshot) === undefined) throw snapshotRefused('It is nested too deeply.')
  const read = readSnapshot(snapshot)
  if ('problem' in read) throw snapshotRefused(read.problem)
  const text = canonicalJson(read.snapshot)
  if (text === undefined) throw snapshotRefused('It is nested too deeply.')
  if (Buffer.byteLength(text) > most)
    throw new Refusal(
      413,
      'snapshot-too-large',
      `A snapshot may have ${most} bytes (share_bytes).`,
      'Share fewer files.',
    )
  return text
}

function snapshotRefused(problem: string): Refusal {
  return new Refusal(
    422,
    'snapshot-refused',
    `This snapshot cannot be stored: ${problem}`,
    'Share it by its long link.',
  )
}
