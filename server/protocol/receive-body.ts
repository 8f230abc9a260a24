import { createHash } from 'node:crypto'

/** The body of a request as it came in, not yet read. */
export interface ReceivedBody {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, in Base64. */
  readonly digest: string
}

/**
 * Take a body as its pieces come in, and digest each piece as it comes. The loop that does it answers everybody: it neither
 * decodes a body of megabytes nor digests it in one go.
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

/** The same of a text that is there already. */
export function receivedText(text: string): ReceivedBody {
  return { bytes: Buffer.from(text), digest: createHash('sha256').update(text).digest('base64') }
}

/** What a body says, as a request's own `text()` reads it. */
export function textOfBody({ bytes }: ReceivedBody): string {
  return new TextDecoder().decode(bytes)
}
