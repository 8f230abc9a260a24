import { framesField } from '../../../build/wasm-frames.ts'

/**
 * Stacks as programs know them from V8. QuickJS gives an error a `stack` of frames alone, knows no
 * `Error.captureStackTrace`, and calls its own limits `InternalError`.
 */
interface Frame {
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
}

type AnyError = Error & { stack?: unknown }
type ErrorClass = ErrorConstructor & { prepareStackTrace?: unknown; stackTraceLimit?: unknown }

const Native = globalThis.Error
const nativeStack = (): string => takeFrames(new Native()) ?? ''

/** The frames that the engine gave an error, which are then no longer a field of it. */
function takeFrames(error: object): string | undefined {
  const frames: unknown = Object.getOwnPropertyDescriptor(error, framesField)?.value
  if (typeof frames !== 'string' || (frames !== '' && !/^ {4}at /.test(frames))) return undefined
  Reflect.deleteProperty(error, framesField)
  return frames
}

/** Files that were put into a function on their first line, and by how much that moved it. */
export const shifted = new Map<string, number>()

/** How the engine calls the file of a text that was evaluated or made a function of. */
const evaluated = '<input>'

/** The frames of a stack that are the program's: those of the Node layer are left out, as in a stack of Node's. */
function framesOf(stack: string): readonly Frame[] {
  const frames: Frame[] = []
  const lines = stack.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const parts = /^ {4}at (.*?) ?\(?((?:\/|\[|<input>|file:|node:)[^()]*?)(?::(\d+))?(?::(\d+))?\)?$/.exec(
      lines[at] ?? '',
    )
    if (parts === null) continue
    const { 1: name = '', 2: file = '', 3: line = '0', 4: column = '0' } = parts
    if (file.startsWith('node:internal')) continue
    const known = name === '<anonymous>' || name === '<eval>' ? '' : name
    frames.push({ name: known, file, line: Number(line), column: columnOf(file, Number(line), Number(column)) })
  }
  return frames
}

/** The frames that are lines of files, which alone a text of a stack names. */
function placed(frames: readonly Frame[]): readonly Frame[] {
  return frames.filter(({ file }) => file !== evaluated)
}

function columnOf(file: string, line: number, column: number): number {
  return line === 1 ? Math.max(1, column - (shifted.get(file) ?? 0)) : column
}

function written(frame: Frame): string {
  const place = `${frame.file}:${frame.line}:${frame.column}`
  return `\n    at ${frame.name === '' ? place : `${frame.name} (${place})`}`
}

/** What `Error.prepareStackTrace` is given of a frame. */
function siteOf(frame: Frame): object {
  const nothing = (): null => null
  const no = (): boolean => false
  return {
    getFileName: () => (frame.file === evaluated ? undefined : frame.file),
    getLineNumber: () => frame.line,
    getColumnNumber: () => frame.column,
    getFunctionName: () => (frame.name === '' ? null : frame.name),
    getTypeName: () => 'Object',
    getMethodName: nothing,
    getThis: () => undefined,
    getFunction: () => undefined,
    getEvalOrigin: () => undefined,
    getScriptNameOrSourceURL: () => frame.file,
    getPromiseIndex: nothing,
    isNative: no,
    isToplevel: no,
    isEval: no,
    isConstructor: no,
    isAsync: no,
    isPromiseAll: no,
    toString: () => written(frame).slice('\n    at '.length),
  }
}

function headerOf(error: object): string {
  try {
    return String(Native.prototype.toString.call(error))
  } catch {
    return 'Error'
  }
}

/** Like V8, write the stack when it is first looked at: its first line has the name and the message of that moment. */
function setStack(error: object, stack: string): void {
  const { Error: Current } = globalThis as unknown as { Error: ErrorClass }
  const limit = typeof Current.stackTraceLimit === 'number' ? Math.max(0, Current.stackTraceLimit) : 0
  const set = (value: unknown): void => {
    const field = { __proto__: null, configurable: true, value, writable: true }
    Object.defineProperty(error, 'stack', field)
  }
  const get = (): unknown => {
    const all = framesOf(stack)
    const { prepareStackTrace: prepare } = Current
    const value: unknown =
      typeof prepare === 'function'
        ? (prepare as (error: object, sites: object[]) => unknown).call(Current, error, all.slice(0, limit).map(siteOf))
        : headerOf(error) + placed(all).slice(0, limit).map(written).join('')
    set(value)
    return value
  }
  // Without a prototype: a program may have given `Object.prototype` a `get`.
  const field = { __proto__: null, configurable: true, get, set }
  Object.defineProperty(error, 'stack', field)
}

