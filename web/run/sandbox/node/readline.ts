import { EventEmitter } from './events.ts'
import { write } from './process.ts'
import type { process } from './process.ts'

type Source = typeof process.stdin

/** `node:readline` over standard input: lines as events or as an async iteration. */
class Interface extends EventEmitter {
  readonly #lines: Promise<string[]>
  #questions = 0

  constructor(input: Source) {
    super()
    this.#lines = read(input)
    void this.#lines.then((lines) => {
      if (this.listenerCount('line') > 0) for (const line of lines) this.emit('line', line)
      this.emit('close')
    })
  }

  question(query: string, ...rest: unknown[]): void {
    write('stdout', query)
    const answer = rest.at(-1) as (line: string) => void
    void this.#lines.then((lines) => answer(lines[this.#questions++] ?? ''))
  }

  close(): void {
    this.emit('close')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    yield* await this.#lines
  }
}

async function read(input: Source): Promise<string[]> {
  let text = ''
  for await (const chunk of input) text += chunk.toString()
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
}

export const readline = {
  createInterface: ({ input }: { readonly input: Source }): Interface => new Interface(input),
  Interface,
}
