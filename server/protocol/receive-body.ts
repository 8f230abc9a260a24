import { createHash } from 'node:crypto'

/** The received, unparsed body of a request. */
export interface ReceivedBody {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, in Base64. */
  readonly digest: string
}

/** Receive a body, and digest each piece as it arrives, so the event loop never digests megabytes in one step. */
export async function receiveBody(request: Pick<Request, 'body'>): Promise<ReceivedBody> {
  const hash = createHash('sha256')
  const pieces: Uint8Array[] = []
  for await (const piece of request.body ?? []) {
    hash.update(piece)
    pieces.push(piece)
  }
  return { bytes: Buffer.concat(pieces), digest: hash.digest('base64') }
}

/** A string as a received body. */
export function receivedText(text: string): ReceivedBody {
  return { bytes: Buffer.from(text), digest: createHash('sha256').update(text).digest('base64') }
}

/** The text of a body, decoded like `Request.text()`. */
export function textOfBody({ bytes }: ReceivedBody): string {
  return new TextDecoder().decode(bytes)
}
