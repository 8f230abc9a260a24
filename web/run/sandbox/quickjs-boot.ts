import factory from '@jitl/quickjs-wasmfile-release-sync/emscripten-module'
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import type { QuickJSWASMModule } from 'quickjs-emscripten-core'

/** QuickJS in a memory of its own that cannot grow beyond the limit: its own memory limit does not hold. */
export async function loadQuickJs(wasm: WebAssembly.Module, memoryLimit: number): Promise<QuickJSWASMModule> {
  const variant = newVariant(
    { type: 'sync', importFFI: () => Promise.resolve(QuickJSFFI), importModuleLoader: () => Promise.resolve(factory) },
    {
      wasmModule: wasm,
      wasmMemory: new WebAssembly.Memory({ initial: 256, maximum: Math.max(256, Math.floor(memoryLimit / 65536)) }),
    },
  )
  return newQuickJSWASMModuleFromVariant(variant)
}
