import type { QuickJSRuntime } from 'quickjs-emscripten-core'

/** Words of the engine's runtime that are searched for what the binding does not show. */
const runtimeWords = 256

/** The value an object has under a name that its type does not declare. */
export function field(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined
}

/** The address of the runtime in the engine's memory. */
export function runtimePlace(runtime: QuickJSRuntime): number {
  const place = field(field(runtime, 'rt'), 'value')
  if (typeof place !== 'number') throw new Error('the binding is another one than expected')
  return place
}

/** The first words of the runtime, as they are now. */
export function runtimeWordsOf(memory: WebAssembly.Memory, runtime: QuickJSRuntime): readonly number[] {
  return [...new Uint32Array(memory.buffer, runtimePlace(runtime), runtimeWords)]
}
