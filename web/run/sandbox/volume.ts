import { MemoryTree, parentOf } from '#core'
import type { SimulationLimits } from '../simulate/limits.ts'
import type { FilesAfter } from '../simulate/messages.ts'
import { packFiles, unpackFiles } from '../simulate/packed-files.ts'
import type { PackedFiles, PlainFile } from '../simulate/packed-files.ts'

/** What stands at a path, as a program is told of it. */
export interface VolumeEntry {
  readonly kind: 'file' | 'directory'
  readonly size: number
  readonly mtimeMs: number
  readonly mode: number
}

/** What a program may ask of an entry that the tree itself does not keep. */
interface Attributes {
  readonly mtimeMs: number
  readonly mode: number
  readonly touched: boolean
}

const directorySize = 4096

const messages = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  EINVAL: 'invalid argument',
  EPERM: 'operation not permitted',
  EFBIG: 'file too large',
  ENOSPC: 'no space left on device',
} as const

/** An operation that the volume refuses, with the code a program knows from its own system. */
export class VolumeError extends Error {
  readonly code: keyof typeof messages
  readonly reason: string

  constructor(code: keyof typeof messages) {
    super(`${code}: ${messages[code]}`)
    this.code = code
    this.reason = messages[code]
  }
}

const roots = ['/project', '/user', '/system']

/**
 * The files that JavaScript and shell programs see: the engine's own tree in memory, held to limits, with times and modes,
 * remembering what was written.
 */
export class Volume {
  limitReached: string | null = null
  readonly #tree = new MemoryTree()
  readonly #attributes = new Map<string, Attributes>()
  readonly #limits: SimulationLimits
  #count = 0
  #written = 0

  constructor(files: PackedFiles, limits: SimulationLimits) {
    this.#limits = limits
    for (const path of [...roots, '/tmp', '/dev', '/usr/bin', '/bin']) this.mkdir(path, true)
    for (const { path, bytes } of unpackFiles(files)) this.#put(path, bytes, { mode: 0o644, touched: false })
    this.#count = 0
  }

  /** Put a program there that was not in the workspace; it is no change. */
  install(path: string, bytes: Uint8Array): void {
    this.#put(normal(path), bytes, { mode: 0o755, touched: false })
  }

