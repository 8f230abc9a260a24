import { changeSection, readLeb, sections, writeLeb } from './wasm-sections.ts'

const page = 65536

/**
 * Limit the memory of a module to `limitBytes`, rounded down to whole pages. The limit is in the memory section, so it
 * also applies to code that grows its own memory.
 */
export function capWasmMemory(wasm: Uint8Array, limitBytes: number): Uint8Array {
  return changeSection(wasm, sections.memory, (body) => {
    const count = readLeb(body, 0)
    const initial = readLeb(body, count.next + 1)
    if (count.value !== 1) throw new Error('expected one memory')
    return Uint8Array.from([1, 1, ...writeLeb(initial.value), ...writeLeb(Math.floor(limitBytes / page))])
  })
}
