import { Buffer } from './buffer.ts'
import { program, write } from './host.ts'
import { Readable, Writable } from './stream.ts'
import { setImmediate } from './timers.ts'

/** Standard output and error: what is written is out at once, as for a Node whose output is a pipe or a file. */
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

/** Number of input bytes that Node reads at once. */
const chunk = 65_536

/** Standard input: the whole of it is there from the beginning, and comes a piece a turn, its end too. */
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
