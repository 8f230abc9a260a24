import { deleteDB, openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { exactTexts } from '#core/testing'
import { headerOf } from './draft-record.ts'
import { browser, fill, freshDatabases, history, nearby, record, snapshot, withFiles } from './testing/draft-browser.ts'

freshDatabases()

/** Advance the fake timers by a number of milliseconds, with real turns of the event loop for the database. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500)
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a saved draft is only in the database, and loads unchanged', async () => {
  const parameters = `[${exactTexts.map(([text]) => text).join(', ')}]`
  const { local, page } = browser()
  const signed = { '/project/a': 'signed', '/project/gone': { base64: 'AA==' } }
  const kept = record(1, { snapshot: { ...snapshot, parameters }, signed })
  expect(await page().save(kept)).toBeUndefined()
  expect([...local.texts]).toEqual([])
  expect(await page().load('one')).toEqual(kept)
})

test('the last state of a page is stored in the journal and moves to the database', async () => {
  const { local, page } = browser()
  await page().save(record(1, withFiles({ '/project/a': 'a', '/project/gone': 'g' })))
  fill()
  const left = page()
  void left.save(record(2))
  left.leave(2)
  vi.restoreAllMocks()
  const next = page()
  expect(await next.load('one')).toEqual(record(2))
  expect(await next.unkept()).toBeUndefined()
  await vi.waitFor(() => expect(local.texts.has('rye.draft.one')).toBe(false))
  expect(await page().load('one')).toEqual(record(2))
})

test('the newer of two states is loaded, from the database or the journal', async () => {
  const { local, page } = browser()
  local.texts.set('rye.draft.one', JSON.stringify(record(2)))
  await page().save(record(1, { id: 'other' }))
  expect((await page().load('one'))?.edited_at).toBe(2)
  await page().save(record(3))
  local.texts.set('rye.draft.one', JSON.stringify(record(2)))
  expect((await page().load('one'))?.edited_at).toBe(3)
  expect((await page().headers()).map(({ id, edited_at }) => [id, edited_at])).toEqual([
    ['one', 3],
    ['other', 1],
  ])
  await page().unkept()
  await vi.waitFor(() => expect(local.texts.size).toBe(0))
  expect((await page().load('one'))?.edited_at).toBe(3)
})

test('the journal stores the draft if the database is full, even with the same edit time', async () => {
  const { page } = browser()
  await page().save(record(1))
  fill()
  expect(await page().save(record(1, { trashed: true }))).toBeUndefined()
  expect((await page().headers())[0]?.trashed).toBe(true)
  expect((await page().load('one'))?.trashed).toBe(true)
})

test('histories are deleted if database and journal are full, and a draft that still does not fit is reported', async () => {
  const { local, page } = browser()
  const store = page()
  await store.keepHistory('one', history)
  local.full = true
  fill()
  expect(await store.save(record(1))).toContain('browser storage is full')
  vi.restoreAllMocks()
  expect(await store.history('one')).toBeUndefined()
  expect(await store.load('one')).toBeUndefined()
  await store.keepHistory('one', history)
  let refusals = 1
  fill((table) => table === 'drafts' && refusals-- > 0)
  expect(await store.save(record(1))).toBeUndefined()
  expect(await store.history('one')).toBeUndefined()
})

test('a draft that fits neither the database nor the journal is reported as not saved', async () => {
  const { local, page } = browser()
  fill()
  expect(await page().save(record(1, withFiles({ '/project/a': 'x'.repeat(700_000) })))).toContain('does not respond')
  expect(local.texts.size).toBe(0)
})

test("a draft that is only in the page's memory is reported as not saved", async () => {
  const { page } = browser(nearby(false))
  vi.stubGlobal('indexedDB', undefined)
  const store = page()
  expect(await store.headers()).toEqual([])
  expect(await store.load('one')).toBeUndefined()
  expect(await store.save(record(1))).toContain('browser storage is full or turned off')
  expect(await store.load('one')).toEqual(record(1))
  expect(await store.unkept()).toContain('a reload discards them')
})

test('a database is reported as broken after ten seconds without an answer, but not if it answers earlier', async () => {
  const { page } = browser()
  // A database that another page has open is not deleted, and the next page to open it waits.
  const other = await openDB('rye', 1)
  void deleteDB('rye')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const said = page().unkept()
    await pass(10_000)
    expect(await said).toContain('database does not work')
    const late = page().unkept()
    await pass(5_000)
    other.close()
    await pass(5_000)
    expect(await late).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test.for([
  ['invalid JSON', '{'],
  ['another format', JSON.stringify({ ...record(1), format: 2 })],
  ['no time', JSON.stringify({ ...record(1), edited_at: 'now' })],
  ['an origin without its name', JSON.stringify(record(1, { origin: { kind: 'link' } as never }))],
  ['a snapshot without files', JSON.stringify({ ...record(1), snapshot: { ...snapshot, files: undefined } })],
  ['invalid signed texts', JSON.stringify({ ...record(1), signed: { '/project/a': 5 } })],
])('an unreadable draft stays unchanged and is not listed: %s', async ([, text]) => {
  const { local, page } = browser()
  local.texts.set('rye.draft.one', text)
  const store = page()
  expect(await store.load('one')).toBeUndefined()
  expect(store.isUnreadable('one')).toBe(true)
  expect(await store.headers()).toEqual([])
  await store.unkept()
  expect(local.texts.get('rye.draft.one')).toBe(text)
})

test('a draft counts as left open unless its page closed properly after the last change', async () => {
  const { page } = browser()
  const store = page()
  await store.save(record(5))
  const header = headerOf(record(5))
  expect(await store.isLeftOpen(header)).toBe(true)
  store.leave(5)
  // Leaving an earlier state does not change the mark.
  store.leave(3)
  expect(await page().isLeftOpen(header)).toBe(false)
  expect(await store.isLeftOpen({ ...header, edited_at: 6 })).toBe(true)
})

test('a history that does not fit is deleted, because half a history would be wrong', async () => {
  const { page } = browser()
  const store = page()
  await store.keepHistory('one', history)
  expect(await store.history('one')).toEqual(history)
  fill()
  await store.keepHistory('one', { ...history, at: 1 })
  expect(await store.history('one')).toBeUndefined()
})

test('a page gives up the database for another page and continues', async () => {
  const { page } = browser()
  const store = page()
  await store.save(record(1))
  await new Promise((resolve) => (indexedDB.deleteDatabase('rye').onsuccess = resolve))
  expect(await store.save(record(2))).toBeUndefined()
  expect((await page().load('one'))?.edited_at).toBe(2)
})
