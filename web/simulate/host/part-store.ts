import { partsFor } from '../parts.ts'
import type { PartName } from '../parts.ts'
import type { Parts, Program } from '../messages.ts'

interface Waiter {
  resolve(part: Blob): void
  reject(error: Error): void
}

/** The loaded parts. Each part is requested once, and requested again after a failure. */
export class PartStore {
  readonly #parts = new Map<PartName, Promise<Blob>>()
  readonly #waiting = new Map<PartName, Waiter>()
  readonly #want: (name: PartName) => void

  constructor(want: (name: PartName) => void) {
    this.#want = want
  }

  /** The parts that a program needs, once they are loaded. Rejects if a part is unavailable. */
  async take(program: Program): Promise<Parts> {
    const named = partsFor(program).map(async (name) => [name, await this.#part(name)] as const)
    return Object.fromEntries(await Promise.all(named))
  }

  /** Decompress a received part, and pass it to the callers that wait for it. */
  async supply(name: PartName, packed: Blob): Promise<void> {
    const unpacked = new Response(packed.stream().pipeThrough(new DecompressionStream('gzip')))
    const bytes = await unpacked.arrayBuffer()
    this.#waiting.get(name)?.resolve(new Blob([bytes], { type: 'text/javascript' }))
  }

  fail(name: PartName, reason: string): void {
    this.#parts.delete(name)
    this.#waiting.get(name)?.reject(new Error(reason))
  }

  #part(name: PartName): Promise<Blob> {
    const known = this.#parts.get(name)
    if (known !== undefined) return known
    const part = new Promise<Blob>((resolve, reject) => this.#waiting.set(name, { resolve, reject }))
    this.#parts.set(name, part)
    this.#want(name)
    return part
  }
}
