import { Buffer } from './buffer.ts'
import { program, write } from './host.ts'
import { Readable, Writable } from './stream.ts'
import { setImmediate } from './timers.ts'

/** Stdout or stderr. Data is written immediately, like Node's output to a pipe or a file. */
export class Output extends Writable {
  readonly fd: number
  readonly _type = 'pipe'
  readonly #name: string

  constructor(name: string, fd: number) {
    super({ decodeStrings: false })
    this.#name = name
    this.fd = fd
  }

  override _write(data: unknown, encoding: string, done: () => void): void {
    const bytes = typeof data === 'string' && encoding !== 'utf8' ? Buffer.from(data, encoding) : data
    write(this.#name, bytes as string | Uint8Array)
    done()
  }

  override _destroy(_error: unknown, done: () => void): void {
    done()
  }
}

/** The number of input bytes that Node reads per chunk. */
const chunk = 65_536

/** Stdin. It is complete from the start. It emits one chunk per turn, and the end in a separate turn. */
export class Input extends Readable {
  readonly fd = 0

  #left: Uint8Array | undefined

  override _read(): void {
    setImmediate(() => {
      this.#left ??= Buffer.from(program.stdin)
      const next = this.#left.subarray(0, chunk)
      this.#left = this.#left.subarray(chunk)
      this.push(next.length > 0 ? next : null)
    })
  }
}
