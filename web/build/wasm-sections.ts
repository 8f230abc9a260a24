import { joinBytes } from '../files/bytes.ts'

/** The section IDs of the WebAssembly format. */
export const sections = { memory: 5, exports: 7 } as const

/** A copy of a module with the body of one section changed. Throws if the section is missing. */
export function changeSection(wasm: Uint8Array, id: number, change: (body: Uint8Array) => Uint8Array): Uint8Array {
  for (let from = 8; from < wasm.length;) {
    const size = readLeb(wasm, from + 1)
    const end = size.next + size.value
    if (wasm[from] === id) {
      const body = change(wasm.subarray(size.next, end))
      const head = Uint8Array.from([id, ...writeLeb(body.length)])
      return joinBytes([wasm.subarray(0, from), head, body, wasm.subarray(end)])
    }
    from = end
  }
  throw new Error(`the module has no section ${id}`)
}

/** Read an unsigned LEB128 number. Returns it with the index of the next byte. */
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
