import { readText } from '../protocol/read-body.ts'
import { textOfBody, type ReceivedBody } from '../protocol/receive-body.ts'
import { Refusal } from '../protocol/refusal.ts'
import { canonicalJson } from './shares.ts'

/** A snapshot to store, as its request text, and the maximum number of bytes. */
export interface ShareTask {
  readonly body: ReceivedBody
  readonly most: number
}

/** Reads the snapshot in a document, without unknown fields, or returns the reason why it is invalid. */
export type ReadSnapshot = (document: unknown) => { readonly snapshot: unknown } | { readonly problem: string }

/**
 * The text of a share request to store. Unknown fields of a snapshot are dropped, because a short link must not store
 * arbitrary data.
 *
 * @throws Refusal if it is too large, too deep or not a snapshot.
 */
export function sharedText(
  { body, most }: ShareTask,
  readSnapshot: ReadSnapshot = (snapshot) => ({ snapshot }),
): string {
  const request = textOfBody(body)
  if (request.length > most * 2)
    throw new Refusal(
      413,
      'body-too-large',
      `A share request can have at most ${most * 2} characters.`,
      'Share fewer files.',
    )
  const { snapshot } = readText('share request', request)
  if (canonicalJson(snapshot) === undefined) throw snapshotRefused('it is nested too deeply.')
  const read = readSnapshot(snapshot)
  if ('problem' in read) throw snapshotRefused(read.problem)
  const text = canonicalJson(read.snapshot)
  if (text === undefined) throw snapshotRefused('it is nested too deeply.')
  if (Buffer.byteLength(text) > most)
    throw new Refusal(
      413,
      'snapshot-too-large',
      `A snapshot can have at most ${most} bytes (setting share_bytes).`,
      'Share fewer files.',
    )
  return text
}

function snapshotRefused(problem: string): Refusal {
  return new Refusal(
    422,
    'snapshot-refused',
    `This snapshot cannot be stored: ${problem}`,
    'Use the long link instead.',
  )
}
