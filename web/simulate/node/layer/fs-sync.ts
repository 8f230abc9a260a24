import { Buffer } from './buffer.ts'
import { coded } from './errors.ts'
import {
  checkDescriptor,
  closeSync,
  openOf,
  openSync,
  readRest,
  readSync,
  writeBytes,
  writeSync,
} from './fs-descriptors.ts'
import { ask, bytesFor, encoded, full, modeOf, optionsOf, pathOf, seconds, systemError } from './fs-paths.ts'
import type { Options } from './fs-paths.ts'
import { Dirent, Stats } from './fs-stats.ts'
import type { Facts } from './fs-stats.ts'
import { host, hostBytes, hostText } from './host.ts'
import { path as nodePath } from './path.ts'
import { checkBoolean, checkInteger, checkObject } from './validate.ts'

interface Found {
  readonly name: string
  readonly folder: string
}

/** The entries of a folder. With `recursive`, the entries of all folders under it are included. */
function entriesBelow(folder: string, inner: string, recursive: boolean): Found[] {
  const names = JSON.parse(hostText('list', folder)) as string[]
  const here = names.map((name) => ({ name, folder: inner }))
  if (!recursive) return here
  const below = names
    .filter((name) => host('ownKind', nodePath.join(folder, name)) === 'directory')
    .flatMap((name) => entriesBelow(nodePath.join(folder, name), nodePath.join(inner, name), true))
  return [...here, ...below]
}

/** The outermost missing folder of a path; undefined if all folders exist. */
function madeFolders(path: string): string | undefined {
  let first: string | undefined
  for (let at = path; host('kind', at) === undefined; at = nodePath.dirname(at)) first = at
  return first
}

function statOf(syscall: string, target: unknown, options: Options): Stats | undefined {
  const shown = pathOf(target)
  if (
    options.throwIfNoEntry === false &&
    (full(shown) === '' || host(syscall === 'lstat' ? 'ownKind' : 'kind', full(shown)) === undefined)
  )
    return undefined
  const facts = JSON.parse(String(ask(syscall, shown, syscall, [full(shown)]))) as Facts
  return new Stats(facts)
}

