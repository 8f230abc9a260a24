import type { CapturedText } from '#core'

/** What was kept of one output stream: its head and its tail, and how much there was. */
export class Capture {
  readonly #keep: number
  readonly #head: Buffer[] = []
  #headBytes = 0
  #tail: Buffer[] = []
  #tailBytes = 0
  bytes = 0

  constructor(keep: number) {
    this.#keep = keep
  }

  /** Take a chunk; answers the part of it that still belonged to the head. */
  take(chunk: Buffer): Buffer {
    this.bytes += chunk.length
    const room = Math.max(0, Math.ceil(this.#keep / 2) - this.#headBytes)
    const head = chunk.subarray(0, room)
    if (head.length > 0) {
      this.#head.push(head)
      this.#headBytes += head.length
    }
    const rest = chunk.subarray(head.length)
    if (rest.length > 0) {
      this.#tail.push(rest)
      this.#tailBytes += rest.length
      if (this.#tailBytes > this.#keep * 2) this.#trimTail()
    }
    return head
  }

  #trimTail(): void {
    const all = Buffer.concat(this.#tail)
    const kept = all.subarray(Math.max(0, all.length - Math.floor(this.#keep / 2)))
    this.#tail = [kept]
    this.#tailBytes = kept.length
  }

  /** UTF-8 with replacement (R15.1); where the middle is missing, a line says how much of it. */
  text(): CapturedText {
    this.#trimTail()
    const omitted = this.bytes - this.#headBytes - this.#tailBytes
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail)
    const text =
      omitted === 0
        ? Buffer.concat([head, tail]).toString('utf8')
        : `${head.toString('utf8')}\n[... ${omitted} bytes left out ...]\n${tail.toString('utf8')}`
    return { text, bytes: this.bytes, omitted_bytes: omitted }
  }
}
