import { joinBytes } from '../../files/bytes.ts'
import { readLeb, writeLeb } from './wasm-memory.ts'

const exportSection = 7
const tableKind = 1

/** A module that also exports its first table, under a name that it does not use yet. */
export function exportWasmTable(wasm: Uint8Array, name: string): Uint8Array {
  const spelled = new TextEncoder().encode(name)
  let at = 8
  while (at < wasm.length) {
    const size = readLeb(wasm, at + 1)
    const end = size.next + size.value
    if (wasm[at] === exportSection) {
      const count = readLeb(wasm, size.next)
      const entry = [...writeLeb(spelled.length), ...spelled, tableKind, 0]
      const body = [...writeLeb(count.value + 1), ...wasm.subarray(count.next, end), ...entry]
      const section = Uint8Array.from([exportSection, ...writeLeb(body.length), ...body])
      return joinBytes([wasm.subarray(0, at), section, wasm.subarray(end)])
    }
    at = end
  }
  throw new Error('the module exports nothing')
}
