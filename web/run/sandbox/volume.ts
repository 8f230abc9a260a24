import type { SimulationLimits } from '../simulate/limits.ts'
import type { FilesAfter } from '../simulate/messages.ts'
import { packFiles, unpackFiles } from '../simulate/packed-files.ts'
import type { PackedFiles, PlainFile } from '../simulate/packed-files.ts'

interface FileNode {
  readonly kind: 'file'
  bytes: Uint8Array
  mtimeMs: number
  mode: number
  touched: boolean
}

interface DirectoryNode {
  readonly kind: 'directory'
  readonly names: Map<string, VolumeNode>
  mtimeMs: number
  mode: number
}

export type VolumeNode = FileNode | DirectoryNode

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

/** The files that JavaScript and shell programs see: in memory, held to limits, remembering what was written. */
export class Volume {
  limitReached: string | null = null
  readonly #root: DirectoryNode = directory()
  readonly #limits: SimulationLimits
  #count = 0
  #written = 0

  constructor(files: PackedFiles, limits: SimulationLimits) {
    this.#limits = limits
    for (const path of [...roots, '/tmp', '/dev', '/usr/bin', '/bin']) this.mkdir(path, true)
    this.load(unpackFiles(files))
    this.#count = 0
  }

  /** Put files there as they are, without counting them as written. */
  load(files: readonly PlainFile[]): void {
    for (const { path, bytes } of files) {
      const cut = path.lastIndexOf('/')
      const parent = this.#makeDirectories(path.slice(0, cut))
      parent.names.set(path.slice(cut + 1), { kind: 'file', bytes, mtimeMs: Date.now(), mode: 0o644, touched: false })
    }
  }

  /** Put a program there that was not in the workspace; it is no change. */
  install(path: string, bytes: Uint8Array): void {
    const parent = this.#makeDirectories(path.slice(0, path.lastIndexOf('/')))
    parent.names.set(path.slice(path.lastIndexOf('/') + 1), {
      kind: 'file',
      bytes,
      mtimeMs: Date.now(),
      mode: 0o755,
      touched: false,
    })
  }

  find(path: string): VolumeNode | undefined {
    let here: VolumeNode = this.#root
    for (const name of segments(path)) {
      if (here.kind !== 'directory') return undefined
      const next = here.names.get(name)
      if (next === undefined) return undefined
      here = next
    }
    return here
  }

  at(path: string): VolumeNode {
    const node = this.find(path)
    if (node === undefined) throw new VolumeError('ENOENT')
    return node
  }

  read(path: string): Uint8Array {
    const node = this.at(path)
    if (node.kind === 'directory') throw new VolumeError('EISDIR')
    return node.bytes
  }

  write(path: string, bytes: Uint8Array): void {
    if (path === '/dev/null') return
    const { parent, name } = this.#place(path)
    const old = parent.names.get(name)
    if (old?.kind === 'directory') throw new VolumeError('EISDIR')
    this.#account(bytes.length, old?.bytes.length ?? 0)
    if (old === undefined)
      this.#add(parent, name, { kind: 'file', bytes, mtimeMs: Date.now(), mode: 0o644, touched: true })
    else Object.assign(old, { bytes, mtimeMs: Date.now(), touched: true })
  }

  append(path: string, bytes: Uint8Array): void {
    const old = this.find(path)
    if (old?.kind !== 'file') return this.write(path, bytes)
    this.#account(old.bytes.length + bytes.length, old.bytes.length)
    const joined = new Uint8Array(old.bytes.length + bytes.length)
    joined.set(old.bytes)
    joined.set(bytes, old.bytes.length)
    Object.assign(old, { bytes: joined, mtimeMs: Date.now(), touched: true })
  }

  mkdir(path: string, recursive: boolean): void {
    if (recursive) return void this.#makeDirectories(path)
    const { parent, name } = this.#place(path)
    if (parent.names.has(name)) throw new VolumeError('EEXIST')
    this.#add(parent, name, directory())
  }

  list(path: string): string[] {
    const node = this.at(path)
    if (node.kind !== 'directory') throw new VolumeError('ENOTDIR')
    return [...node.names.keys()].sort()
  }

  remove(path: string, recursive: boolean): void {
    const node = this.at(path)
    if (node.kind === 'directory' && !recursive && node.names.size > 0) throw new VolumeError('ENOTEMPTY')
    const { parent, name } = this.#place(path)
    parent.names.delete(name)
    parent.mtimeMs = Date.now()
  }

  rename(from: string, to: string): void {
    const node = this.at(from)
    if (`${to}/`.startsWith(`${from}/`)) throw new VolumeError('EINVAL')
    const source = this.#place(from)
    const target = this.#place(to)
    const old = target.parent.names.get(target.name)
    if (old?.kind === 'directory' && (node.kind !== 'directory' || old.names.size > 0))
      throw new VolumeError('ENOTEMPTY')
    source.parent.names.delete(source.name)
    target.parent.names.set(target.name, node)
    markTouched(node)
  }

  /** Everything below the roots, for the page to compare; the content only of what was written. */
  collect(): FilesAfter {
    const paths: string[] = []
    const touched: PlainFile[] = []
    this.walk((path, node) => {
      paths.push(path)
      if (node.touched) touched.push({ path, bytes: node.bytes })
    })
    return { touched: packFiles(touched), paths, oversized: [] }
  }

  /** All files below the roots. */
  pack(): PackedFiles {
    const files: PlainFile[] = []
    this.walk((path, node) => void files.push({ path, bytes: node.bytes }))
    return packFiles(files)
  }

  walk(visit: (path: string, node: FileNode) => void): void {
    const enter = (node: VolumeNode, path: string): void => {
      if (node.kind === 'file') visit(path, node)
      else for (const [name, child] of node.names) enter(child, `${path}/${name}`)
    }
    for (const root of roots) {
      const node = this.find(root)
      if (node !== undefined) enter(node, root)
    }
  }

  #makeDirectories(path: string): DirectoryNode {
    let here = this.#root
    for (const name of segments(path)) {
      let next = here.names.get(name)
      if (next === undefined) this.#add(here, name, (next = directory()))
      if (next.kind !== 'directory') throw new VolumeError('ENOTDIR')
      here = next
    }
    return here
  }

  #place(path: string): { readonly parent: DirectoryNode; readonly name: string } {
    const names = segments(path)
    const name = names.pop()
    if (name === undefined) throw new VolumeError('EPERM')
    const parent = this.at('/' + names.join('/'))
    if (parent.kind !== 'directory') throw new VolumeError('ENOTDIR')
    return { parent, name }
  }

  #add(parent: DirectoryNode, name: string, node: VolumeNode): void {
    if (++this.#count > this.#limits.files) this.#refuse('files', 'ENOSPC')
    parent.names.set(name, node)
    parent.mtimeMs = Date.now()
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

function directory(): DirectoryNode {
  return { kind: 'directory', names: new Map(), mtimeMs: Date.now(), mode: 0o755 }
}

function segments(path: string): string[] {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts
}

function markTouched(node: VolumeNode): void {
  if (node.kind === 'file') node.touched = true
  else for (const child of node.names.values()) markTouched(child)
}