/** The synchronous functions of `node:fs` on the volume. The asynchronous functions are derived from them. */
export const sync = {
  openSync,
  closeSync,
  readSync,
  writeSync,
  readFileSync(target: unknown, options?: unknown): unknown {
    const { encoding, flag } = optionsOf(options, { flag: 'r' })
    let bytes: Uint8Array
    if (typeof target === 'number' && Number.isInteger(target)) {
      checkDescriptor(target)
      bytes = readRest(target)
    } else {
      const fd = openSync(target, flag)
      try {
        if (fd > 2 && openOf(fd, 'read').path !== '/dev/null' && host('kind', openOf(fd, 'read').path) === 'directory')
          throw systemError('EISDIR', 'illegal operation on a directory', 'read')
        bytes = readRest(fd)
      } finally {
        if (fd > 2) closeSync(fd)
      }
    }
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return encoding === undefined || encoding === null || encoding === 'buffer' ? buffer : buffer.toString(encoding)
  },
  writeFileSync(target: unknown, data: unknown, options?: unknown): void {
    const { encoding, flag, mode } = optionsOf(options, { flag: 'w', mode: 0o666 })
    const bytes = bytesFor(data, encoding)
    if (typeof target === 'number') {
      checkDescriptor(target)
      writeBytes(target, bytes, null)
      return
    }
    const fd = openSync(target, flag, mode)
    try {
      writeBytes(fd, bytes, null)
    } finally {
      if (fd > 2) closeSync(fd)
    }
  },
  appendFileSync(target: unknown, data: unknown, options?: unknown): void {
    sync.writeFileSync(target, data, { ...optionsOf(options), flag: optionsOf(options).flag ?? 'a' })
  },
  existsSync(target: unknown): boolean {
    try {
      const path = full(pathOf(target))
      return path !== '' && host('kind', path) !== undefined
    } catch {
      return false
    }
  },
  accessSync(target: unknown, mode?: unknown): void {
    const shown = pathOf(target)
    if (mode !== undefined) checkInteger(mode, 'mode', 0, 7)
    const { mode: bits } = JSON.parse(String(ask('access', shown, 'stat', [full(shown)]))) as Facts
    if ((Number(mode ?? 0) & 1) !== 0 && (bits & 0o111) === 0)
      throw systemError('EACCES', 'permission denied', 'access', shown)
  },
  statSync: (target: unknown, options?: unknown): Stats | undefined => statOf('stat', target, optionsOf(options)),
  lstatSync: (target: unknown, options?: unknown): Stats | undefined => statOf('lstat', target, optionsOf(options)),
  fstatSync(fd: unknown): Stats {
    checkDescriptor(fd)
    if (fd < 3) return new Stats({ kind: 'file', size: 0, mtimeMs: 0, mode: 0o620, ino: fd })
    return new Stats(JSON.parse(String(ask('fstat', undefined, 'stat', [openOf(fd, 'fstat').path]))) as Facts)
  },
  realpathSync(target: unknown, options?: unknown): unknown {
    const shown = pathOf(target)
    return encoded(String(ask('lstat', full(shown), 'realpath', [full(shown)])), optionsOf(options).encoding)
  },
  readdirSync(target: unknown, options?: unknown): unknown[] {
    const { encoding, withFileTypes, recursive } = optionsOf(options)
    const shown = pathOf(target)
    if (recursive !== undefined) checkBoolean(recursive, 'options.recursive')
    ask('scandir', shown, 'list', [full(shown)])
    const found = entriesBelow(full(shown), '', recursive === true)
    return found.map(({ name, folder }) => {
      if (withFileTypes !== true) return encoded(nodePath.join(folder, name), encoding)
      const parent = folder === '' ? shown : nodePath.join(shown, folder)
      const kind = hostText('ownKind', nodePath.join(full(shown), folder, name))
      return new Dirent(encoded(name, encoding), parent, kind)
    })
  },
  mkdirSync(target: unknown, options?: unknown): string | undefined {
    const given = typeof options === 'object' && options !== null ? (options as Options) : { mode: options }
    const shown = pathOf(target)
    const { recursive = false, mode } = given
    checkBoolean(recursive, 'options.recursive')
    if (mode !== undefined && mode !== null) modeOf(mode, 'mode')
    const path = full(shown)
    if (recursive && host('kind', path) === 'file') throw systemError('EEXIST', 'file already exists', 'mkdir', shown)
    const first = recursive ? madeFolders(path) : undefined
    ask('mkdir', shown, 'mkdir', [path, recursive])
    return first
  },
  rmSync(target: unknown, options?: unknown): void {
    const shown = pathOf(target)
    const { recursive = false, force = false, maxRetries = 0, retryDelay = 100 } = (options ?? {}) as Options
    if (options !== undefined) checkObject(options, 'options')
    checkBoolean(recursive, 'options.recursive')
    checkBoolean(force, 'options.force')
    checkInteger(retryDelay, 'options.retryDelay', 0, 2147483647)
    checkInteger(maxRetries, 'options.maxRetries', 0, 4294967295)
    const kind = host('ownKind', full(shown))
    if (kind === undefined && force) return
    if (kind === 'directory' && !recursive) {
      const fault = coded(Error, 'ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory) ${shown}`)
      const info = { errno: 21, syscall: 'rm', path: shown }
      throw Object.assign(fault, info, {
        name: 'SystemError',
        info: { code: 'EISDIR', message: 'is a directory', ...info },
      })
    }
    if (kind === undefined) ask('lstat', shown, 'lstat', [full(shown)])
    ask('rm', shown, 'remove', [full(shown), recursive])
  },
  unlinkSync(target: unknown): void {
    const shown = pathOf(target)
    if (host('ownKind', full(shown)) === 'directory')
      throw systemError('EISDIR', 'illegal operation on a directory', 'unlink', shown)
    ask('unlink', shown, 'remove', [full(shown), false])
  },
  rmdirSync(target: unknown, options?: unknown): void {
    const shown = pathOf(target)
    const kind = host('ownKind', full(shown))
    if (kind !== undefined && kind !== 'directory') throw systemError('ENOTDIR', 'not a directory', 'rmdir', shown)
    ask('rmdir', shown, 'remove', [full(shown), ((options ?? {}) as Options).recursive === true])
  },
  renameSync(from: unknown, to: unknown): void {
    const [one, other] = [pathOf(from, 'oldPath'), pathOf(to, 'newPath')]
    ask('rename', one, 'rename', [full(one), full(other)], other)
  },
  copyFileSync(from: unknown, to: unknown, mode: unknown = 0): void {
    const [one, other] = [pathOf(from, 'src'), pathOf(to, 'dest')]
    checkInteger(mode, 'mode', 0, 7)
    if ((mode & 1) !== 0 && sync.existsSync(other))
      throw systemError('EEXIST', 'file already exists', 'copyfile', one, other)
    const bytes = ask('copyfile', one, 'read', [full(one)], other) as ArrayBuffer
    ask('copyfile', one, 'writeFile', [full(other), bytes], other)
  },
  mkdtempSync(prefix: unknown, options?: unknown): unknown {
    const shown = pathOf(prefix, 'prefix')
    const ending = Buffer.from(hostBytes('random', 3)).toString('hex')
    ask('mkdtemp', `${shown}XXXXXX`, 'mkdir', [full(shown + ending), false])
    return encoded(shown + ending, optionsOf(options).encoding)
  },
  chmodSync(target: unknown, mode: unknown): void {
    const shown = pathOf(target)
    ask('chmod', shown, 'chmod', [full(shown), modeOf(mode, 'mode')])
  },
  utimesSync(target: unknown, _atime: unknown, mtime: unknown): void {
    const shown = pathOf(target)
    ask('utime', shown, 'utimes', [full(shown), seconds(mtime) * 1000])
  },
  truncateSync(target: unknown, length: unknown = 0): void {
    const shown = pathOf(target)
    checkInteger(length, 'len')
    ask('open', shown, 'truncate', [full(shown), Math.max(0, length)])
  },
  ftruncateSync(fd: unknown, length: unknown = 0): void {
    checkInteger(length, 'len')
    onOpen(fd, 'ftruncate', (path) => void ask('ftruncate', undefined, 'truncate', [path, Math.max(0, length)]))
  },
  fsyncSync: (fd: unknown): void => onOpen(fd, 'fsync', () => undefined),
  symlinkSync(target: unknown, path: unknown): void {
    const [to, shown] = [pathOf(target, 'target'), pathOf(path)]
    ask('symlink', to, 'symlink', [to, full(shown)], shown)
  },
  readlinkSync(target: unknown, options?: unknown): unknown {
    const shown = pathOf(target)
    return encoded(String(ask('readlink', shown, 'readlink', [full(shown)])), optionsOf(options).encoding)
  },
}

Object.assign(sync.realpathSync, { native: sync.realpathSync })

function onOpen(fd: unknown, syscall: string, action: (path: string) => void): void {
  checkDescriptor(fd)
  if (fd > 2) action(openOf(fd, syscall).path)
}
