/**
 * One output stream of a run in fixed memory: its head, its tail, and its total number of bytes (R15.1). If the size is
 * odd, the head has one byte more. Processing time depends on the number of bytes, not on the number of writes.
 */
export class Capture {
  readonly #head: Bytes
  readonly #tail: Bytes
  readonly #tailRoom: number
  /** The total number of received bytes. */
  bytes = 0

  /** @param keep Maximum number of stored bytes. */
  constructor(keep: number) {
    this.#tailRoom = Math.floor(keep / 2)
    this.#head = new Bytes(Math.ceil(keep / 2))
    // Twice the size, so that old bytes are dropped occasionally and not at each write.
    this.#tail = new Bytes(this.#tailRoom * 2)
  }

  /** Adds a chunk. Returns how many of its bytes belong to the head. */
  take(chunk: Uint8Array): number {
    this.bytes += chunk.length
    const headLength = Math.min(chunk.length, this.#head.room)
    this.#head.append(chunk.subarray(0, headLength))
    const rest = chunk.subarray(Math.max(headLength, chunk.length - this.#tailRoom))
    if (rest.length > this.#tail.room) this.#tail.keepLast(this.#tailRoom - rest.length)
    this.#tail.append(rest)
    return headLength
  }

  /** The first bytes. */
  get head(): Uint8Array {
    return this.#head.kept
  }

  /** The last bytes, without bytes of the head. */
  get tail(): Uint8Array {
    const { kept } = this.#tail
    return kept.subarray(Math.max(0, kept.length - this.#tailRoom))
  }
}

/** The line between head and tail, with the number of omitted bytes. */
export function omissionMark(bytes: number): string {
  return `\n[... ${bytes} bytes left out ...]\n`
}

/** Bytes in a buffer that grows on demand. */
class Bytes {
  readonly #most: number
  #buffer = new Uint8Array(0)
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

  get room(): number {
    return this.#most - this.#length
  }

  get kept(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Adds bytes. The caller checks that they fit. */
  append(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.min(this.#most, Math.max(needed, this.#buffer.length * 2, 4_096)))
      grown.set(this.kept)
      this.#buffer = grown
    }
    this.#buffer.set(bytes, this.#length)
    this.#length = needed
  }

  keepLast(count: number): void {
    this.#buffer.copyWithin(0, this.#length - count, this.#length)
    this.#length = count
  }
}
