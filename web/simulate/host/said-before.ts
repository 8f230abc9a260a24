import { joinBytes } from '../../files/bytes.ts'
import type { Channel } from '../messages.ts'

interface Said {
  readonly chunks: Uint8Array[]
  /** The output until the program stopped, as one array. */
  before: Uint8Array
  /** The number of bytes of `before` that were printed again. */
  at: number
}

/** The output of a program that runs again. The repeated output is skipped, and then the output continues. */
export class SaidBefore {
  readonly #said = new Map<Channel, Said>()

  /** Prepare for another run of the program. */
  again(): void {
    for (const output of this.#said.values()) {
      output.before = joinBytes([output.before, ...output.chunks.splice(0)])
      output.at = 0
    }
  }

  /** The new part of these bytes; undefined if they differ from the previous output. */
  fresh(channel: Channel, bytes: Uint8Array): Uint8Array | undefined {
    const said = this.#said.get(channel) ?? { chunks: [], before: new Uint8Array(), at: 0 }
    this.#said.set(channel, said)
    const known = said.before.subarray(said.at, said.at + bytes.length)
    if (!known.every((byte, at) => byte === bytes[at])) return undefined
    said.at += known.length
    const rest = bytes.subarray(known.length)
    if (rest.length > 0) said.chunks.push(rest)
    return rest
  }
}
