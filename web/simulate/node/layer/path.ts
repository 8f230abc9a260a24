import * as unified from 'path-unified'
import { invalidArgType } from './errors.ts'

/**
 * The functions of the package, with Node's errors. The package's own errors have Node's messages, but another class.
 */
function withNodeErrors<Kind extends object>(functions: Kind): Kind {
  const made = Object.entries(functions).map(([name, call]: [string, unknown]) => {
    if (typeof call !== 'function') return [name, call]
    const checked = (...args: unknown[]): unknown => {
      try {
        return Reflect.apply(call, undefined, args) as unknown
      } catch (error) {
        const [, argument = '', index] = /^The "(paths\[(\d+)\]|\w+)"/.exec((error as Error).message) ?? []
        if (argument === 'pathObject') throw invalidArgType(argument, 'Object', args[0])
        const actual = index === undefined ? args.find((arg) => typeof arg !== 'string') : args[Number(index)]
        throw invalidArgType(argument === 'ext' ? 'suffix' : argument, 'string', actual)
      }
    }
    return [name, Object.defineProperty(checked, 'name', { value: name, configurable: true })]
  })
  return Object.fromEntries(made) as Kind
}

/** `node:path` for POSIX paths. It contains `win32`, which contains `posix`. */
export const path = withNodeErrors(unified.posix)
/** `node:path` for Windows paths. */
export const win32 = withNodeErrors(unified.win32)

/** A Windows path in namespaced form, such as `\\?\C:\`. The package returns paths unchanged. */
function toNamespacedPath(given: unknown): unknown {
  if (typeof given !== 'string' || given.length === 0) return given
  const resolved = win32.resolve(given)
  if (resolved.length <= 2) return given
  if (/^\\\\[^?.]/.test(resolved)) return `\\\\?\\UNC\\${resolved.slice(2)}`
  return /^[a-z]:\\/i.test(resolved) ? `\\\\?\\${resolved}` : resolved
}
Object.assign(win32, { toNamespacedPath })
for (const kind of [path, win32]) Object.assign(kind, { posix: path, win32, _makeLong: kind.toNamespacedPath })
