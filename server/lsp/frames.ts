import type { Readable } from 'node:stream'
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from 'vscode-languageserver/node'
import { edgeLength, idOfLong } from '../protocol/long-message.ts'
import { wrongParams } from './params.ts'

/** Maximum number of bytes in a message header. */
const headBytes = 4_096

/**
 * Maximum number of bytes in one message: enough for two copies of a 4 MB file with every character escaped (6 bytes
 * each).
 */
const bodyBytes = 50_000_000

/**
 * Maximum number of bytes to skip of an oversized body. No editor sends more, so a larger length indicates a malformed
 * header.
 */
const passedBytes = 1_000_000_000

/** A body that is JSON but not a message, or that is too long to read. */
export class NoMessage extends Error {
  /** The ID of the invalid request, for the error response; null if unknown. */
  readonly id: number | string | null

  constructor(id: number | string | null, message = 'No message.') {
    super(message)
    this.id = id
  }
}

/**
 * Reads messages with the framing of the base protocol. After a broken frame, the library's reader treats the next
 * messages as a header and never responds again. Here, a broken frame is an error that ends reading. A body that is not
 * JSON causes a `SyntaxError`, and a body that is not a message a `NoMessage`; reading then continues.
 */
export class FrameReader extends AbstractMessageReader {
  readonly #input: Readable
  #chunks: Buffer[] = []
  #length = 0
  /** Number of bytes in the next body; undefined until its header is complete. */
  #awaited: number | undefined
  /** The remaining bytes to skip of an oversized body, and the start of this body, which can contain its ID. */
  #left = 0
  #start = ''

  constructor(input: Readable) {
    super()
    this.#input = input
  }

  override listen(callback: DataCallback): Disposable {
    const take = (chunk: Buffer): void => {
      this.#chunks.push(chunk)
      this.#length += chunk.length
      try {
        for (let body = this.#body(); body; body = this.#body()) this.#read(body, callback)
      } catch (error) {
        this.#input.off('data', take)
        this.fireError(error)
      }
    }
    this.#input.on('data', take)
    this.#input.once('error', (error) => this.fireError(error))
    this.#input.once('close', () => this.fireClose())
    return { dispose: () => void this.#input.off('data', take) }
  }

  #read(body: Buffer, callback: DataCallback): void {
    let value: unknown
    try {
      value = JSON.parse(body.toString('utf8'))
    } catch (error) {
      return this.fireError(error)
    }
    if (isMessage(value)) callback(value)
    else this.fireError(new NoMessage(isCall(value) && isId(value.id) ? value.id : null))
  }

  /** The body of the next message; undefined until it is complete. */
  #body(): Buffer | undefined {
    if (!this.#hasPassed()) return undefined
    this.#awaited ??= this.#head()
    if (this.#awaited === undefined) return undefined
    const length = this.#awaited
    if (length <= bodyBytes && this.#length < length) return undefined
    this.#awaited = undefined
    if (length <= bodyBytes) return this.#take(length)
    this.#left = length
    this.#start = ''
    return this.#body()
  }

  /** Skip the received part of an oversized body. Returns false while a part of the body is missing. */
  #hasPassed(): boolean {
    if (this.#left === 0) return true
    const piece = this.#take(Math.min(this.#left, this.#length))
    if (this.#start.length < edgeLength) this.#start += piece.toString('utf8', 0, edgeLength)
    this.#left -= piece.length
    if (this.#left > 0) return false
    const message = `The message has more than ${bodyBytes} bytes and was not read. Send a shorter one.`
    this.fireError(new NoMessage(idOfLong(this.#start, ''), message))
    return true
  }

  /**
   * The length of the next body; undefined until its header is complete.
   * @throws Error for an invalid header.
   */
  #head(): number | undefined {
    const bytes = this.#joined().subarray(0, headBytes)
    const end = bytes.indexOf('\r\n\r\n')
    const lines = bytes
      .subarray(0, end === -1 ? undefined : end)
      .toString('latin1')
      .split('\r\n')
    const whole = end === -1 ? lines.slice(0, -1) : lines
    const broken = whole.find((line) => !/^[\w-]+:[^\n]*$/.test(line)) ?? lines.find((line) => !mayBegin.test(line))
    if (broken !== undefined) throw new Error(`${JSON.stringify(broken.slice(0, 60))} is not a header line`)
    if (end === -1 && bytes.length === headBytes) throw new Error(`a header is longer than ${headBytes} bytes`)
    if (end === -1) return undefined
    this.#take(end + 4)
    return bodyLength(whole)
  }

  #take(length: number): Buffer {
    const all = this.#joined()
    this.#chunks = length < all.length ? [all.subarray(length)] : []
    this.#length -= length
    return all.subarray(0, length)
  }

  #joined(): Buffer {
    const [first] = this.#chunks
    if (first && this.#chunks.length === 1) return first
    const all = Buffer.concat(this.#chunks)
    this.#chunks = all.length === 0 ? [] : [all]
    return all
  }
}

function isCall(
  value: unknown,
): value is { readonly method: unknown; readonly id?: unknown; readonly params?: unknown } {
  return typeof value === 'object' && value !== null && 'method' in value
}

function isId(id: unknown): id is number | string {
  return typeof id === 'number' || typeof id === 'string'
}

/**
 * A request, a notification or a response. A cancellation is checked here, because the library handles it before other
 * code can.
 */
function isMessage(value: unknown): value is Message {
  if (!isCall(value))
    return typeof value === 'object' && value !== null && 'id' in value && ('result' in value || isError(value))
  if (typeof value.method !== 'string' || (value.id !== undefined && !isId(value.id))) return false
  return value.method !== '$/cancelRequest' || wrongParams(value.method, value.params) === undefined
}

function isError(value: object): boolean {
  return 'error' in value && typeof value.error === 'object' && value.error !== null
}

/** Matches the start of a valid header line. A line feed without a carriage return makes the line invalid. */
const mayBegin = /^[\w-]*(?::[^\n]*)?\r?$/

function bodyLength(lines: readonly string[]): number {
  const line = lines.find((one) => /^content-length:/i.test(one))
  if (line === undefined) throw new Error('a header has no Content-Length')
  const written = line.slice(line.indexOf(':') + 1).trim()
  if (!/^\d+$/.test(written)) throw new Error(`Content-Length is not a number: ${JSON.stringify(written.slice(0, 60))}`)
  if (Number(written) > passedBytes) throw new Error(`Content-Length is ${written}, more than ${passedBytes}`)
  return Number(written)
}
