import { Buffer } from './buffer.ts'
import { EventEmitter } from './events.ts'
import { asBuffer, host, program, takeProgram } from './host.ts'
import { nextTick, setImmediate } from './timers.ts'

/** Thrown to leave the program at `process.exit`; the host stops whatever catches it. */
export const exiting = Symbol('exit')

export function write(stream: string, data: string | Uint8Array): void {
  host('write', stream, typeof data === 'string' ? data : asBuffer(data))
}

class Output extends EventEmitter {
  readonly writable = true
  readonly isTTY = undefined
  readonly fd: number
  readonly #name: string

  constructor(name: string, fd: number) {
    super()
    this.#name = name
    this.fd = fd
  }

  write(data: string | Uint8Array, ...rest: unknown[]): boolean {
    write(this.#name, data)
    const done = rest.at(-1)
    if (typeof done === 'function') nextTick(done as () => void)
    return true
  }

  end(data?: string | Uint8Array): this {
    if (data !== undefined) this.write(data)
    nextTick(() => this.emit('finish'))
    return this
  }
}

class Input extends EventEmitter {
  readonly fd = 0
  readonly isTTY = undefined
  #encoding: string | undefined
  #flowing = false

  setEncoding(encoding: string): this {
    this.#encoding = encoding
    return this
  }

  override on(name: string, listener: (...args: never[]) => unknown): this {
    super.on(name, listener)
    if (['data', 'end', 'readable'].includes(name)) this.resume()
    return this
  }

  resume(): this {
    if (this.#flowing) return this
    this.#flowing = true
    setImmediate(() => {
      if (program.stdin !== '') this.emit('data', this.#chunk())
      this.emit('end')
      this.emit('close')
    })
    return this
  }

  pause(): this {
    return this
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string | Buffer> {
    if (program.stdin !== '') yield this.#chunk()
  }

  #chunk(): string | Buffer {
    return this.#encoding === undefined ? Buffer.from(program.stdin) : program.stdin
  }
}

let startedAt = 0
let cwd = '/'
let left = false

/** Whether the program has called `process.exit`: what it throws after that is nobody's business. */
export function hasLeft(): boolean {
  return left
}

let exitCode: number | undefined

class Process extends EventEmitter {
  readonly argv: string[] = []
  readonly execArgv: string[] = []
  readonly env: Record<string, string> = {}
  execPath = '/usr/bin/node'
  readonly argv0 = 'node'
  readonly title = 'node'
  readonly pid = 2
  readonly ppid = 1
  readonly platform = 'linux'
  readonly arch = 'x64'
  readonly version = 'v22.0.0'
  readonly versions = { node: '22.0.0', quickjs: '2025-09-13' }
  readonly release = { name: 'node' }
  readonly stdout = new Output('stdout', 1)
  readonly stderr = new Output('stderr', 2)
  readonly stdin = new Input()
  readonly nextTick = nextTick
  readonly hrtime = Object.assign(
    (before: readonly [number, number] = [0, 0]): [number, number] => {
      const now = Number(host('now')) - startedAt
      const nanos = Math.round((now % 1000) * 1e6) - before[1]
      return [Math.floor(now / 1000) - before[0] - (nanos < 0 ? 1 : 0), nanos < 0 ? nanos + 1e9 : nanos]
    },
    { bigint: (): bigint => BigInt(Math.round((Number(host('now')) - startedAt) * 1e6)) },
  )

  /** Take on the program that is to run. */
  begin(): void {
    const { command, env, cwd: directory } = takeProgram()
    startedAt = Number(host('now'))
    cwd = directory
    Object.assign(this.env, env)
    if (command.startsWith('/')) this.execPath = command
  }

  get exitCode(): number | undefined {
    return exitCode
  }

  set exitCode(code: number | undefined) {
    exitCode = code
    host('exitCode', code ?? 0)
  }

  readonly exit = (code?: number | string): never => {
    if (code !== undefined) this.exitCode = Number(code)
    this.emit('exit', exitCode ?? 0)
    left = true
    host('exit', exitCode ?? 0)
    throw exiting
  }

  readonly cwd = (): string => cwd

  readonly chdir = (path: string): void => {
    cwd = path.startsWith('/') ? path : `${cwd}/${path}`
  }

  readonly uptime = (): number => (Number(host('now')) - startedAt) / 1000

  readonly memoryUsage = (): object => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 })

  readonly emitWarning = (warning: string | Error): void => {
    const text = typeof warning === 'string' ? `Warning: ${warning}` : String(warning)
    write('stderr', `(node:${this.pid}) ${text}\n`)
  }

  readonly getuid = (): number => 65534
}

export const process = new Process()
