import type { FromEngine } from './messages.ts'

/** The engine's answer about a draft. */
type Analysed = Extract<FromEngine, { readonly kind: 'analysis' }>

/** Bytes of a shared memory: its head and the longest answer that fits. An ordinary answer has 20,000; a longer one is only sent as a message. */
const memoryBytes = 256 * 1024

/** Two numbers at the start of a memory: the run of the answer in it (0 without a complete answer), and its number of bytes. */
const headBytes = 2 * Int32Array.BYTES_PER_ELEMENT
const [runAt, lengthAt] = [0, 1]

/**
 * Memory in which the engine leaves an answer for its page, or undefined where a page may share none: only a page that its host keeps
 * apart from all others may (`Cross-Origin-Embedder-Policy`), and not every browser then has it.
 */
export function answerMemory(): SharedArrayBuffer | undefined {
  const isApart = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function'
  return isApart ? new SharedArrayBuffer(memoryBytes) : undefined
}

/** The engine's end of a shared memory. */
export class AnswerWriter {
  readonly #head: Int32Array
  readonly #body: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, 2)
    this.#body = new Uint8Array(memory, headBytes)
  }

  /** Leave an answer in place of the one before; one that is too long for the memory is not left there. */
  write(answer: Analysed): void {
    const bytes = new TextEncoder().encode(JSON.stringify(answer))
    Atomics.store(this.#head, runAt, 0)
    if (bytes.length > this.#body.length) return
    this.#body.set(bytes)
    Atomics.store(this.#head, lengthAt, bytes.length)
    Atomics.store(this.#head, runAt, answer.run)
  }
}

/** The page's end of a shared memory. */
export class AnswerReader {
  readonly #head: Int32Array
  readonly #body: Uint8Array
  #taken = 0

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, 2)
    this.#body = new Uint8Array(memory, headBytes)
  }

  /** Take the answer, once; undefined if there is none, or if the next one is being written over it. */
  take(): Analysed | undefined {
    const run = Atomics.load(this.#head, runAt)
    if (run === 0 || run === this.#taken) return undefined
    // A copy, because no browser makes text of shared bytes.
    const bytes = this.#body.slice(0, Atomics.load(this.#head, lengthAt))
    if (Atomics.load(this.#head, runAt) !== run) return undefined
    this.#taken = run
    // Written by `AnswerWriter`.
    return JSON.parse(new TextDecoder().decode(bytes)) as Analysed
  }
}
