/**
 * Stack traces in the format of V8. In QuickJS, `stack` contains frames without name and message,
 * `Error.captureStackTrace` does not exist, and errors about limits are `InternalError`. The frames and their columns
 * are a known difference from V8.
 */
type ErrorClass = ErrorConstructor & { stackTraceLimit?: unknown }

const Native = globalThis.Error

/** The frames of the program. Omits frames of the Node layer, as Node omits its own frames. */
function framesOf(stack: unknown, until?: string): readonly string[] {
  const all = String(stack)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
  const start = until === undefined ? -1 : all.findIndex((line) => line.startsWith(`    at ${until} (`))
  return all.slice(start + 1).filter((line) => !/[( ]node:internal|\(native\)|[( ]<input>/.test(line))
}

function headerOf(error: object): string {
  try {
    return String(Native.prototype.toString.call(error))
  } catch {
    return 'Error'
  }
}

/** As in Node, create the stack on the first read. Its first line contains the name and message at that time. */
function setStack(error: object, frames: readonly string[]): void {
  const { stackTraceLimit: limit } = globalThis.Error as ErrorClass
  const shown = frames.slice(0, typeof limit === 'number' ? Math.max(0, limit) : 0)
  const set = (value: unknown): void => {
    Object.defineProperty(error, 'stack', { __proto__: null, configurable: true, value, writable: true } as object)
  }
  const get = (): string => {
    const value = [headerOf(error), ...shown].join('\n')
    set(value)
    return value
  }
  // Use a descriptor without a prototype, because a program can add a `get` to `Object.prototype`.
  Object.defineProperty(error, 'stack', { __proto__: null, configurable: true, get, set } as object)
}

/** Add the first line of V8 (name and message) to the stack of an error that the engine created. */
export function completeStack(error: unknown): void {
  if (!(error instanceof Native)) return
  const stack: unknown = Object.getOwnPropertyDescriptor(error, 'stack')?.value
  if (typeof stack === 'string' && (stack === '' || stack.startsWith('    at '))) setStack(error, framesOf(stack))
}

function captureStackTrace(holder: object, until?: unknown): void {
  setStack(holder, framesOf(new Native().stack, typeof until === 'function' ? until.name : 'captureStackTrace'))
}

/** Replace an error class of the engine. Its errors then have a stack with the first line. */
function wrap(Base: ErrorConstructor): ErrorConstructor {
  const Wrapped = function (this: unknown, ...args: unknown[]): object {
    const target = new.target ?? Wrapped
    const error = Reflect.construct(Base, args, target) as Error
    setStack(error, framesOf(error.stack, target === Wrapped ? undefined : target.name))
    return error
  } as unknown as ErrorConstructor
  Object.defineProperties(Wrapped, {
    name: { value: Base.name, configurable: true },
    length: { value: Base.length, configurable: true },
    prototype: { value: Base.prototype, writable: false },
  })
  define('constructor', Wrapped, Base.prototype)
  return Wrapped
}

/** Install the error classes. Call it once, before any program runs. */
export function installErrors(): void {
  const { InternalError } = globalThis as unknown as { InternalError: ErrorConstructor }
  Object.setPrototypeOf(InternalError.prototype, RangeError.prototype)
  define('name', 'RangeError', InternalError.prototype)
  const Wrapped = wrap(Native)
  define('captureStackTrace', captureStackTrace, Wrapped)
  Object.defineProperty(Wrapped, 'stackTraceLimit', { value: 10, writable: true, configurable: true, enumerable: true })
  define('Error', Wrapped)
  for (const name of ['Eval', 'Range', 'Reference', 'Syntax', 'Type', 'URI', 'Aggregate'].map(
    (kind) => `${kind}Error`,
  )) {
    const Base = (globalThis as unknown as Record<string, ErrorConstructor>)[name]
    if (Base === undefined) continue
    const wrapped = wrap(Base)
    Object.setPrototypeOf(wrapped, Wrapped)
    define(name, wrapped)
  }
  define('constructor', RangeError, InternalError.prototype)
  Reflect.deleteProperty(globalThis, 'InternalError')
}

/**
 * Install a method that completes the stack of an error before it is printed. `util.inspect` calls the method and then
 * continues.
 */
export function completeStacksShown(custom: symbol): void {
  define(custom, showError, Native.prototype)
}

function showError(this: unknown): unknown {
  completeStack(this)
  return this
}

function define(name: string | symbol, value: unknown, holder: object = globalThis): void {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true, enumerable: false })
}
