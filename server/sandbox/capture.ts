import { Buffer } from 'node:buffer'
import type { CapturedText } from '#core/run'

/** What was kept of one output stream: its head and its tail, and how much there was. Many short writes cost what one long one does. */
export class Capture {
  readonly #head: Bytes
  readonly #tail: Bytes
  readonly #tailRoom: number
  bytes = 0

  constructor(keep: number) {
    this.#tailRoom = Math.floor(keep / 2)
    this.#head = new Bytes(Math.ceil(keep / 2))
    // Twice the room, so that old bytes make place for new ones once in a while, not at each write.
    this.#tail = new Bytes(this.#tailRoom * 2)
  }

  /** Take a chunk; answers the part of it that still belonged to the head. */
  take(chunk: Buffer): Buffer {
    this.bytes += chunk.length
    const head = chunk.subarray(0, this.#head.room)
    this.#head.append(head)
    const rest = chunk.subarray(Math.max(head.length, chunk.length - this.#tailRoom))
    if (rest.length > this.#tail.room) this.#tail.keepLast(this.#tailRoom - rest.length)
    this.#tail.append(rest)
    return head
  }

  /** UTF-8 with replacement (R15.1); where the middle is missing, a line says how much of it. */
  text(): CapturedText {
    const head = this.#head.kept
    const tail = this.#tail.kept.subarray(Math.max(0, this.#tail.kept.length - this.#tailRoom))
    const omitted = this.bytes - head.length - tail.length
    const text =
      omitted === 0
        ? Buffer.concat([head, tail]).toString('utf8')
        : `${head.toString('utf8')}\n[... ${omitted} bytes left out ...]\n${tail.toString('utf8')}`
    return { text, bytes: this.bytes, omitted_bytes: omitted }
  }
}

/** Bytes in one piece, which takes memory as they come. */
class Bytes {
  readonly #most: number
  #buffer = Buffer.alloc(0)
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

  get room(): number {
    return this.#most - this.#length
  }

  get kept(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Add bytes for which there is room. */
  append(bytes: Buffer): void {
    const needed = this.#length + bytes.length
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.min(this.#most, Math.max(needed, this.#buffer.length * 2, 4_096)))
      this.kept.copy(grown)
      this.#buffer = grown
    }
    bytes.copy(this.#buffer, this.#length)
    this.#length = needed
  }

  keepLast(count: number): void {
    this.#buffer.copyWithin(0, this.#length - count, this.#length)
    this.#length = count
  }
}
