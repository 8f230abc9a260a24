import { MemoryTree } from '#core/input'
import { parentOf } from '#core/text'
import { VolumeError } from './volume-error.ts'
import { VolumeLinks } from './volume-links.ts'
import type { SimulationLimits } from '../limits.ts'
import type { FilesAfter } from '../messages.ts'
import { packFiles, unpackFiles } from '../packed-files.ts'
import type { PackedFiles, PlainFile } from '../packed-files.ts'

/** An entry at a path, as programs see it. */
export interface VolumeEntry {
  readonly kind: 'file' | 'directory' | 'link'
  readonly size: number
  readonly mtimeMs: number
  readonly mode: number
}

/** Attributes of an entry that the tree does not store. */
interface Attributes {
  readonly mtimeMs: number
  readonly mode: number
  readonly touched: boolean
}

const directorySize = 4096

const roots = ['/project', '/user', '/system']

/**
 * The files of JavaScript and shell programs: the engine's in-memory tree with limits, times and modes. It records
 * which files were written.
 */
export class Volume {
  limitReached: string | null = null
  readonly #tree = new MemoryTree()
  readonly #links = new VolumeLinks()
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

  /** Add a program that is not in the workspace. This does not count as a change. */
  install(path: string, bytes: Uint8Array): void {
    this.#put(this.#links.real(path), bytes, { mode: 0o755, touched: false })
  }

  find(path: string): VolumeEntry | undefined {
    return this.#entry(this.#links.real(path))
  }

