import { Buffer } from './buffer.ts'
import { asBuffer, codedError, host, hostBytes, hostText, program } from './host.ts'
import type { HostValue } from './host.ts'
import type { Path } from './path.ts'

type Target = string | number | URL | Uint8Array
type Encoding = string | { readonly encoding?: string | null; readonly flag?: string } | null | undefined
type Content = string | Uint8Array

const errnos: Record<string, number> = {
  ENOENT: -2,
  EPERM: -1,
  EEXIST: -17,
  ENOTDIR: -20,
  EISDIR: -21,
  EINVAL: -22,
  EFBIG: -27,
  ENOSPC: -28,
  ENOTEMPTY: -39,
}

/** `node:fs` over the workspace; the asynchronous forms settle at once. */
export function makeFs(path: Path, write: (stream: string, data: Content) => void) {
  const full = (target: Target): string => {
    if (typeof target === 'object' && 'pathname' in target) return decodeURIComponent(target.pathname)
    return path.resolve(target instanceof Uint8Array ? Buffer.from(target).toString() : String(target))
  }
  const ask = (syscall: string, shown: Target | string, operation: string, ...args: HostValue[]): HostValue => {
    try {
      return host(operation, ...args)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const code = /^(E[A-Z]+):/.exec(message)?.[1]
      if (code === undefined) throw error
      const failure = codedError(code, `${message}, ${syscall} '${String(shown)}'`)
      throw Object.assign(failure, { errno: errnos[code], syscall, path: String(shown) })
    }
  }
  const decode = (bytes: Uint8Array, encoding: Encoding): string | Buffer => {
    const name = typeof encoding === 'string' ? encoding : encoding?.encoding
    const buffer = Buffer.from(bytes)
    return name === undefined || name === null || name === 'buffer' ? buffer : buffer.toString(name as 'utf8')
  }
  const put = (operation: string, target: Target, data: Content): void => {
    if (target === 1 || target === '/dev/stdout') return write('stdout', data)
    if (target === 2 || target === '/dev/stderr') return write('stderr', data)
    ask('open', target, operation, full(target), typeof data === 'string' ? data : asBuffer(data))
  }
  const statsOf = (target: Target, syscall: string): Stats =>
    new Stats(String(ask(syscall, target, 'stat', full(target))))
  const exists = (target: Target): boolean => host('kind', full(target)) !== undefined
  const list = (target: Target): string[] =>
    JSON.parse(String(ask('scandir', target, 'list', full(target)))) as string[]

  const sync = {
    readFileSync(target: Target, encoding?: Encoding): string | Buffer {
      if (target === 0 || target === '/dev/stdin') return decode(hostBytes('encode', program.stdin), encoding)
      return decode(new Uint8Array(ask('open', target, 'read', full(target)) as ArrayBuffer), encoding)
    },
    writeFileSync(target: Target, data: Content, options?: Encoding): void {
      const flag = typeof options === 'object' ? options?.flag : undefined
      if (flag?.includes('x') === true && exists(target)) {
        throw Object.assign(codedError('EEXIST', `EEXIST: file already exists, open '${String(target)}'`), {
          errno: -17,
          syscall: 'open',
        })
      }
      put(flag?.startsWith('a') === true ? 'append' : 'writeFile', target, data)
    },
    appendFileSync: (target: Target, data: Content): void => put('append', target, data),
    existsSync: exists,
    accessSync: (target: Target): void => void statsOf(target, 'access'),
    statSync(target: Target, options?: { readonly throwIfNoEntry?: boolean }): Stats | undefined {
      return options?.throwIfNoEntry === false && !exists(target) ? undefined : statsOf(target, 'stat')
    },
    lstatSync: (target: Target): Stats => statsOf(target, 'lstat'),
    realpathSync: (target: Target): string => (statsOf(target, 'lstat'), full(target)),
    readdirSync(
      target: Target,
      options?: { readonly withFileTypes?: boolean; readonly recursive?: boolean },
    ): string[] | Dirent[] {
      const walk = (folder: string, prefix: string): string[] =>
        list(folder).flatMap((name) => {
          const inner = `${folder}/${name}`
          const below =
            options?.recursive === true && host('kind', inner) === 'directory' ? walk(inner, `${prefix}${name}/`) : []
          return [prefix + name, ...below]
        })
      const folder = full(target)
      if (!exists(target)) list(target)
      const names = walk(folder, '')
      return options?.withFileTypes === true
        ? names.map((name) => new Dirent(path.basename(name), path.dirname(`${folder}/${name}`)))
        : names
    },
    mkdirSync(target: Target, options?: { readonly recursive?: boolean }): void {
      ask('mkdir', target, 'mkdir', full(target), options?.recursive === true)
    },
    rmSync(target: Target, options?: { readonly recursive?: boolean; readonly force?: boolean }): void {
      if (options?.force === true && !exists(target)) return
      ask('rm', target, 'remove', full(target), options?.recursive === true)
    },
    unlinkSync: (target: Target): void => void ask('unlink', target, 'remove', full(target)),
    rmdirSync: (target: Target): void => void ask('rmdir', target, 'remove', full(target)),
    renameSync: (from: Target, to: Target): void => void ask('rename', from, 'rename', full(from), full(to)),
    copyFileSync(from: Target, to: Target): void {
      put('writeFile', to, sync.readFileSync(from) as Buffer)
    },
    mkdtempSync(prefix: string): string {
      const made = `${full(prefix)}${Buffer.from(hostBytes('random', 3)).toString('hex')}`
      ask('mkdtemp', prefix, 'mkdir', made, false)
      return made
    },
    chmodSync: (target: Target): void => void statsOf(target, 'chmod'),
    writeSync(target: number, data: Content): number {
      put('append', target, data)
      return data.length
    },
    fsyncSync: (): void => undefined,
    closeSync: (): void => undefined,
  }
  const promises: Record<string, unknown> = {}
  const callbacks: Record<string, unknown> = {}
  for (const [name, call] of Object.entries(sync) as [string, (...args: unknown[]) => unknown][]) {
    const plain = name.replace(/Sync$/, '')
    if (plain === 'exists') continue
    promises[plain] = async (...args: unknown[]) => call(...args)
    callbacks[plain] = (...args: unknown[]) => {
      const done = args.pop() as (error: unknown, value?: unknown) => void
      Promise.resolve()
        .then(() => call(...args))
        .then(
          (value) => setTimeout(done, 0, null, value),
          (error: unknown) => setTimeout(done, 0, error),
        )
    }
  }
  const constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 }
  Object.assign(promises, { constants })
  return { ...sync, ...callbacks, promises, constants }
}

class Stats {
  readonly size: number
  readonly mtimeMs: number
  readonly mtime: Date
  readonly mode: number
  readonly #kind: string

  constructor(facts: string) {
    const { kind, size, mtimeMs, mode } = JSON.parse(facts) as {
      kind: string
      size: number
      mtimeMs: number
      mode: number
    }
    this.#kind = kind
    this.size = size
    this.mtimeMs = mtimeMs
    this.mtime = new Date(mtimeMs)
    this.mode = (kind === 'file' ? 0o100000 : 0o40000) | mode
  }

  isFile(): boolean {
    return this.#kind === 'file'
  }

  isDirectory(): boolean {
    return this.#kind === 'directory'
  }

  isSymbolicLink(): boolean {
    return false
  }
}

class Dirent {
  readonly name: string
  readonly parentPath: string

  constructor(name: string, parentPath: string) {
    this.name = name
    this.parentPath = parentPath
  }

  isFile(): boolean {
    return hostText('kind', `${this.parentPath}/${this.name}`) === 'file'
  }

  isDirectory(): boolean {
    return hostText('kind', `${this.parentPath}/${this.name}`) === 'directory'
  }

  isSymbolicLink(): boolean {
    return false
  }
}
