import { withAbsent } from './absent.ts'
import { Buffer } from './buffer.ts'
import { invalidArgType } from './errors.ts'
import { abortError } from './abort.ts'
import { optionsOf, pathOf } from './fs-paths.ts'
import { Dirent, Stats } from './fs-stats.ts'
import { ReadStream, WriteStream } from './fs-streams.ts'
import { sync } from './fs-sync.ts'
import { setImmediate } from './timers.ts'
import { argumentNames } from './callable.ts'
import { checkFunction } from './validate.ts'

/** `fs.constants`, as on Linux. */
const constants = Object.freeze({
  __proto__: null,
  ...{ UV_FS_SYMLINK_DIR: 1, UV_FS_SYMLINK_JUNCTION: 2, O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2 },
  ...{ UV_DIRENT_UNKNOWN: 0, UV_DIRENT_FILE: 1, UV_DIRENT_DIR: 2, UV_DIRENT_LINK: 3, UV_DIRENT_FIFO: 4 },
  ...{ UV_DIRENT_SOCKET: 5, UV_DIRENT_CHAR: 6, UV_DIRENT_BLOCK: 7, EXTENSIONLESS_FORMAT_JAVASCRIPT: 0 },
  ...{ EXTENSIONLESS_FORMAT_WASM: 1, S_IFMT: 61440, S_IFREG: 32768, S_IFDIR: 16384, S_IFCHR: 8192 },
  ...{ S_IFBLK: 24576, S_IFIFO: 4096, S_IFLNK: 40960, S_IFSOCK: 49152, O_CREAT: 64, O_EXCL: 128 },
  ...{ UV_FS_O_FILEMAP: 0, O_NOCTTY: 256, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 },
  ...{ O_NOATIME: 262144, O_NOFOLLOW: 131072, O_SYNC: 1052672, O_DSYNC: 4096, O_DIRECT: 16384 },
  ...{ O_NONBLOCK: 2048, S_IRWXU: 448, S_IRUSR: 256, S_IWUSR: 128, S_IXUSR: 64, S_IRWXG: 56, S_IRGRP: 32 },
  ...{ S_IWGRP: 16, S_IXGRP: 8, S_IRWXO: 7, S_IROTH: 4, S_IWOTH: 2, S_IXOTH: 1, F_OK: 0, R_OK: 4, W_OK: 2 },
  ...{ X_OK: 1, UV_FS_COPYFILE_EXCL: 1, COPYFILE_EXCL: 1, UV_FS_COPYFILE_FICLONE: 2, COPYFILE_FICLONE: 2 },
  ...{ UV_FS_COPYFILE_FICLONE_FORCE: 4, COPYFILE_FICLONE_FORCE: 4 },
})

type Call = (...args: unknown[]) => unknown
const calls = sync as unknown as Record<string, Call>

const later = <T>(work: () => T): Promise<T> =>
  new Promise((resolve, reject) =>
    setImmediate(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error as Error)
      }
    }),
  )

/** The abort signal in the options; undefined if there is none. */
function signalOf(options: unknown): AbortSignal | undefined {
  return typeof options === 'object' && options !== null ? (options as { signal?: AbortSignal }).signal : undefined
}

/** The operations on paths. The handle of an open file has its own operations. */
const promised = Object.keys(sync)
  .map((name) => name.slice(0, -'Sync'.length))
  .filter((name) => !/^(?:f[a-z]|(?:open|close|read|write|exists)$)/.test(name))

/** `node:fs/promises`. */
export const promises: Record<string, unknown> = { constants }
for (const name of promised) {
  const call = calls[`${name}Sync`]
  const made = async (target: unknown, ...rest: unknown[]): Promise<unknown> => {
    const signal = signalOf(rest.at(-1))
    if (signal?.aborted === true) throw abortError(signal.reason)
    if (name === 'writeFile' && isMany(rest[0])) rest[0] = await gathered(rest[0])
    return later(() => call?.(target, ...rest))
  }
  promises[name] = Object.defineProperties(made, { name: { value: name }, length: { value: call?.length ?? 0 } })
}
withAbsent('fs/promises', promises)

function isMany(data: unknown): data is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof data === 'object' &&
    data !== null &&
    !ArrayBuffer.isView(data) &&
    (Symbol.asyncIterator in data || Symbol.iterator in data)
  )
}

async function gathered(data: AsyncIterable<unknown> | Iterable<unknown>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of data) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** The functions with a callback. They validate arguments immediately and do the work in a later turn. */
const callbacks: Record<string, Call> = {}
const several: Readonly<Record<string, readonly string[]>> = {
  read: ['bytesRead', 'buffer'],
  write: ['bytesWritten', 'buffer'],
}
for (const [name, call] of Object.entries(calls)) {
  const plain = name.slice(0, -'Sync'.length)
  if (plain === 'exists') continue
  const made = (...args: unknown[]): void => {
    const done = args.at(-1) as (...args: unknown[]) => unknown
    checkFunction(typeof done === 'function' ? done : undefined, 'cb')
    const given = args.slice(0, -1)
    checkFirst(plain, given)
    const signal = signalOf(given.at(-1))
    if (signal?.aborted === true) return void setImmediate(done, abortError(signal.reason))
    setImmediate(() => {
      let answer: unknown
      try {
        answer = call(...given)
      } catch (error) {
        return done(error)
      }
      if (several[plain] !== undefined) done(null, answer, given[1])
      else if (answer === undefined) done(null)
      else done(null, answer)
    })
  }
  callbacks[plain] = Object.defineProperty(made, 'name', { value: plain }) as Call
  const names = several[plain]
  if (names !== undefined) Object.defineProperty(made, argumentNames, { value: names, enumerable: false })
}

/** The names of first arguments other than `path`. */
const firstNames: Readonly<Record<string, string>> = {
  copyFile: 'src',
  mkdtemp: 'prefix',
  rename: 'oldPath',
  symlink: 'target',
}

/** Throw errors about the first argument immediately, as in Node. */
function checkFirst(name: string, given: readonly unknown[]): void {
  const [first] = given
  if (/^f[a-z]|^(?:read|write|close)$/.test(name)) {
    if (typeof first !== 'number') throw invalidArgType('fd', 'number', first)
  } else if (typeof first !== 'number') pathOf(first, firstNames[name])
  if (/^(?:readFile|writeFile|appendFile|readdir|readlink)$/.test(name))
    optionsOf(given[name === 'writeFile' || name === 'appendFile' ? 2 : 1])
}

const { realpath } = callbacks
Object.assign(realpath ?? {}, { native: (...args: unknown[]) => realpath?.(...args) })

/** `node:fs`. */
export const fs = withAbsent('fs', {
  ...callbacks,
  ...sync,
  createReadStream: (path: unknown, options?: unknown): ReadStream => new ReadStream(path, options),
  createWriteStream: (path: unknown, options?: unknown): WriteStream => new WriteStream(path, options),
  Stats,
  Dirent,
  ReadStream,
  WriteStream,
  constants,
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
})
Object.defineProperty(fs, 'promises', { value: promises, enumerable: true, configurable: true })
