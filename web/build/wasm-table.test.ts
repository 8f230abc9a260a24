import { expect, test } from 'vitest'
import { exportWasmTable } from './wasm-table.ts'

test('a module exports its table in addition to its own exports', () => {
  const wasm = Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...[4, 4, 1, 112, 0, 3], // a table of three functions
    ...[5, 3, 1, 0, 1], // a memory of one page
    ...[7, 5, 1, 1, 109, 2, 0], // export "m", the memory
  )
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(exportWasmTable(wasm, 'table').slice()))
  expect(Object.keys(exports)).toEqual(['m', 'table'])
  expect(exports.table).toHaveProperty('length', 3)
})

test('a module without exports is refused', () => {
  expect(() => exportWasmTable(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0), 'table')).toThrow('has no section 7')
})
