import { format } from './format.ts'
import { host } from './host.ts'
import { inspect } from './inspect.ts'
import { write } from './process.ts'

let indent = ''
const counts = new Map<string, number>()
const timers = new Map<string, number>()

function print(stream: string, args: readonly unknown[]): void {
  const text = args.length === 0 ? '' : format(args[0], ...args.slice(1))
  write(stream, `${indent}${indent === '' ? text : text.replaceAll('\n', `\n${indent}`)}\n`)
}

const log = (...args: unknown[]): void => print('stdout', args)
const error = (...args: unknown[]): void => print('stderr', args)

/** The console of Node without a terminal. */
export const console = {
  log,
  info: log,
  debug: log,
  error,
  warn: error,
  trace: (...args: unknown[]): void => error(`Trace: ${args.length === 0 ? '' : format(args[0], ...args.slice(1))}`),
  dir: (value: unknown, options?: object): void => log(inspect(value, options)),
  assert(condition?: unknown, ...args: unknown[]): void {
    if (!condition)
      error(args.length === 0 ? 'Assertion failed' : `Assertion failed: ${format(args[0], ...args.slice(1))}`)
  },
  group(...args: unknown[]): void {
    if (args.length > 0) log(...args)
    indent += '  '
  },
  groupEnd(): void {
    indent = indent.slice(2)
  },
  count(label = 'default'): void {
    counts.set(label, (counts.get(label) ?? 0) + 1)
    log(`${label}: ${counts.get(label)}`)
  },
  countReset: (label = 'default'): void => void counts.delete(label),
  time: (label = 'default'): void => void timers.set(label, Number(host('now'))),
  timeEnd(label = 'default'): void {
    log(`${label}: ${(Number(host('now')) - (timers.get(label) ?? 0)).toFixed(3)}ms`)
    timers.delete(label)
  },
  table: (rows: unknown): void => log(rows),
}
