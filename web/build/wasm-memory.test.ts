import { expect, test } from 'vitest'
import { capWasmMemory } from './wasm-memory.ts'

// (module (memory (export "m") 1) (func (export "grow") (param i32) (result i32) local.get 0 memory.grow))
const growing = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 3, 2, 1, 0, 5, 3, 1, 0, 1, 7, 12, 2, 1, 109, 2, 0, 4, 103,
  114, 111, 119, 0, 0, 10, 8, 1, 6, 0, 32, 0, 64, 0, 11,
])

async function grow(wasm: Uint8Array, pages: number): Promise<number> {
  const { instance } = await WebAssembly.instantiate(wasm.slice().buffer)
  return (instance.exports.grow as (pages: number) => number)(pages)
}

test('a capped memory grows only up to its limit', async () => {
  const capped = capWasmMemory(growing, 200 * 65536)
  expect(await grow(capped, 199)).toBe(1)
  expect(await grow(capped, 200)).toBe(-1)
  expect(await grow(growing, 200)).toBe(1)
})

test('a module without memory is refused', () => {
  expect(() => capWasmMemory(growing.slice(0, 8), 65536)).toThrow('has no section')
})
