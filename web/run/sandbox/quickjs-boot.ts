import factory from '@jitl/quickjs-wasmfile-release-sync/emscripten-module'
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import type { QuickJSWASMModule } from 'quickjs-emscripten-core'

/** The engine and what of it our own code reaches into. */
export interface Engine {
  readonly quickjs: QuickJSWASMModule
  readonly memory: WebAssembly.Memory
  /** The engine's functions by number, as its own code calls them. */
  readonly functions: WebAssembly.Table
}

/**
 * QuickJS in a memory of its own that cannot grow beyond the limit: its own memory limit does not hold. The module is
 * one whose table was exported.
 */
export async function loadQuickJs(wasm: WebAssembly.Module, memoryLimit: number): Promise<Engine> {
  const maximum = Math.max(256, Math.floor(memoryLimit / 65536))
  const memory = new WebAssembly.Memory({ initial: 256, maximum })
  let functions: WebAssembly.Table | undefined
  const instantiateWasm = (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports => {
    void WebAssembly.instantiate(wasm, imports).then((instance) => {
      const { table } = instance.exports
      if (table instanceof WebAssembly.Table) functions = table
      done(instance)
    })
    return {}
  }
  const quickjs = await newQuickJSWASMModuleFromVariant({
    type: 'sync',
    importFFI: () => Promise.resolve(QuickJSFFI),
    importModuleLoader: () =>
      Promise.resolve((options?: object) => factory({ ...options, wasmMemory: memory, instantiateWasm })),
  })
  if (functions === undefined) throw new Error('the engine does not show its functions')
  return { quickjs, memory, functions }
}
