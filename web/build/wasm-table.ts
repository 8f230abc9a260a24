import { joinBytes } from '../files/bytes.ts'
import { changeSection, readLeb, sections, writeLeb } from './wasm-sections.ts'

const table = 1

/** A copy of the module that also exports its first table. No other export may have this name. */
export function exportWasmTable(wasm: Uint8Array, name: string): Uint8Array {
  const spelled = new TextEncoder().encode(name)
  return changeSection(wasm, sections.exports, (body) => {
    const count = readLeb(body, 0)
    const entry = [...writeLeb(spelled.length), ...spelled, table, 0]
    return joinBytes([Uint8Array.from(writeLeb(count.value + 1)), body.subarray(count.next), Uint8Array.from(entry)])
  })
}
