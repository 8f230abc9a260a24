import { Transform, type TransformCallback } from 'node:stream'
import { edgeLength, idOfLong } from '../protocol/long-message.ts'

/** Maximum number of bytes in one message, including its line break. */
export const messageBytes = 10 * 1024 * 1024

/** Forwards whole lines, and skips oversized lines, because the library would close the connection. */
export class LongLines extends Transform {
  readonly #refused: (id: number | string | null) => void
  #pieces: Buffer[] = []
  #length = 0
  #start: Buffer = Buffer.alloc(0)
  #end: Buffer = Buffer.alloc(0)

  /** @param refused Called for each skipped line with the ID of its request; null if the ID is unknown. */
  constructor(refused: (id: number | string | null) => void) {
    super()
    this.#refused = refused
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.#take(chunk.subarray(from, at + 1))
      this.#finish()
      from = at + 1
    }
    this.#take(chunk.subarray(from))
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#finish()
    done()
  }

  #take(piece: Buffer): void {
    if (this.#length === 0) this.#start = piece.subarray(0, edgeLength)
    this.#length += piece.length
    if (this.#length <= messageBytes) {
      this.#pieces.push(piece)
      return
    }
    // Only the start and the end of an oversized line are kept.
    if (this.#pieces.length > 0) this.#start = Buffer.concat(this.#pieces).subarray(0, edgeLength)
    this.#end = Buffer.concat([this.#end, ...this.#pieces.slice(-1), piece].map((one) => one.subarray(-edgeLength)))
    this.#end = this.#end.subarray(-edgeLength)
    this.#pieces = []
  }

  #finish(): void {
    if (this.#length > messageBytes) this.#refused(idOfLong(this.#start.toString('utf8'), this.#end.toString('utf8')))
    else if (this.#length > 0) this.push(Buffer.concat(this.#pieces))
    this.#pieces = []
    this.#length = 0
    this.#end = Buffer.alloc(0)
  }
}
