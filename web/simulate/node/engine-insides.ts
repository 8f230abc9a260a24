import type { QuickJSRuntime } from 'quickjs-emscripten-core'

/** The number of 32-bit words of the engine's runtime to search for fields that the binding does not export. */
const runtimeWords = 256

/** The value of an undeclared property of an object. */
export function field(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined
}

/** The address of the runtime in the engine's memory. */
export function runtimePlace(runtime: QuickJSRuntime): number {
  const place = field(field(runtime, 'rt'), 'value')
  if (typeof place !== 'number') throw new Error('unexpected version of the binding')
  return place
}

/** The current first words of the runtime. */
export function runtimeWordsOf(memory: WebAssembly.Memory, runtime: QuickJSRuntime): readonly number[] {
  return [...new Uint32Array(memory.buffer, runtimePlace(runtime), runtimeWords)]
}
