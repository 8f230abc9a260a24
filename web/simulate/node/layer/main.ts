import './install-globals.ts'
import type * as web from '../parts/web-streams.ts'
import { absentModules as absent } from '#core/simulation'
import { withAbsent } from './absent.ts'
import { builtins } from './builtins.ts'
import { coded } from './errors.ts'
import { console } from './console.ts'
import { Buffer } from './buffer.ts'
import { exit, rejected, report } from './faults.ts'
import { installIntl } from './intl.ts'
import { builtin, importFrom, requireFor, setBuiltins } from './loader.ts'
import { beginProcess, process } from './process.ts'
import { lent } from './lent.ts'
import { followNode } from './newer-names.ts'
import { lendToParts, part } from './part.ts'
import { random } from './random.ts'
import { isUnsettled, start } from './run.ts'
import { hasTicks, runTicks } from './ticks.ts'
import { turn } from './timers.ts'
import { lateGlobals, listedGlobals, reportMicrotasks, startClock, webGlobals } from './web-globals.ts'
import { keepWeakTargets } from './weak-refs.ts'
import { hostText, nodeVersion, write } from './host.ts'
import { path } from './path.ts'

const fail = (error: unknown): void => report(process, error)

setBuiltins(builtins)
lendToParts(lent)
reportMicrotasks(fail)
installIntl()
followNode()
keepWeakTargets()

Object.defineProperty(Math, 'random', { value: random, writable: true, configurable: true, enumerable: false })
for (const [name, value] of Object.entries(webGlobals)) {
  Object.defineProperty(value, 'name', { value: name, configurable: true })
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
}
for (const [name, value] of Object.entries({ global: globalThis, ...listedGlobals })) {
  if (typeof value === 'function') Object.defineProperty(value, 'name', { value: name, configurable: true })
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true })
}
for (const name of lateGlobals) {
  const get = (): unknown => Reflect.get(part<typeof web>('web-streams.js', name).webStreams, name)
  const set = (value: unknown): void => void Object.defineProperty(globalThis, name, { value, writable: true })
  Object.defineProperty(globalThis, name, { get, set, configurable: true, enumerable: false })
}
Object.defineProperty(globalThis, 'console', { value: console, writable: true, configurable: true, enumerable: false })
for (const [name, usual] of Object.entries({ process, Buffer })) {
  let value: unknown = usual
  const get = (): unknown => value
  const set = (other: unknown): void => void (value = other)
  Object.defineProperty(globalThis, name, { get, set, configurable: true, enumerable: false })
}
for (const [name, value] of Object.entries(withAbsent('globalThis', {})))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
Object.defineProperty(globalThis, Symbol.toStringTag, { value: 'global', configurable: true })

/**
 * Run a hook for the host, and report any uncaught error. Returns the hook's result, `memory` if the memory ran out, or
 * an empty string after a reported error.
 */
function guarded(action: () => string): string {
  try {
    return action()
  } catch (error) {
    if (error instanceof Error && /out of memory/.test(error.message)) return 'memory'
    fail(error)
    return ''
  }
}

function end(): string {
  if (isUnsettled()) {
    // Node 20 does not print a warning here.
    if (Number(nodeVersion.slice(1).split('.')[0]) >= 22)
      write('stderr', 'Warning: Detected unsettled top-level await\n')
    const before = process.exitCode ?? 0
    process.exitCode ??= 13
    exit(process, before)
  }
  process.emit('beforeExit', process.exitCode ?? 0)
  if (hasTicks() || turnsLeft()) return '0'
  return exit(process)
}

/** Whether listeners of `beforeExit` scheduled more work. Runs its first timer or immediate. */
function turnsLeft(): boolean {
  return turn(fail) !== undefined
}

const faults = { Error, TypeError, SyntaxError }
let taken: unknown

Object.defineProperty(globalThis, '__hooks', {
  enumerable: false,
  value: Object.freeze({
    version: () => nodeVersion,
    builtins: () =>
      JSON.stringify({
        present: Object.keys(builtins),
        absent,
      }),
    exportsOf: (name: string) => {
      try {
        return JSON.stringify(Object.keys(builtin(name) as object))
      } catch {
        return '[]' // the program gets the error when it loads the module
      }
    },
    builtin,
    requireFor,
    importFrom,
    take: (namespace: unknown) => (taken = namespace),
    taken: () => taken,
    fault: (code: string, message: string, kind: keyof typeof faults) => {
      const error = coded(faults[kind], code, message)
      if (!String(error.stack).includes('\n    at ')) error.stack += '\n    at node:internal/modules'
      return error
    },
    meta: (name: string) =>
      Object.assign(Object.create(null) as object, {
        dirname: path.dirname(name),
        filename: name,
        resolve: (request: string) => {
          if (/^(?:\.{0,2}\/|file:)/.test(String(request))) return new URL(String(request), `file://${name}`).href
          const found = hostText('resolve', String(request), name, true)
          return found.startsWith('node:') ? found : `file://${found}`
        },
        url: `file://${name}`,
      }),
    start: () =>
      guarded(() => {
        startClock()
        beginProcess()
        start()
        return ''
      }),
    ticks: () =>
      guarded(() => {
        runTicks(fail)
        return ''
      }),
    hasTicks: () => (hasTicks() ? 'yes' : ''),
    rejected: (promise: Promise<unknown>, reason: unknown) => rejected(process, promise, reason),
    rejectionHandled: (promise: unknown) => void process.emit('rejectionHandled', promise),
    turn: () =>
      guarded(() => {
        const wait = turn(fail)
        return wait === undefined ? end() : String(wait)
      }),
  }),
})
