import type { FromEngine } from './messages.ts'

/** The engine's answer about a draft. */
type Analysed = Extract<FromEngine, { readonly kind: 'analysis' }>

/**
 * The size of a shared memory in bytes, including its header. A typical answer has 20,000 bytes. An answer that does
 * not fit is sent only as a message.
 */
const memoryBytes = 256 * 1024

/**
 * The size of the header in bytes. The header contains two numbers: the run of the answer (0 if the answer is
 * incomplete) and its length in bytes.
 */
const headBytes = 2 * Int32Array.BYTES_PER_ELEMENT
const [runAt, lengthAt] = [0, 1]

/**
 * Create the memory to which the engine writes answers for the page. Returns undefined if the page is not cross-origin
 * isolated or the browser does not support shared memory.
 */
export function answerMemory(): SharedArrayBuffer | undefined {
  const isApart = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function'
  return isApart ? new SharedArrayBuffer(memoryBytes) : undefined
}

/** Writes the engine's answers to a shared memory. */
export class AnswerWriter {
  readonly #head: Int32Array
  readonly #body: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, 2)
    this.#body = new Uint8Array(memory, headBytes)
  }

  /** Replace the previous answer. If the new answer is too long for the memory, the memory then has no answer. */
  write(answer: Analysed): void {
    const bytes = new TextEncoder().encode(JSON.stringify(answer))
    Atomics.store(this.#head, runAt, 0)
    if (bytes.length > this.#body.length) return
    this.#body.set(bytes)
    Atomics.store(this.#head, lengthAt, bytes.length)
    Atomics.store(this.#head, runAt, answer.run)
  }
}

/** Reads answers from a shared memory in the page. */
export class AnswerReader {
  readonly #head: Int32Array
  readonly #body: Uint8Array
  #taken = 0

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, 2)
    this.#body = new Uint8Array(memory, headBytes)
  }

  /** The latest answer, returned only once. Undefined before a new answer, and while the engine writes one. */
  take(): Analysed | undefined {
    const run = Atomics.load(this.#head, runAt)
    if (run === 0 || run === this.#taken) return undefined
    // Copy the bytes, because browsers cannot decode shared memory.
    const bytes = this.#body.slice(0, Atomics.load(this.#head, lengthAt))
    if (Atomics.load(this.#head, runAt) !== run) return undefined
    this.#taken = run
    // Written by `AnswerWriter`.
    return JSON.parse(new TextDecoder().decode(bytes)) as Analysed
  }
}
