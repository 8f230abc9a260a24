import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { Buffer } from './buffer.ts'
import { hostBytes } from './host.ts'
import { randomUUID } from './web-globals.ts'

const algorithms: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = { sha1, sha256, sha512 }

class Hash {
  readonly #digest: (data: Uint8Array) => Uint8Array
  #data = Buffer.alloc(0)

  constructor(name: string) {
    const digest = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined
    if (digest === undefined) throw new Error(`Digest method not supported: ${name} is not simulated`)
    this.#digest = digest
  }

  update(data: string | Uint8Array): this {
    this.#data = Buffer.concat([this.#data, Buffer.from(data)])
    return this
  }

  digest(encoding?: 'hex' | 'base64' | 'base64url'): string | Buffer {
    const bytes = Buffer.from(this.#digest(new Uint8Array(this.#data)))
    return encoding === undefined ? bytes : bytes.toString(encoding)
  }
}

/** `node:crypto`, the part that tools use. */
export const crypto = {
  randomUUID,
  randomBytes: (size: number): Buffer => Buffer.from(hostBytes('random', size)),
  randomInt(low: number, high?: number): number {
    const [from, to] = high === undefined ? [0, low] : [low, high]
    return from + Math.floor(Math.random() * (to - from))
  },
  createHash: (name: string): Hash => new Hash(name.toLowerCase().replace('-', '')),
}
