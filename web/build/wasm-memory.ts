import { joinBytes } from '../files/bytes.ts'

const page = 65536
const memorySection = 5

/**
 * A module whose memory cannot grow beyond a limit: the ceiling is written into its memory section, because code that
 * grows its own memory asks nobody.
 */
export function capWasmMemory(wasm: Uint8Array, limitBytes: number): Uint8Array {
  let at = 8
  while (at < wasm.length) {
    const id = wasm[at]
    const size = readLeb(wasm, at + 1)
    const body = size.next
    if (id === memorySection) {
      const count = readLeb(wasm, body)
      const initial = readLeb(wasm, count.next + 1)
      if (count.value !== 1) throw new Error('expected one memory')
      const section = [...writeLeb(1), 1, ...writeLeb(initial.value), ...writeLeb(Math.floor(limitBytes / page))]
      const capped = [memorySection, ...writeLeb(section.length), ...section]
      return joinBytes([wasm.subarray(0, at), Uint8Array.from(capped), wasm.subarray(body + size.value)])
    }
    at = body + size.value
  }
  throw new Error('the module has no memory of its own')
}

export function readLeb(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0
    value |= (byte & 127) << shift
    if (byte < 128) return { value, next: at + 1 }
  }
}

export function writeLeb(value: number): number[] {
  const bytes: number[] = []
  for (let left = value; ; left >>>= 7) {
    if (left < 128) return [...bytes, left]
    bytes.push((left & 127) | 128)
  }
}
