import { writeLeb } from './wasm-memory.ts'
import { changeSections, sections, withEntries } from './wasm-sections.ts'

/** What an export can be, by the number that the format has for it. */
export const exportKinds = { function: 0, table: 1, global: 3 } as const

/** A module that also exports its first table, under a name that it does not use yet. */
export function exportWasmTable(wasm: Uint8Array, name: string): Uint8Array {
  const entry = exportEntry(name, exportKinds.table, 0)
  return changeSections(wasm, new Map([[sections.exports, (body) => withEntries(body, [entry])]]))
}

/** An entry of the list of exports. */
export function exportEntry(name: string, kind: number, index: number): readonly number[] {
  const spelled = new TextEncoder().encode(name)
  return [...writeLeb(spelled.length), ...spelled, kind, ...writeLeb(index)]
}
