import { coded, invalidArgType } from './errors.ts'
import { host } from './host.ts'
import { formatWithOptions, inspect } from './inspect.ts'
import { process } from './process.ts'
import { Output } from './stdio.ts'
import { tableOf } from './console-table.ts'

interface Stream {
  write(text: string, done?: () => void): unknown
  once?(name: string, listener: () => void): unknown
  removeListener?(name: string, listener: () => void): unknown
}

interface Options {
  readonly stdout?: Stream
  readonly stderr?: Stream
  readonly inspectOptions?: object
}

const directWrite = Output.prototype.write

const ignored = (): void => undefined

/**
 * Write a string, and ignore errors of the stream except a `RangeError`. If the program has not changed the stream,
 * write directly to the host, which is faster.
 */
function put(stream: Stream, name: 'stdout' | 'stderr', text: string): void {
  if (stream instanceof Output && stream.write === directWrite && !stream.writableEnded)
    return void host('write', name, text)
  try {
    stream.once?.('error', ignored)
    stream.write(text, ignored)
  } catch (error) {
    if (error instanceof RangeError) throw error
  } finally {
    stream.removeListener?.('error', ignored)
  }
}

const consoles = new WeakSet()

function define(holder: object, name: string, value: unknown, enumerable = true): void {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true, enumerable })
}

const methodNames = [
  ...['log', 'warn', 'dir', 'time', 'timeEnd', 'timeLog', 'trace', 'assert', 'clear', 'count', 'countReset'],
  ...['group', 'groupCollapsed', 'groupEnd', 'table', 'debug', 'info', 'dirxml', 'error'],
] as const

/** `console.Console`. */
export class Console {
  declare _stdout: Stream
  declare _stderr: Stream
  #indent = ''
  #inspectOptions: object = {}
  readonly #counts = new Map<string, number>()
  readonly #timers = new Map<string, number>()

  constructor(options?: Options | Stream, stderr?: Stream) {
    const given: Options =
      options !== undefined && 'write' in options
        ? { stdout: options, ...(stderr === undefined ? {} : { stderr }) }
        : (options ?? {})
    const out = given.stdout as Stream
    const err = given.stderr ?? out
    const streams: Record<string, Partial<Stream> | undefined> = { stdout: out, stderr: err }
    for (const [name, stream] of Object.entries(streams))
      if (typeof stream?.write !== 'function')
        throw coded(TypeError, 'ERR_CONSOLE_WRITABLE_STREAM', `Console expects a writable stream instance for ${name}`)
    consoles.add(this)
    const { inspectOptions = {} } = given
    if (typeof inspectOptions !== 'object' || inspectOptions === null)
      throw invalidArgType('options.inspectOptions', 'object', inspectOptions)
    this.#inspectOptions = inspectOptions
    define(this, '_stdout', out, false)
    define(this, '_stderr', err, false)
    for (const name of methodNames) {
      const method = this[name] as (...args: unknown[]) => void
      const bound = (...args: unknown[]): void => method.apply(this, args)
      define(this, name, Object.defineProperty(bound, 'name', { value: name }))
    }
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && consoles.has(value)
  }

  declare error: Console['warn']
  declare info: Console['log']
  declare debug: Console['log']
  declare dirxml: Console['log']
  declare groupCollapsed: Console['group']

  static {
    const { log, warn, group } = this.prototype
    Object.assign(this.prototype, { error: warn, info: log, debug: log, dirxml: log, groupCollapsed: group })
  }

  #print(name: 'stdout' | 'stderr', text: string): void {
    const indent = this.#indent
    const shown = indent === '' ? text : indent + text.replaceAll('\n', `\n${indent}`)
    put(name === 'stdout' ? this._stdout : this._stderr, name, `${shown}\n`)
  }

  #format(args: readonly unknown[]): string {
    return formatWithOptions(this.#inspectOptions, ...(args as [unknown]))
  }

  log(...args: unknown[]): void {
    this.#print('stdout', this.#format(args))
  }

  warn(...args: unknown[]): void {
    this.#print('stderr', this.#format(args))
  }

  dir(value: unknown, options?: object): void {
    this.#print('stdout', inspect(value, { customInspect: false, ...this.#inspectOptions, ...options }))
  }

  trace(...args: unknown[]): void {
    const error = { name: 'Trace', message: this.#format(args), stack: '' }
    Error.captureStackTrace(error, this.trace)
    const head = error.message === '' ? 'Trace' : `Trace: ${error.message}`
    const frames = /(?:\n {4}at .*)*$/.exec(error.stack)?.[0] ?? ''
    this.#print('stderr', head + frames)
  }

  assert(condition?: unknown, ...args: unknown[]): void {
    if (condition) return
    const [first, ...rest] = args
    this.warn(args.length === 0 ? 'Assertion failed' : `Assertion failed: ${String(first)}`, ...rest)
  }

  /** Has no effect, because the output is not a terminal. */
  clear(): void {}

  count(label: unknown = 'default'): void {
    const name = `${label as string}`
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    this.log(`${name}: ${count}`)
  }

  countReset(label: unknown = 'default'): void {
    const name = `${label as string}`
    if (!this.#counts.delete(name)) process.emitWarning(`Count for '${name}' does not exist`)
  }

  group(...args: unknown[]): void {
    if (args.length > 0) this.log(...args)
    this.#indent += '  '
  }

  groupEnd(): void {
    this.#indent = this.#indent.slice(2)
  }

  time(label: unknown = 'default'): void {
    const name = String(label)
    if (this.#timers.has(name)) process.emitWarning(`Label '${name}' already exists for console.time()`)
    else this.#timers.set(name, Number(host('now')))
  }

  timeEnd(label: unknown = 'default'): void {
    if (this.#elapsed('timeEnd', label, [])) this.#timers.delete(String(label))
  }

  timeLog(label: unknown = 'default', ...rest: unknown[]): void {
    this.#elapsed('timeLog', label, rest)
  }

  #elapsed(method: string, label: unknown, rest: readonly unknown[]): boolean {
    const begun = this.#timers.get(String(label))
    if (begun === undefined) {
      process.emitWarning(`No such label '${String(label)}' for console.${method}()`)
      return false
    }
    this.log('%s: %s', label, spelledTime(Number(host('now')) - begun), ...rest)
    return true
  }

  table(data?: unknown, columns?: unknown): void {
    if (columns !== undefined && !Array.isArray(columns)) throw invalidArgType('properties', 'Array', columns)
    const table = tableOf(data, columns as readonly string[] | undefined, this.#inspectOptions)
    if (table === undefined) this.log(data)
    else this.log(table)
  }
}

function spelledTime(ms: number): string {
  if (ms < 1000) return ms === 0 ? '0ms' : `${Number(ms.toFixed(3))}ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(3)}s`
  const rest = (seconds % 60).toFixed(3).padStart(6, '0')
  return `${Math.floor(seconds / 60)}:${rest} (m:ss.mmm)`
}

/** The global console, without a terminal. It is a namespace, so its methods work without a receiver. */
export const console = Object.create({}) as Console & { Console: typeof Console }
const own = new Console({ stdout: process.stdout, stderr: process.stderr })
consoles.add(console)
for (const name of methodNames) define(console, name, own[name])
for (const name of ['context', 'createTask', 'profile', 'profileEnd', 'timeStamp']) define(console, name, () => console)
for (const name of ['stdout', 'stderr'] as const)
  Object.defineProperty(console, `_${name}`, { get: () => process[name], configurable: true, enumerable: false })
define(console, 'Console', Console)
Object.defineProperty(console, Symbol.toStringTag, { value: 'console', configurable: true })
