import { expect, test, vi } from 'vitest'
import {
  browser,
  fill,
  freshDatabases,
  history,
  many,
  record,
  snapshot,
  withFiles,
  written,
} from './testing/draft-browser.ts'

freshDatabases()

test('a change of one file writes the head and one row, also on a later visit, and a deleted file loses its row', async () => {
  const { page } = browser()
  const store = page()
  await store.save(record(1, withFiles(many)))
  const { '/project/t7.py': _gone, ...rest } = { ...many, '/project/t8.py': 'changed' }
  const first = written()
  await store.save(record(2, withFiles(rest)))
  expect(first).toEqual(['one', ['one', 'file', '/project/t8.py']])
  vi.restoreAllMocks()
  const later = page()
  expect((await later.load('one'))?.snapshot.files).toEqual(rest)
  const second = written()
  await later.save(record(3, withFiles({ ...rest, '/project/t1.py': 'y' })))
  expect(second).toEqual(['one', ['one', 'file', '/project/t1.py']])
  expect((await page().load('one'))?.snapshot.files).toEqual({ ...rest, '/project/t1.py': 'y' })
})

test('a failed write leaves the stored draft unchanged, and the next one with room writes everything', async () => {
  const { local, page } = browser()
  local.full = true
  const store = page()
  await store.save(record(1, withFiles(many)))
  const changed = { ...many, '/project/t1.py': 'changed', '/project/t2999.py': 'changed' }
  fill((_table, key) => String(key) === 'one,file,/project/t2999.py')
  expect(await store.save(record(2, withFiles(changed)))).toContain('browser storage is full')
  vi.restoreAllMocks()
  expect(await page().load('one')).toEqual(record(1, withFiles(many)))
  await store.save(record(3, withFiles(changed)))
  expect(await page().load('one')).toEqual(record(3, withFiles(changed)))
})

test('the last of several concurrent saves wins', async () => {
  const { page } = browser()
  const store = page()
  await store.save(record(1, withFiles({ '/project/a': '1' })))
  await Promise.all([
    store.save(record(2, withFiles({ '/project/a': '2', '/project/b': 'b' }))),
    store.load('one'),
    store.save(record(3, withFiles({ '/project/a': '1' }))),
  ])
  await store.save(record(4, withFiles({ '/project/a': '1', '/project/c': 'c' })))
  expect(await page().load('one')).toEqual(record(4, withFiles({ '/project/a': '1', '/project/c': 'c' })))
})

test('two drafts stay separate, and a removed draft loses its history', async () => {
  const { page } = browser()
  const store = page()
  await store.save(record(1, withFiles(many)))
  await store.save(record(2, { id: 'one/2' }))
  await store.save(record(2, { id: 'on' }))
  await store.keepHistory('one', history)
  await store.remove('one')
  expect(await page().load('one')).toBeUndefined()
  expect(await page().history('one')).toBeUndefined()
  expect((await page().headers()).map(({ id }) => id)).toEqual(['on', 'one/2'])
  expect((await page().load('one/2'))?.snapshot).toEqual(snapshot)
})
