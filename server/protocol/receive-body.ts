import { createHash } from 'node:crypto'

/** The received body of a request, not yet parsed. */
export interface ReceivedBody {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, in Base64. */
  readonly digest: string
}

/**
 * Receive a body and digest each piece as it arrives, so that the event loop never decodes or digests megabytes at once.
 */
export async function receiveBody(request: Pick<Request, 'body'>): Promise<ReceivedBody> {
  const hash = createHash('sha256')
  const pieces: Uint8Array[] = []
  for await (const piece of request.body ?? []) {
    hash.update(piece)
    pieces.push(piece)
  }
  return { bytes: Buffer.concat(pieces), digest: hash.digest('base64') }
}

/** The same for a text. */
export function receivedText(text: string): ReceivedBody {
  return { bytes: Buffer.from(text), digest: createHash('sha256').update(text).digest('base64') }
}

/** The text of a body, decoded as by `Request.text()`. */
export function textOfBody({ bytes }: ReceivedBody): string {
  return new TextDecoder().decode(bytes)
}
