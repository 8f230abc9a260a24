import { expect, test } from 'vitest'
import { memoryTable } from '../files/testing/memory-table.ts'
import { DraftParts, isLarge } from './draft-parts.ts'

const many = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, at) => [`/project/.ai/tools/t${at}.py`, `x = ${at}\n`]),
)

test('a large draft comes back as it was kept', async () => {
  const { table } = memoryTable()
  const files = { ...many, '/project/picture': { base64: 'AA==' } }
  await new DraftParts(table).save('one', files)
  expect(await new DraftParts(table).load('one')).toEqual(files)
})

test('a change of one file writes one part, and what was deleted is gone', async () => {
  const { table, written } = memoryTable()
  const parts = new DraftParts(table)
  await parts.save('one', many)
  written.length = 0
  const { '/project/.ai/tools/t7.py': _gone, ...rest } = { ...many, '/project/.ai/tools/t8.py': 'changed' }
  await parts.save('one', rest)
  expect(written).toHaveLength(1)
  expect(written[0]).toBeLessThanOrEqual(2)
  await parts.save('one', rest)
  expect(written).toHaveLength(1)
  expect(await new DraftParts(table).load('one')).toEqual(rest)
})

test('the first state is written piece by piece, so that the page goes on between them', async () => {
  const { table, written } = memoryTable()
  await new DraftParts(table).save('one', many)
  expect(Math.max(...written)).toBe(1)
})

test('after a change on a later visit one part is written too', async () => {
  const { table, written } = memoryTable()
  await new DraftParts(table).save('one', many)
  const parts = new DraftParts(table)
  const files = (await parts.load('one')) ?? {}
  written.length = 0
  await parts.save('one', { ...files, '/project/.ai/tools/t1.py': 'y' })
  expect(written).toEqual([1])
})

test('two drafts do not mix, and a removed one is gone', async () => {
  const { table, rows } = memoryTable()
  const parts = new DraftParts(table)
  await parts.save('one', many)
  await parts.save('two', { ...many, '/project/extra': 'e' })
  await parts.remove('two')
  expect(await parts.load('two')).toBeUndefined()
  expect(await parts.load('one')).toEqual(many)
  await parts.remove('one')
  expect(rows.size).toBe(0)
})

test('only of the draft that was kept last are the files held on to', async () => {
  const { table, written } = memoryTable()
  const parts = new DraftParts(table)
  await parts.save('one', many)
  await parts.save('two', { '/project/a': 'a' })
  written.length = 0
  await parts.save('one', many)
  expect(written).toHaveLength(64)
})

test('a full store is said, and everything is written once there is room', async () => {
  const store = memoryTable()
  const parts = new DraftParts(store.table)
  await parts.save('one', many)
  const changed = { ...many, '/project/.ai/tools/t1.py': 'changed' }
  store.full = true
  await expect(parts.save('one', changed)).rejects.toThrow('full')
  store.full = false
  store.written.length = 0
  await parts.save('one', changed)
  expect(store.written).toHaveLength(64)
  expect(await new DraftParts(store.table).load('one')).toEqual(changed)
})

test('large is what has many files or many characters', () => {
  expect(isLarge({ a: 'x' })).toBe(false)
  expect(isLarge(many)).toBe(true)
  expect(isLarge({ a: 'x'.repeat(2_000_001) })).toBe(true)
  expect(isLarge({ a: { base64: 'A'.repeat(2_000_004) } })).toBe(true)
})
