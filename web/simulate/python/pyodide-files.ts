import type { SimulationLimits } from '../limits.ts'
import type { FilesAfter } from '../messages.ts'
import { packFiles, unpackFiles } from '../packed-files.ts'
import type { PackedFiles, PlainFile } from '../packed-files.ts'
import type { EmscriptenFs, EmscriptenNode } from './pyodide-boot.ts'

const fileTooBig = 22 // EFBIG in Emscripten
const noSpace = 51 // ENOSPC
const roots = ['project', 'user', 'system']
const directoryMode = 0o40755
const fileMode = 0o100644

/**
 * The workspace in Pyodide's file system. It is mounted without copying, has limits, and detects changes by timestamps.
 */
export class PyodideFiles {
  limitReached: string | null = null
  readonly #fs: EmscriptenFs
  readonly #mountedAt = Date.now() - 1000
  readonly #mounted = new Map<string, EmscriptenNode>()

  constructor(fs: EmscriptenFs) {
    this.#fs = fs
    for (const root of roots) fs.mkdirTree('/' + root)
    fs.mkdirTree('/tmp')
  }

  mount(files: PackedFiles, limits: SimulationLimits): void {
    const { MEMFS } = this.#fs.filesystems
    const directories = new Map<string, EmscriptenNode>()
    const directory = (path: string): EmscriptenNode => {
      const known = directories.get(path)
      if (known !== undefined) return known
      const cut = path.lastIndexOf('/')
      const parent = cut <= 0 ? this.#fs.root : directory(path.slice(0, cut))
      const name = path.slice(cut + 1)
      const node =
        (Object.hasOwn(children(parent), name) ? children(parent)[name] : undefined) ??
        MEMFS.createNode(parent, name, directoryMode, 0)
      directories.set(path, node)
      return node
    }
    for (const { path, bytes } of unpackFiles(files)) {
      const cut = path.lastIndexOf('/')
      const node = MEMFS.createNode(directory(path.slice(0, cut)), path.slice(cut + 1), fileMode, 0)
      node.contents = bytes
      node.usedBytes = bytes.length
      node.mtime = this.#mountedAt
      this.#mounted.set(path, node)
    }
    this.#guard(limits)
  }

  /** All paths under the three roots, with the content of files that were written since the start. */
  collect(limits: SimulationLimits): FilesAfter {
    const paths: string[] = []
    const touched: PlainFile[] = []
    const oversized: string[] = []
    let total = 0
    const walk = (node: EmscriptenNode, path: string): void => {
      if (this.#fs.isDir(node.mode)) {
        for (const [name, child] of Object.entries(children(node))) walk(child, `${path}/${name}`)
      } else if (this.#fs.isFile(node.mode) && ArrayBuffer.isView(node.contents)) {
        paths.push(path)
        if (node.mtime === this.#mountedAt && this.#mounted.get(path) === node) return
        total += node.usedBytes
        if (node.usedBytes > limits.file_size || total > limits.total_file_size) oversized.push(path)
        else touched.push({ path, bytes: bytesOf(node.contents, node.usedBytes) })
      }
    }
    for (const root of roots) walk(this.#fs.lookupPath('/' + root, {}).node, '/' + root)
    return { touched: packFiles(touched), paths, oversized }
  }

  /** Every file that another program can see, with its current content. */
  whole(): PackedFiles {
    const files: PlainFile[] = []
    const walk = (node: EmscriptenNode, path: string): void => {
      if (this.#fs.isDir(node.mode)) {
        for (const [name, child] of Object.entries(children(node))) walk(child, `${path}/${name}`)
      } else if (this.#fs.isFile(node.mode) && ArrayBuffer.isView(node.contents))
        files.push({ path, bytes: bytesOf(node.contents, node.usedBytes) })
    }
    for (const root of [...roots, 'tmp']) walk(this.#fs.lookupPath('/' + root, {}).node, '/' + root)
    return packFiles(files)
  }

  #guard(limits: SimulationLimits): void {
    const { MEMFS } = this.#fs.filesystems
    const ops = MEMFS.ops_table?.file
    if (ops === undefined) throw new Error('unexpected file system')
    const refuse = (name: string, errno: number): never => {
      this.limitReached = name
      throw new this.#fs.ErrnoError(errno)
    }
    let written = 0
    const grow = (node: EmscriptenNode, size: number): void => {
      if (size <= node.usedBytes) return
      if (size > limits.file_size) refuse('file_size', fileTooBig)
      written += size - node.usedBytes
      if (written > limits.total_file_size) refuse('total_file_size', noSpace)
    }
    const { write } = ops.stream
    ops.stream.write = (stream, buffer, offset, length, position, canOwn) => {
      grow(stream.node, position + length)
      return write(stream, buffer, offset, length, position, canOwn)
    }
    const { setattr } = ops.node
    ops.node.setattr = (node, attributes) => {
      if (attributes.size !== undefined) {
        grow(node, attributes.size)
        node.mtime = Date.now()
      }
      setattr(node, attributes)
    }
    let nodes = 0
    const { createNode } = MEMFS
    MEMFS.createNode = (parent, name, mode, dev) => {
      if (++nodes > limits.files) refuse('files', noSpace)
      return createNode(parent, name, mode, dev)
    }
  }
}

/** The bytes of a file. Pyodide stores bytes from the interpreter's memory as signed bytes. */
function bytesOf(contents: ArrayBufferView, length: number): Uint8Array {
  return new Uint8Array(contents.buffer, contents.byteOffset, length)
}

function children(node: EmscriptenNode): Record<string, EmscriptenNode> {
  return node.contents as Record<string, EmscriptenNode>
}
