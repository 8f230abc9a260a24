import factory from '@jitl/quickjs-wasmfile-release-sync/emscripten-module'
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import type { QuickJSWASMModule } from 'quickjs-emscripten-core'
import { TimeZone } from '../host/time-zone.ts'

/** The engine, with the internals that this code accesses. */
export interface Engine {
  readonly quickjs: QuickJSWASMModule
  readonly memory: WebAssembly.Memory
  /** The function table of the engine, by index. */
  readonly functions: WebAssembly.Table
  /** The time zone of the engine. Default: UTC. */
  readonly zone: TimeZone
}

/**
 * Load QuickJS with at most `memoryLimit` bytes of memory, but at least 16 MB. The engine's own memory limit is not
 * reliable. The module must export its function table.
 */
export async function loadQuickJs(wasm: WebAssembly.Module, memoryLimit: number): Promise<Engine> {
  const maximum = Math.max(256, Math.floor(memoryLimit / 65536))
  const memory = new WebAssembly.Memory({ initial: 256, maximum })
  let exports: WebAssembly.Exports | undefined
  const zone = new TimeZone()
  const instantiateWasm = (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports => {
    reckonIn(zone, imports, memory)
    void WebAssembly.instantiate(wasm, imports).then((instance) => {
      exports = instance.exports
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
  const functions = exports?.table
  if (exports === undefined || !(functions instanceof WebAssembly.Table))
    throw new Error('the engine does not export its functions')
  return { quickjs, memory, functions, zone }
}

/** The byte offset of the field `tm_gmtoff` (the UTC offset) in C's `struct tm`. */
const offsetField = 36

/** Replace Emscripten's local time, which is the browser's. The engine uses only the UTC offset. */
function reckonIn(zone: TimeZone, imports: WebAssembly.Imports, memory: WebAssembly.Memory): void {
  const groups = Object.values(imports)
  const found = groups.flatMap((group) => Object.entries(group).map(([name, value]) => ({ group, name, value })))
  const clocks = found.filter(
    ({ value }) => typeof value === 'function' && /getSeconds[^]*getTimezoneOffset/.test(String(value)),
  )
  const [clock] = clocks
  if (clock === undefined || clocks.length > 1) throw new Error('unexpected build of QuickJS')
  const original = clock.value as (seconds: bigint | number, place: number) => void
  clock.group[clock.name] = (seconds: bigint | number, place: number): void => {
    original(seconds, place)
    new DataView(memory.buffer).setInt32(place + offsetField, zone.offsetAt(Number(seconds)), true)
  }
}
