import { createParser, type EventSourceParser } from 'eventsource-parser'
import { readJson, type JsonValue } from '#core/read'
import type { HttpOutcome, Outcome } from '#core/run'

/**
 * An HTTP outcome with an unparsed body, as plain data: another thread parses it, because megabytes of JSON take
 * seconds.
 */
export interface HttpReply extends Omit<HttpOutcome, 'body'> {
  readonly received: ReceivedResponse
}

/** The received response, decompressed and cut to `response_bytes`. */
export interface ReceivedResponse {
  readonly pieces: readonly Uint8Array[]
  readonly contentType: string
  /** Whether the response is a stream of server-sent events. */
  readonly isStream: boolean
}

/** The unparsed outcome of a primitive. */
export type RawOutcome = Outcome | HttpReply

/** Parse a raw outcome into JSON, text, or a stream's list of events (R15.2). */
export function outcomeOf(raw: RawOutcome): Outcome {
  if (!('received' in raw)) return raw
  const { received, ...reply } = raw
  return { ...reply, body: bodyOf(received) }
}

function bodyOf({ pieces, contentType, isStream }: ReceivedResponse): JsonValue {
  if (!isStream) return jsonOrText(decoderOf(contentType).decode(Buffer.concat(pieces)))
  const events: string[] = []
  const stream = new EventStream((data) => events.push(data))
  for (const piece of pieces) for (const slice of slicesOf(piece)) stream.take(slice)
  stream.end()
  return events
}

function jsonOrText(text: string): JsonValue {
  const read = readJson(text)
  return 'value' in read ? read.value : text
}

/** R15.2: the decoder for a response: its `charset`, or UTF-8, without the byte order mark. */
function decoderOf(contentType: string) {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? []
  try {
    return new TextDecoder(quoted ?? bare ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}

/**
 * Number of stream bytes per parse. The parser searches the whole slice for each line that ends in a carriage return.
 */
const sliceLength = 8_192

/** The bytes of an event stream in slices, each of which is parsed in a few milliseconds. */
export function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceLength) yield bytes.subarray(start, start + sliceLength)
}

/** The event data of a server-sent stream, as it arrives. */
export class EventStream {
  readonly #decoder = new TextDecoder()
  readonly #parser: EventSourceParser

  constructor(onEvent: (data: string) => void) {
    this.#parser = createParser({ onEvent: ({ data }) => onEvent(data) })
  }

  take(bytes: Uint8Array): void {
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }))
  }

  /** Ends the stream. Includes an unfinished last event, because services often omit the last empty line. */
  end(): void {
    this.#parser.feed(`${this.#decoder.decode()}\n\n`)
  }
}