  /** The entry at a path; undefined if there is none. A link in the last segment is not followed. */
  own(path: string): VolumeEntry | undefined {
    const name = this.#links.real(path, false)
    const target = this.#links.at(name)
    if (target === undefined) return this.#entry(name)
    return { kind: 'link', size: target.length, mtimeMs: this.#attributes.get(name)?.mtimeMs ?? 0, mode: 0o777 }
  }

  /**
   * The path without links.
   * @throws VolumeError if nothing exists at the path
   */
  realpath(path: string): string {
    this.at(path)
    return this.#links.real(path)
  }

  symlink(target: string, path: string): void {
    const name = this.#place(path)
    if (this.own(name)) throw new VolumeError('EEXIST')
    this.#countOne()
    this.#links.set(name, target)
    this.#attributes.set(name, { mtimeMs: Date.now(), mode: 0o777, touched: false })
  }

  readlink(path: string): string {
    const entry = this.own(path)
    if (entry === undefined) throw new VolumeError('ENOENT')
    if (entry.kind !== 'link') throw new VolumeError('EINVAL')
    return this.#links.at(this.#links.real(path, false)) ?? ''
  }

  utimes(path: string, mtimeMs: number): void {
    const { mode } = this.at(path)
    const name = this.#links.real(path)
    this.#attributes.set(name, { mtimeMs, mode, touched: this.#attributes.get(name)?.touched === true })
  }

  #entry(name: string): VolumeEntry | undefined {
    const kind = this.#kind(name)
    if (kind === undefined) return undefined
    const { mtimeMs = 0, mode = 0o755 } = this.#attributes.get(name) ?? {}
    return { kind, size: this.#tree.read(name)?.bytes.length ?? directorySize, mtimeMs, mode }
  }

  at(path: string): VolumeEntry {
    const entry = this.find(path)
    if (entry === undefined) throw new VolumeError(this.#throughFile(path) ? 'ENOTDIR' : 'ENOENT')
    return entry
  }

  /** Whether an ancestor of a path is a file. */
  #throughFile(path: string): boolean {
    for (let at = parentOf(this.#links.real(path)); at !== '/'; at = parentOf(at))
      if (this.#kind(at) === 'file') return true
    return false
  }

  chmod(path: string, mode: number): void {
    const { mtimeMs } = this.at(path)
    const name = this.#links.real(path)
    this.#attributes.set(name, { mtimeMs, mode, touched: this.#attributes.get(name)?.touched === true })
  }

  read(path: string): Uint8Array {
    const bytes = this.#tree.read(this.#links.real(path))?.bytes
    if (bytes !== undefined) return bytes
    this.at(path)
    throw new VolumeError('EISDIR')
  }

  write(path: string, bytes: Uint8Array): void {
    if (path === '/dev/null') return
    const name = this.#place(this.#links.real(path))
    const old = this.find(name)
    if (old?.kind === 'directory') throw new VolumeError('EISDIR')
    this.#account(bytes.length, old?.size ?? 0)
    if (old === undefined) this.#countOne()
    this.#put(name, bytes, { mode: old?.mode ?? 0o644, touched: true })
  }

  append(path: string, bytes: Uint8Array): void {
    const old = this.#tree.read(this.#links.real(path))?.bytes
    if (old === undefined) return this.write(path, bytes)
    const joined = new Uint8Array(old.length + bytes.length)
    joined.set(old)
    joined.set(bytes, old.length)
    this.write(path, joined)
  }

  mkdir(path: string, recursive: boolean): void {
    if (recursive) return this.#makeDirectories(this.#links.real(path))
    const name = this.#place(path)
    if (this.own(name)) throw new VolumeError('EEXIST')
    this.#makeDirectory(name)
  }

  list(path: string): readonly string[] {
    const name = this.#links.real(path)
    const listing = this.#tree.list(name)
    if (listing !== undefined) return [...listing.keys(), ...this.#links.namesIn(name)].sort()
    this.at(path)
    throw new VolumeError('ENOTDIR')
  }

  remove(path: string, recursive: boolean): void {
    const entry = this.own(path) ?? this.at(path)
    const name = this.#place(path)
    if (entry.kind === 'link') {
      this.#links.delete(name)
      return this.#touchParent(name)
    }
    if (entry.kind === 'directory' && !recursive && this.list(path).length > 0) throw new VolumeError('ENOTEMPTY')
    this.#links.deleteBelow(name)
    for (const below of this.#below(name)) this.#attributes.delete(below)
    this.#tree.remove(name)
    this.#touchParent(name)
  }

  rename(from: string, to: string): void {
    const { kind } = this.own(from) ?? this.at(from)
    const source = this.#place(from)
    const target = this.#place(to)
    if (source === target) return
    if (`${target}/`.startsWith(`${source}/`)) throw new VolumeError('EINVAL')
    this.#links.delete(target)
    this.#links.move(source, target)
    if (kind === 'link') return this.#touchParent(target)
    if (this.find(target)?.kind === 'directory' && (kind !== 'directory' || this.list(target).length > 0))
      throw new VolumeError('ENOTEMPTY')
    for (const path of [...this.#below(source)]) this.#move(path, target + path.slice(source.length))
    this.#tree.remove(source)
    this.#touchParent(source)
  }

  /** The paths of all files under the roots, with the content of written files, for the page to compare. */
  collect(): FilesAfter {
    const paths: string[] = []
    const touched: PlainFile[] = []
    this.walk((path) => {
      paths.push(path)
      if (this.#attributes.get(path)?.touched) touched.push({ path, bytes: this.read(path) })
    })
    return { touched: packFiles(touched), paths, oversized: [] }
  }

  /** All files under the roots. */
  pack(): PackedFiles {
    const files: PlainFile[] = []
    this.walk((path) => void files.push({ path, bytes: this.read(path) }))
    return packFiles(files)
  }

  /** Visit every file under the roots. */
  walk(visit: (path: string) => void): void {
    for (const root of roots)
      for (const path of this.#below(root)) if (this.#tree.look(path)?.kind === 'file') visit(path)
  }

  /** A path and everything under it, parents first. */
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

  /**
   * The resolved path of a new or existing entry; a link in its last segment is not followed.
   * @throws VolumeError for the root, or if the parent is missing or not a directory
   */
  #place(path: string): string {
    const name = this.#links.real(path, false)
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
