import { joinBytes } from '../files/bytes.ts'
import { readLeb, writeLeb } from './wasm-memory.ts'

/** Sections of a WebAssembly module by what they hold. */
export const sections = { types: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10, data: 11 } as const

type Change = (body: Uint8Array) => Uint8Array

/** A module with some of its sections changed, each of which it must have. */
export function changeSections(wasm: Uint8Array, changes: ReadonlyMap<number, Change>): Uint8Array {
  const parts = [wasm.subarray(0, 8)]
  const missing = new Set(changes.keys())
  for (const { id, from, body } of sectionsOf(wasm)) {
    const change = changes.get(id)
    missing.delete(id)
    const whole = wasm.subarray(from, body.byteOffset - wasm.byteOffset + body.length)
    parts.push(change === undefined ? whole : section(id, change(body)))
  }
  if (missing.size > 0) throw new Error(`the module lacks its section ${[...missing].join(', ')}`)
  return joinBytes(parts)
}

/** What a section holds. */
export function sectionOf(wasm: Uint8Array, id: number): Uint8Array {
  const found = sectionsOf(wasm).find((part) => part.id === id)
  if (found === undefined) throw new Error(`the module lacks its section ${id}`)
  return found.body
}

/** A list with further entries, each written as the format has it. */
export function withEntries(body: Uint8Array, entries: readonly (readonly number[])[]): Uint8Array {
  const count = readLeb(body, 0)
  const head = Uint8Array.from(writeLeb(count.value + entries.length))
  return joinBytes([head, body.subarray(count.next), Uint8Array.from(entries.flat())])
}

function section(id: number, body: Uint8Array): Uint8Array {
  return joinBytes([Uint8Array.from([id, ...writeLeb(body.length)]), body])
}

interface Section {
  readonly id: number
  readonly from: number
  readonly body: Uint8Array
}

function sectionsOf(wasm: Uint8Array): readonly Section[] {
  const found: Section[] = []
  for (let from = 8; from < wasm.length;) {
    const size = readLeb(wasm, from + 1)
    const end = size.next + size.value
    found.push({ id: wasm[from] ?? 0, from, body: wasm.subarray(size.next, end) })
    from = end
  }
  return found
}
