import { abortError } from './abort.ts'
import { withAbsent } from './absent.ts'
import { coded, invalidArgType } from './errors.ts'
import { EmitterClass } from './events.ts'
import { StringDecoder } from './string-decoder.ts'

interface Source {
  on(name: string, listener: (...args: never[]) => void): unknown
  removeListener(name: string, listener: (...args: never[]) => void): unknown
  listenerCount(name: string): number
  emit(name: string, ...details: unknown[]): unknown
  pause?(): unknown
  resume?(): unknown
}

interface Options {
  readonly input?: Source
  readonly output?: { write(text: string): unknown; readonly isTTY?: boolean } | null
  readonly prompt?: string
  readonly signal?: AbortSignal
}

/** `readline.Interface`, which reads lines from a stream.  */
class Interface extends EmitterClass {
  readonly terminal = false
  line = ''
  cursor = 0
  /** True once the interface is closed; undefined while it is open. */
  declare closed?: boolean
  input: Source
  output: Options['output']
  #prompt: string
  #answer: ((line: string) => void) | undefined
  #rest = ''
  #walk: AsyncIterableIterator<string> | undefined
  #paused = false
  #endsWithReturn = false
  readonly #decoder = new StringDecoder('utf8')
  readonly #waiting: (string | null)[] = []
  readonly #data = (chunk: unknown): void => this.#take(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk))
  readonly #end = (): void => {
    const left = this.#rest + this.#decoder.end()
    this.#rest = ''
    if (left !== '') this.#line(left)
    this.close()
  }

  constructor(options: Options | Source, output?: Options['output']) {
    super()
    const given: Options =
      'input' in options ? (options as Options) : { input: options as Source, output: output ?? null }
    if (given.input === undefined) throw invalidArgType('input', 'Stream', given.input)
    this.input = given.input
    this.output = given.output
    this.#prompt = given.prompt === undefined ? '> ' : String(given.prompt)
    this.input.on('data', this.#data)
    this.input.on('end', this.#end)
    this.input.on('error', (error: never) => this.emit('error', error))
    given.signal?.addEventListener('abort', () => this.close(), { once: true })
    if (given.signal?.aborted === true) queueMicrotask(() => this.close())
    this.input.resume?.()
  }

  getPrompt(): string {
    return this.#prompt
  }

  setPrompt(prompt: string): void {
    this.#prompt = String(prompt)
  }

  prompt(): void {
    if (this.#paused) this.resume()
    this.output?.write(this.#prompt)
  }

  question(query: string, ...rest: unknown[]): void {
    const answer = rest.at(-1)
    if (this.closed) throw coded(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed')
    if (typeof answer !== 'function') return
    const { signal } = (typeof rest[0] === 'object' && rest[0] !== null ? rest[0] : {}) as { signal?: AbortSignal }
    if (signal?.aborted === true) return
    this.output?.write(String(query))
    this.#answer = answer as (line: string) => void
    signal?.addEventListener('abort', () => (this.#answer = undefined), { once: true })
    this.#next()
  }

  write(text: unknown): void {
    if (this.closed) throw coded(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed')
    if (this.#paused) this.resume()
    if (text !== undefined && text !== null) this.#take(String(text))
  }

  pause(): this {
    if (this.#paused) return this
    this.input.pause?.()
    this.#paused = true
    this.emit('pause')
    return this
  }

  resume(): this {
    if (!this.#paused) return this
    this.input.resume?.()
    this.#paused = false
    this.emit('resume')
    this.#next()
    return this
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.pause()
    this.input.removeListener('data', this.#data)
    this.input.removeListener('end', this.#end)
    this.emit('close')
  }

  #take(text: string): void {
    let all = this.#rest + text
    if (this.#endsWithReturn && text.startsWith('\n')) all = all.slice(1)
    this.#endsWithReturn = all.endsWith('\r')
    const lines = all.split(/\r\n|\n|\r/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#line(line)
  }

  #line(line: string): void {
    this.#waiting.push(line)
    this.#next()
  }

  /** Emit the waiting lines one by one. If a question is pending, use the line as the answer instead of an event. */
  #next(): void {
    while (this.#waiting.length > 0) {
      const line = this.#waiting.shift() ?? ''
      const answer = this.#answer
      if (answer !== undefined) {
        this.#answer = undefined
        answer(line)
      } else this.emit('line', line)
    }
  }

  /** Use one iterator for all callers: a second loop continues at the position of the first loop. */
  [Symbol.asyncIterator](): AsyncIterableIterator<string> {
    return (this.#walk ??= this.#lines())
  }

  /**
   * The iterator of lines. It does not close the interface when a loop ends early, and returns lines received before
   * the close.
   */
  #lines(): AsyncIterableIterator<string> {
    type Result = IteratorResult<string, undefined>
    const lines: string[] = []
    const asked: ((result: Result) => void)[] = []
    const done: Result = { value: undefined, done: true }
    let ended = this.closed === true
    const hear = ((line: string): void => {
      const answer = asked.shift()
      if (answer === undefined) lines.push(line)
      else answer({ value: line, done: false })
    }) as never
    const end = (): void => {
      ended = true
      this.removeListener('line', hear)
      for (const answer of asked.splice(0)) answer(done)
    }
    this.on('line', hear)
    this.on('close', end)
    return Object.assign(Object.create(asyncIterators) as AsyncIterableIterator<string>, {
      next(): Promise<Result> {
        const line = lines.shift()
        if (line !== undefined) return Promise.resolve({ value: line, done: false })
        return ended ? Promise.resolve(done) : new Promise((answer) => asked.push(answer))
      },
      return(): Promise<Result> {
        end()
        return Promise.resolve(done)
      },
    })
  }
}

const generated = async function* (): AsyncGenerator<never> {}.prototype as object
const asyncIterators = Object.getPrototypeOf(Object.getPrototypeOf(generated)) as object

/** `Interface` of `readline/promises`. */
class PromisedInterface extends Interface {
  override question(query: string, options?: { readonly signal?: AbortSignal }): Promise<string> & void {
    const { signal } = options ?? {}
    const answer = new Promise<string>((resolve, reject) => {
      if (signal?.aborted === true) return reject(abortError(signal.reason))
      signal?.addEventListener('abort', () => reject(abortError(signal.reason)), { once: true })
      super.question(query, { signal }, resolve)
    })
    return answer as Promise<string> & void
  }
}

/** `readline.createInterface`. */
const createInterface = (options: Options | Source, output?: Options['output']): Interface =>
  new Interface(options, output)

/** `node:readline/promises`. */
export const readlinePromises = withAbsent('readline/promises', {
  Interface: PromisedInterface,
  createInterface: (options: Options | Source, output?: Options['output']): Interface =>
    new PromisedInterface(options, output),
})

/** `node:readline`. */
export const readline = withAbsent('readline', {
  Interface,
  createInterface,
  promises: readlinePromises,
})
