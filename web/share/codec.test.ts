import { expect, test } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { fileSizes } from './codec.ts'

const empty: Snapshot = {
  format: 1,
  name: 'Many files',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  item_id: 'rye/bash',
  parameters: '{}',
  files: {},
}

test('the largest of many files are listed first', () => {
  const noise = (length: number): string =>
    Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * index * 7919) % 89))).join('')
  const small = Array.from({ length: 80 }, (_, index) => [`/project/.ai/tools/t${index}.py`, `x = ${index}\n`] as const)
  const files = { ...Object.fromEntries(small), '/project/big.txt': noise(4000), '/project/middle.txt': noise(900) }
  const sizes = fileSizes({ ...empty, files })
  expect(sizes).toHaveLength(82)
  expect(sizes.slice(0, 2).map(({ path }) => path)).toEqual(['/project/big.txt', '/project/middle.txt'])
})