/** The stack of an error that the engine itself made, which has frames alone: give it the line that V8 begins with. */
export function completeStack(error: unknown): void {
  if (!(error instanceof Native)) return
  const frames = takeFrames(error) // of an error with a stack of its own, those of where it was thrown: not needed
  if (frames !== undefined && !Object.hasOwn(error, 'stack')) setStack(error, frames)
}

/** What a program reads or writes as `stack` of an error that the engine made, and of nothing else. */
const lateStack = {
  get(this: unknown): unknown {
    completeStack(this)
    return this instanceof Native && Object.hasOwn(this, 'stack') ? (this as AnyError).stack : undefined
  },
  set(this: unknown, value: unknown): void {
    if (typeof this !== 'object' || this === null) return
    takeFrames(this)
    Object.defineProperty(this, 'stack', {
      value,
      writable: true,
      configurable: true,
      enumerable: !(this instanceof Native),
    })
  },
  configurable: true,
  enumerable: false,
}

/** Names of fields as programs list them: a stack is one of them, frames are not. */
function listStacks(): void {
  const { getOwnPropertyNames: names } = Object
  const getOwnPropertyNames = (value: unknown): string[] => {
    completeStack(value)
    return names(value)
  }
  define(getOwnPropertyNames.name, getOwnPropertyNames, Object)
}

function captureStackTrace(holder: object, until?: unknown): void {
  let stack = nativeStack()
  if (typeof until === 'function') {
    const lines = stack.split('\n')
    const at = lines.findIndex((line) => line.startsWith(`    at ${until.name} (`))
    if (at >= 0) stack = lines.slice(at + 1).join('\n')
  }
  setStack(holder, stack)
}

/** A stack without the constructors of the error's own class and those that it extends: V8 begins where it was made. */
function withoutMakers(stack: string, name: string): string {
  const lines = stack.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`    at ${name} (`))
  return at < 0 ? stack : lines.slice(at + 1).join('\n')
}

/** A class of errors that stands for the engine's own, and gives what it makes a stack of V8's kind. */
function wrap(Base: ErrorConstructor): ErrorConstructor {
  const Wrapped = function (this: unknown, ...args: unknown[]): object {
    const target = new.target ?? Wrapped
    const error = Reflect.construct(Base, args, target) as AnyError
    const stack = takeFrames(error) ?? ''
    setStack(error, target === Wrapped ? stack : withoutMakers(stack, target.name))
    return error
  } as unknown as ErrorConstructor
  Object.defineProperties(Wrapped, {
    name: { value: Base.name, configurable: true },
    length: { value: Base.length, configurable: true },
    prototype: { value: Base.prototype, writable: false },
  })
  Object.defineProperty(Base.prototype, 'constructor', { value: Wrapped, writable: true, configurable: true })
  return Wrapped
}

/** Put the classes in place; to be called once, before any program. */
export function installErrors(): void {
  const { InternalError } = globalThis as unknown as { InternalError: ErrorConstructor }
  Object.defineProperty(Native.prototype, 'stack', lateStack)
  listStacks()
  Object.setPrototypeOf(InternalError.prototype, RangeError.prototype)
  Object.defineProperty(InternalError.prototype, 'name', { value: 'RangeError', writable: true, configurable: true })
  const Wrapped = wrap(Native)
  Object.defineProperties(Wrapped, {
    captureStackTrace: { value: captureStackTrace, writable: true, configurable: true },
    stackTraceLimit: { value: 10, writable: true, configurable: true, enumerable: true },
  })
  define('Error', Wrapped)
  for (const name of [
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
    'AggregateError',
  ]) {
    const Base = (globalThis as unknown as Record<string, ErrorConstructor>)[name]
    if (Base === undefined) continue
    const wrapped = wrap(Base)
    Object.setPrototypeOf(wrapped, Wrapped)
    define(name, wrapped)
  }
  Object.defineProperty(InternalError.prototype, 'constructor', {
    value: RangeError,
    writable: true,
    configurable: true,
  })
  Reflect.deleteProperty(globalThis, 'InternalError')
}

function define(name: string, value: unknown, holder: object = globalThis): void {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true, enumerable: false })
}
