import { Buffer } from './buffer.ts'
import { program, write } from './host.ts'
import { Readable, Writable } from './stream.ts'

/** Standard output and error: what is written is out at once, as for a Node whose output is a pipe or a file. */
export class Output extends Writable {
  readonly fd: number
  readonly isTTY = undefined
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

/** Standard input: the whole of it is there from the beginning. */
export class Input extends Readable {
  readonly fd = 0
  readonly isTTY = undefined

  override _read(): void {
    if (program.stdin !== '') this.push(Buffer.from(program.stdin))
    this.push(null)
  }
}
