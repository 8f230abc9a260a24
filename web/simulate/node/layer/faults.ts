import { shellCode } from '../../signals.ts'
import { coded } from './errors.ts'
import { host, hostText, nodeVersion, write } from './host.ts'
import { inspect } from './inspect.ts'
import { completeStack } from './stacks.ts'

/** The end of the process that an error causes. */
interface Owner {
  exitCode: number | string | undefined
  _exiting: boolean
  readonly unhandledRejections: string
  emit(event: string, ...details: unknown[]): boolean
  listenerCount(event: string): number
  emitWarning(text: string, kind: string): void
}

let gone = false

/** Leave: the engine stops at once, and nothing of the program runs any more, no `catch` and no `finally`. */
export function leave(code: number): never {
  gone = true
  host('exit', code)
  // The engine looks at the host every so many turns of a loop; the error it then makes cannot be caught.
  for (;;);
}

/** End as a signal ends a process: at once, without handlers, and with the signal as the ending (R14.2). */
export function die(signal: string): never {
  host('signal', signal)
  leave(shellCode(signal))
}

let exiting = false

/** The end as the program may have wished for it: `exit` handlers run once, and may change the code. */
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

/** An error that nothing caught: the program's own listeners first, else it is printed and the program ends. */
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
    text = plainTextOf(error) // the program changed what a text is made with
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

/** The line of the program that the first frame names, with a mark below it. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const frame = /\n {4}at (?:.*\()?(\/[^()\n]*):(\d+):(\d+)/.exec(String(error.stack))
  if (frame === null) return ''
  const [, file = '', line = '0', column = '0'] = frame
  const text = hostText('line', file, Number(line))
  if (text === '') return ''
  return `${file}:${line}\n${text}\n${' '.repeat(Math.min(text.length, Number(column)) - 1)}^\n\n`
}

/** A promise that failed and was left alone for a whole turn. */
export function rejected(process: Owner, promise: Promise<unknown>, reason: unknown): void {
  completeStack(reason)
  const mode = process.unhandledRejections
  if (mode === 'none') {
    process.emit('unhandledRejection', reason, promise)
    return
  }
  if (mode === 'strict') report(process, rejectionError(reason), 'unhandledRejection')
  if (process.listenerCount('unhandledRejection') > 0) {
    try {
      process.emit('unhandledRejection', reason, promise)
    } catch (error) {
      report(process, error)
    }
    if (mode !== 'warn') return
  }
  if (mode === 'warn' || mode === 'warn-with-error-codes') {
    process.emitWarning(warningOf(reason), 'UnhandledPromiseRejectionWarning')
    if (mode === 'warn-with-error-codes') process.exitCode = 1
    return
  }
  report(process, rejectionError(reason), 'unhandledRejection')
}

function warningOf(reason: unknown): string {
  return (
    'Unhandled promise rejection. This error originated either by throwing inside of an async function without a ' +
    'catch block, or by rejecting a promise which was not handled with .catch(). To terminate the node process on ' +
    `unhandled promise rejection, use the CLI flag \`--unhandled-rejections=strict\`. Reason: ${inspect(reason)}`
  )
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

/** A reason as V8 names it without running anything of the program. */
function shown(reason: unknown): string {
  if (typeof reason === 'function') return Function.prototype.toString.call(reason)
  if (typeof reason !== 'object' || reason === null) return String(reason)
  const { toString, constructor } = reason as { readonly toString?: unknown; readonly constructor?: unknown }
  if (toString === Object.prototype.toString && typeof constructor === 'function' && constructor.name !== '')
    return `#<${constructor.name}>`
  return Object.prototype.toString.call(reason)
}