  find(path: string): VolumeEntry | undefined {
    const name = normal(path)
    const kind = this.#kind(name)
    if (kind === undefined) return undefined
    const { mtimeMs = 0, mode = 0o755 } = this.#attributes.get(name) ?? {}
    return { kind, size: this.#tree.read(name)?.bytes.length ?? directorySize, mtimeMs, mode }
  }

  at(path: string): VolumeEntry {
    const entry = this.find(path)
    if (entry === undefined) throw new VolumeError('ENOENT')
    return entry
  }

  chmod(path: string, mode: number): void {
    const { mtimeMs } = this.at(path)
    const name = normal(path)
    this.#attributes.set(name, { mtimeMs, mode, touched: this.#attributes.get(name)?.touched === true })
  }

  read(path: string): Uint8Array {
    const bytes = this.#tree.read(normal(path))?.bytes
    if (bytes === undefined) throw new VolumeError(this.find(path) ? 'EISDIR' : 'ENOENT')
    return bytes
  }

  write(path: string, bytes: Uint8Array): void {
    if (path === '/dev/null') return
    const name = this.#place(path)
    const old = this.find(name)
    if (old?.kind === 'directory') throw new VolumeError('EISDIR')
    this.#account(bytes.length, old?.size ?? 0)
    if (old === undefined) this.#countOne()
    this.#put(name, bytes, { mode: old?.mode ?? 0o644, touched: true })
  }

  append(path: string, bytes: Uint8Array): void {
    const old = this.#tree.read(normal(path))?.bytes
    if (old === undefined) return this.write(path, bytes)
    const joined = new Uint8Array(old.length + bytes.length)
    joined.set(old)
    joined.set(bytes, old.length)
    this.write(path, joined)
  }

  mkdir(path: string, recursive: boolean): void {
    const name = normal(path)
    if (recursive) return this.#makeDirectories(name)
    this.#place(path)
    if (this.find(name)) throw new VolumeError('EEXIST')
    this.#makeDirectory(name)
  }

  list(path: string): readonly string[] {
    const listing = this.#tree.list(normal(path))
    if (listing === undefined) throw new VolumeError(this.find(path) ? 'ENOTDIR' : 'ENOENT')
    return [...listing.keys()]
  }

  remove(path: string, recursive: boolean): void {
    const { kind } = this.at(path)
    if (kind === 'directory' && !recursive && this.list(path).length > 0) throw new VolumeError('ENOTEMPTY')
    const name = this.#place(path)
    for (const below of this.#below(name)) this.#attributes.delete(below)
    this.#tree.remove(name)
    this.#touchParent(name)
  }

  rename(from: string, to: string): void {
    const { kind } = this.at(from)
    if (`${normal(to)}/`.startsWith(`${normal(from)}/`)) throw new VolumeError('EINVAL')
    const source = this.#place(from)
    const target = this.#place(to)
    if (this.find(target)?.kind === 'directory' && (kind !== 'directory' || this.list(target).length > 0))
      throw new VolumeError('ENOTEMPTY')
    for (const path of [...this.#below(source)]) this.#move(path, target + path.slice(source.length))
    this.#tree.remove(source)
    this.#touchParent(source)
  }

  /** Everything below the roots, for the page to compare; the content only of what was written. */
  collect(): FilesAfter {
    const paths: string[] = []
    const touched: PlainFile[] = []
    this.walk((path) => {
      paths.push(path)
      if (this.#attributes.get(path)?.touched) touched.push({ path, bytes: this.read(path) })
    })
    return { touched: packFiles(touched), paths, oversized: [] }
  }

  /** All files below the roots. */
  pack(): PackedFiles {
    const files: PlainFile[] = []
    this.walk((path) => void files.push({ path, bytes: this.read(path) }))
    return packFiles(files)
  }

  /** Visit every file below the roots. */
  walk(visit: (path: string) => void): void {
    for (const root of roots)
      for (const path of this.#below(root)) if (this.#tree.look(path)?.kind === 'file') visit(path)
  }

  /** A path and all that stands below it, parents first. */
  *#below(path: string): Iterable<string> {
    if (!this.#tree.look(path)) return
    yield path
    for (const name of this.#tree.list(path)?.keys() ?? []) yield* this.#below(`${path}/${name}`)
  }

  #move(from: string, to: string): void {
    const bytes = this.#tree.read(from)?.bytes
    const { mode = 0o755 } = this.#attributes.get(from) ?? {}
    if (bytes) this.#put(to, bytes, { mode, touched: true })
    else this.#setDirectory(to, mode)
    this.#attributes.delete(from)
  }

  #kind(path: string): VolumeEntry['kind'] | undefined {
    return this.#tree.look(path)?.kind
  }

  #put(path: string, bytes: Uint8Array, { mode, touched }: Omit<Attributes, 'mtimeMs'>): void {
    const isNew = this.#kind(path) === undefined
    this.#tree.write(path, bytes)
    this.#attributes.set(path, { mtimeMs: Date.now(), mode, touched })
    if (isNew) this.#touchParent(path)
  }

  #makeDirectories(path: string): void {
    if (path === '/') return
    const kind = this.#kind(path)
    if (kind === 'directory') return
    if (kind === 'file') throw new VolumeError('ENOTDIR')
    this.#makeDirectories(parentOf(path))
    this.#makeDirectory(path)
  }

  #makeDirectory(path: string): void {
    this.#countOne()
    this.#setDirectory(path, 0o755)
    this.#touchParent(path)
  }

  #setDirectory(path: string, mode: number): void {
    this.#tree.makeDirectory(path)
    this.#attributes.set(path, { mtimeMs: Date.now(), mode, touched: false })
  }

  #touchParent(path: string): void {
    const parent = parentOf(path)
    const { mode = 0o755 } = this.#attributes.get(parent) ?? {}
    this.#attributes.set(parent, { mtimeMs: Date.now(), mode, touched: false })
  }

  /** The path of something whose directory has to be there. */
  #place(path: string): string {
    const name = normal(path)
    if (name === '/') throw new VolumeError('EPERM')
    if (this.at(parentOf(name)).kind !== 'directory') throw new VolumeError('ENOTDIR')
    return name
  }

  #countOne(): void {
    if (++this.#count > this.#limits.files) this.#refuse('files', 'ENOSPC')
  }

  #account(size: number, before: number): void {
    if (size > this.#limits.file_size) this.#refuse('file_size', 'EFBIG')
    this.#written += Math.max(0, size - before)
    if (this.#written > this.#limits.total_file_size) this.#refuse('total_file_size', 'ENOSPC')
  }

  #refuse(limit: string, code: 'EFBIG' | 'ENOSPC'): never {
    this.limitReached = limit
    throw new VolumeError(code)
  }
}

/** The path without `.`, `..` and empty segments. */
function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
