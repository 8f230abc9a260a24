import { readText } from '../protocol/read-body.ts'
import { textOfBody, type ReceivedBody } from '../protocol/receive-body.ts'
import { Refusal } from '../protocol/refusal.ts'
import { canonicalJson } from './shares.ts'

/** A request body with a snapshot to store, and the maximum size of the stored snapshot in bytes. */
export interface ShareTask {
  readonly body: ReceivedBody
  readonly most: number
}

/** Reads the snapshot in a document, without unknown fields, or returns the reason why it is invalid. */
export type ReadSnapshot = (document: unknown) => { readonly snapshot: unknown } | { readonly problem: string }

/**
 * The canonical JSON of the snapshot in a share request. Unknown fields are dropped, because a short link must not
 * store arbitrary data.
 * @throws Refusal if the request is not JSON, or if the snapshot is invalid, too large or nested too deeply.
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
