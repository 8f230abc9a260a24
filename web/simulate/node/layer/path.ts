import * as unified from 'path-unified'
import { checkObject, checkString } from './validate.ts'

type Methods = Omit<typeof unified.posix, 'sep' | 'delimiter'>

/** Check every argument as Node does. The package throws errors with the same messages but of other classes. */
function checked<Kind extends Methods>(methods: Kind): Kind {
  const { basename, dirname, extname, format, isAbsolute, join, normalize, parse, relative, resolve } = methods
  const one =
    <T>(call: (path: string) => T) =>
    (path: string): T => {
      checkString(path, 'path')
      return call(path)
    }
  const many =
    (call: (...paths: string[]) => string, name: (at: number) => string) =>
    (...paths: string[]): string => {
      paths.forEach((path, at) => checkString(path, name(at)))
      return call(...paths)
    }
  const made = {
    basename(path: string, suffix?: string): string {
      if (suffix !== undefined) checkString(suffix, 'suffix')
      checkString(path, 'path')
      return suffix === undefined ? basename(path) : basename(path, suffix)
    },
    dirname: one(dirname),
    extname: one(extname),
    format(parts: object): string {
      checkObject(parts, 'pathObject')
      return format(parts)
    },
    isAbsolute: one(isAbsolute),
    join: many(join, () => 'path'),
    normalize: one(normalize),
    parse: one(parse),
    relative(from: string, to: string): string {
      checkString(from, 'from')
      checkString(to, 'to')
      return relative(from, to)
    },
    resolve: many(resolve, (at) => `paths[${at}]`),
  }
  for (const [name, call] of Object.entries(made))
    Object.defineProperty(call, 'name', { value: name, configurable: true })
  return { ...methods, ...made }
}

/** `node:path` for POSIX paths. It contains `win32`, which contains `posix`. */
export const path = checked(unified.posix)
/** `node:path` for Windows paths. */
export const win32 = checked(unified.win32)

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
