import { shellCode } from '../../signals.ts'
import { coded } from './errors.ts'
import { host, hostText, nodeVersion, write } from './host.ts'
import { inspect } from './inspect.ts'
import { completeStack } from './stacks.ts'

/** The process that an error ends. */
interface Owner {
  exitCode: number | string | undefined
  _exiting: boolean
  emit(event: string, ...details: unknown[]): boolean
  listenerCount(event: string): number
}

let gone = false

/** Exit immediately, without running any `catch` or `finally` of the program. */
function leave(code: number): never {
  gone = true
  host('exit', code)
  // The engine's interrupt handler stops this loop with an error that the program cannot catch.
  for (;;);
}

/** End immediately like a process that a signal kills: without handlers, and with the signal as the ending (R14.2). */
export function die(signal: string): never {
  host('signal', signal)
  leave(shellCode(signal))
}

let exiting = false

/** Exit normally: `exit` handlers run once, and can change the code. */
export function exit(process: Owner, code = process.exitCode ?? 0): never {
  if (!exiting) {
    exiting = true
    process._exiting = true
    try {
      process.emit('exit', code)
    } catch (error) {
      report(process, error)
    }
  }
  leave(Number(process.exitCode ?? 0))
}

/** Handle an uncaught error: call the program's listeners. If there are none, print the error and exit. */
export function report(process: Owner, error: unknown, origin = 'uncaughtException'): void {
  if (gone) return
  try {
    completeStack(error)
    process.emit('uncaughtExceptionMonitor', error, origin)
  } catch (inner) {
    print(inner)
    leave(7)
  }
  if (process.listenerCount('uncaughtException') > 0 && !exiting) {
    try {
      process.emit('uncaughtException', error, origin)
      return
    } catch (inner) {
      print(inner)
      leave(7)
    }
  }
  print(error)
  process.exitCode = exiting && process.exitCode !== undefined ? process.exitCode : 1
  if (exiting) leave(1)
  exit(process)
}

function print(error: unknown): void {
  let text: string
  try {
    text = textOf(error)
  } catch {
    text = plainTextOf(error) // the program has changed the functions that format an error
  }
  write('stderr', `${text}\n\nNode.js ${nodeVersion}\n`)
}

function textOf(error: unknown): string {
  const place = placeOf(error)
  const isObject = typeof error === 'object' && error !== null
  const text = isObject ? inspect(error) : typeof error === 'symbol' ? '' : String(error)
  return place + text + (isObject ? '' : `\n${traceHint}`)
}

const traceHint = '(Use `node --trace-uncaught ...` to show where the exception was thrown)'

function plainTextOf(error: unknown): string {
  try {
    return String(error)
  } catch {
    return traceHint
  }
}

/** The program's line in the first frame, with a marker under the column; empty if the line is not known. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const frame = /\n {4}at (?:.*\()?(\/[^()\n]*):(\d+):(\d+)/.exec(String(error.stack))
  if (frame === null) return ''
  const [, file = '', line = '0', column = '0'] = frame
  const text = hostText('line', file, Number(line))
  if (text === '') return ''
  return `${file}:${line}\n${text}\n${' '.repeat(Math.min(text.length, Number(column)) - 1)}^\n\n`
}

/** Handle a rejected promise that had no handler for a whole turn. */
export function rejected(process: Owner, promise: Promise<unknown>, reason: unknown): void {
  completeStack(reason)
  if (process.listenerCount('unhandledRejection') === 0)
    return report(process, rejectionError(reason), 'unhandledRejection')
  try {
    process.emit('unhandledRejection', reason, promise)
  } catch (error) {
    report(process, error)
  }
}

function rejectionError(reason: unknown): unknown {
  if (reason instanceof Error) return reason
  const text =
    'This error originated either by throwing inside of an async function without a catch block, or by rejecting a ' +
    `promise which was not handled with .catch(). The promise rejected with the reason "${shown(reason)}".`
  const error = coded(Error, 'ERR_UNHANDLED_REJECTION', text)
  error.name = 'UnhandledPromiseRejection'
  error.stack = `UnhandledPromiseRejection: ${text}\n    at node:internal/process/promises`
  return error
}

/** The description of a reason as in V8, without calls into the program. */
function shown(reason: unknown): string {
  if (typeof reason === 'function') return Function.prototype.toString.call(reason)
  if (typeof reason !== 'object' || reason === null) return String(reason)
  const { toString, constructor } = reason as { readonly toString?: unknown; readonly constructor?: unknown }
  if (toString === Object.prototype.toString && typeof constructor === 'function' && constructor.name !== '')
    return `#<${constructor.name}>`
  return Object.prototype.toString.call(reason)
}
