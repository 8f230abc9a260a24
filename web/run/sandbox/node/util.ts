import { codedError } from './host.ts'
import { format } from './format.ts'
import { inspect } from './inspect.ts'

interface ArgsOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  readonly default?: unknown
}

interface ArgsConfig {
  readonly args: readonly string[]
  readonly options?: Readonly<Record<string, ArgsOption>>
  readonly strict?: boolean
  readonly allowPositionals?: boolean
}

/** `util.parseArgs`, without tokens. */
function parseArgs({ args, options = {}, strict = true, allowPositionals = !strict }: ArgsConfig): object {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const positionals: string[] = []
  for (const [name, option] of Object.entries(options)) if (option.default !== undefined) values[name] = option.default
  const store = (name: string, value: unknown): void => {
    if (options[name]?.multiple === true) values[name] = [...((values[name] as unknown[] | undefined) ?? []), value]
    else values[name] = value
  }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      positionals.push(...args.slice(at + 1))
      break
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (!allowPositionals)
        throw codedError(
          'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
          `Unexpected argument '${arg}'. This command does not take positional arguments`,
          TypeError,
        )
      positionals.push(arg)
      continue
    }
    const long = arg.startsWith('--')
    const [spelled = '', ...inline] = arg.slice(long ? 2 : 1).split('=')
    const name = long
      ? spelled
      : (Object.entries(options).find(([, option]) => option.short === spelled)?.[0] ?? spelled)
    const option = options[name]
    if (option === undefined && strict)
      throw codedError('ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${arg}'`, TypeError)
    if (option?.type === 'string') {
      const value = inline.length > 0 ? inline.join('=') : args[++at]
      if (value === undefined)
        throw codedError(
          'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
          `Option '--${name} <value>' argument missing`,
          TypeError,
        )
      store(name, value)
    } else store(name, inline.length > 0 ? inline.join('=') : true)
  }
  return { values, positionals }
}

type Callback = (error: unknown, value: unknown) => void

function promisify(call: (...args: unknown[]) => unknown): (...args: unknown[]) => Promise<unknown> {
  return (...args) => {
    return new Promise((resolve, reject) => {
      const done: Callback = (error, value) => (error ? reject(error) : resolve(value))
      call(...args, done)
    })
  }
}

function isDeepStrictEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if ((a instanceof Map || a instanceof Set) && (b instanceof Map || b instanceof Set))
    return isDeepStrictEqual([...a], [...b])
  const keys = Object.keys(a)
  const other = b as Record<string, unknown>
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && isDeepStrictEqual((a as Record<string, unknown>)[key], other[key]))
  )
}

/** `node:util`, the part that tools use. */
export const util = {
  inspect,
  format,
  parseArgs,
  promisify,
  isDeepStrictEqual,
  inherits: (child: { prototype: object }, parent: { prototype: object }): void =>
    void Object.setPrototypeOf(child.prototype, parent.prototype),
  deprecate: <T>(call: T): T => call,
  types: {
    isPromise: (value: unknown): boolean => value instanceof Promise,
    isDate: (value: unknown): boolean => value instanceof Date,
  },
  stripVTControlCharacters: (text: string): string => text.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, ''),
}

class AssertionError extends Error {
  readonly code = 'ERR_ASSERTION'
  override readonly name = 'AssertionError'
}

function fail(message: unknown, usual: string): never {
  if (message instanceof Error) throw message
  throw new AssertionError(message === undefined ? usual : String(message))
}

function ok(value: unknown, message?: unknown): void {
  if (!value) fail(message, 'The expression evaluated to a falsy value')
}

/** `node:assert`, the part that tools use. */
export const assert = Object.assign(ok, {
  ok,
  AssertionError,
  fail: (message?: unknown): never => fail(message, 'Failed'),
  equal: (a: unknown, b: unknown, message?: unknown): void => ok(a == b, message ?? `${inspect(a)} == ${inspect(b)}`),
  strictEqual: (a: unknown, b: unknown, message?: unknown): void =>
    ok(Object.is(a, b), message ?? `Expected values to be strictly equal:\n\n${inspect(a)} !== ${inspect(b)}\n`),
  notStrictEqual: (a: unknown, b: unknown, message?: unknown): void => ok(!Object.is(a, b), message),
  deepEqual: (a: unknown, b: unknown, message?: unknown): void =>
    ok(isDeepStrictEqual(a, b), message ?? 'Expected values to be loosely deep-equal'),
  deepStrictEqual: (a: unknown, b: unknown, message?: unknown): void =>
    ok(isDeepStrictEqual(a, b), message ?? 'Expected values to be strictly deep-equal'),
  throws(call: () => unknown, message?: unknown): void {
    let threw = false
    try {
      call()
    } catch {
      threw = true
    }
    ok(threw, message ?? 'Missing expected exception.')
  },
})
