import { capMemory } from './memory-cap.ts'
import type { MemoryCap } from './memory-cap.ts'
import { keepUtc } from './utc.ts'
import { blobOf, importAsset, moduleOf } from '../host/worker-port.ts'
import type { Assets } from '../host/worker-port.ts'

/** The members of Pyodide that this sandbox uses. */
export interface Pyodide {
  readonly FS: EmscriptenFs
  readonly globals: { get(name: string): (request: string) => string }
  readonly _api: { fatal_error: (error: unknown) => never }
  setStdin(options: { isatty: boolean; read(buffer: Uint8Array): number }): void
  setStdout(options: { isatty: boolean; write(bytes: Uint8Array): number }): void
  setStderr(options: { isatty: boolean; write(bytes: Uint8Array): number }): void
}

export interface EmscriptenNode {
  mode: number
  mtime: number
  usedBytes: number
  contents: ArrayBufferView | Record<string, EmscriptenNode>
}

export interface EmscriptenFs {
  readonly ErrnoError: new (errno: number) => Error
  readonly filesystems: {
    readonly MEMFS: {
      readonly stream_ops: object
      readonly ops_table: { readonly file: { readonly stream: StreamOps; readonly node: NodeOps } } | null
      createNode(parent: EmscriptenNode, name: string, mode: number, dev: number): EmscriptenNode
    }
  }
  readonly root: EmscriptenNode
  mkdirTree(path: string): void
  writeFile(path: string, bytes: Uint8Array): void
  readFile(path: string, options: { readonly encoding: 'utf8' }): string
  analyzePath(path: string): { readonly exists: boolean }
  lookupPath(path: string, options: object): { readonly node: EmscriptenNode }
  isDir(mode: number): boolean
  isFile(mode: number): boolean
}

interface StreamOps {
  write(
    stream: { readonly node: EmscriptenNode },
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
    canOwn?: boolean,
  ): number
}

interface NodeOps {
  setattr(node: EmscriptenNode, attributes: { readonly size?: number }): void
}

/** The options for creating and restoring the snapshot. They must be the same for both. */
function loadOptions(): object {
  return { env: { HOME: '/', PYTHONINSPECT: '' }, jsglobals: { setTimeout, clearTimeout, Object, Array, Error } }
}

/** Restore CPython from its memory snapshot, without network requests. */
export async function bootPyodide(assets: Assets): Promise<{ pyodide: Pyodide; memory: MemoryCap }> {
  denyImportScripts()
  const memory = capMemory()
  keepUtc()
  const [loader, factory, lock, snapshot, stdlib] = await Promise.all([
    importAsset(assets, 'pyodide.mjs'),
    importAsset(assets, 'pyodide.asm.mjs'),
    blobOf(assets, 'lock.json').text(),
    blobOf(assets, 'python.snapshot').arrayBuffer(),
    blobOf(assets, 'python_stdlib.zip').arrayBuffer(),
  ])
  const wasm = moduleOf(assets, 'pyodide.asm.wasm')
  const native = { fetch: self.fetch, stream: WebAssembly.instantiateStreaming }
  self.fetch = () => Promise.resolve(new Response(stdlib))
  WebAssembly.instantiateStreaming = async (_source, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  })
  try {
    const load = loader.loadPyodide as (options: object) => Promise<Pyodide>
    const pyodide = await load({
      ...loadOptions(),
      createPyodideModule: factory.default,
      indexURL: 'http://sandbox.invalid/',
      stdLibURL: 'http://sandbox.invalid/stdlib',
      lockFileContents: lock,
      _loadSnapshot: new Uint8Array(snapshot),
    })
    pyodide._api.fatal_error = (error) => {
      throw error
    }
    return { pyodide, memory }
  } finally {
    self.fetch = native.fetch
    WebAssembly.instantiateStreaming = native.stream
  }
}

/**
 * Make `importScripts` throw: if it works, Pyodide assumes that the worker cannot import modules. No other code uses
 * it.
 */
function denyImportScripts(): void {
  Reflect.deleteProperty(WorkerGlobalScope.prototype, 'importScripts')
  Object.defineProperty(self, 'importScripts', {
    value: () => {
      throw new TypeError('importScripts is not available')
    },
  })
}
