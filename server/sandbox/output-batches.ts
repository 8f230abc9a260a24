import { Buffer } from 'node:buffer'

type Stream = 'stdout' | 'stderr'

/**
 * Milliseconds that output waits for more output. Users do not notice the delay, and a tool that writes single bytes
 * causes few events.
 */
const waitMs = 20

/** Joins many short writes of a tool into one event. Keeps the order within a stream. */
export class OutputBatches {
  readonly #send: (stream: Stream, chunk: Buffer) => void
  readonly #waiting = new Map<Stream, Buffer[]>()
  #timer: NodeJS.Timeout | undefined

  constructor(send: (stream: Stream, chunk: Buffer) => void) {
    this.#send = send
  }

  add(stream: Stream, chunk: Buffer): void {
    if (chunk.length === 0) return
    const pieces = this.#waiting.get(stream)
    if (pieces) pieces.push(chunk)
    else this.#waiting.set(stream, [chunk])
    this.#timer ??= setTimeout(() => this.flush(), waitMs)
  }

  /** Send the waiting output now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = [...this.#waiting]
    this.#waiting.clear()
    for (const [stream, pieces] of all) this.#send(stream, Buffer.concat(pieces))
  }
}
