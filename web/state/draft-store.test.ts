import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { exactTexts } from '#core/testing'
import { DraftDatabase } from '../files/database.ts'
import { safeStorage, type TextStore } from '../files/safe-storage.ts'
import { DraftStore } from './draft-store.ts'
import { headerOf, type DraftRecord } from './draft-record.ts'
import type { KeptHistory } from './kept-history.ts'

const snapshot: Snapshot = {
  format: 1,
  name: 'draft',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  item_id: 'a',
  parameters: '{}',
  files: { '/project/a': 'a' },
}
const record = (edited_at: number, more: Partial<DraftRecord> = {}): DraftRecord => ({
  format: 1,
  id: 'one',
  snapshot,
  origin: { kind: 'own' },
  edited_at,
  trashed: false,
  signed: {},
  ...more,
})
const withFiles = (files: Snapshot['files']): Partial<DraftRecord> => ({ snapshot: { ...snapshot, files } })
const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`/project/t${at}.py`, `x = ${at}\n`]))
const history: KeptHistory = { format: 1, at: 0, steps: [] }

/** Local storage that may be full, in which texts can be put by hand. */
function nearby(lasting = true): TextStore & { readonly texts: Map<string, string>; full: boolean } {
  const texts = new Map<string, string>()
  return {
    texts,
    full: false,
    lasting,
    getItem: (name) => texts.get(name) ?? null,
    setItem(name, text) {
      if (this.full) throw new DOMException('full', 'QuotaExceededError')
      texts.set(name, text)
    },
    removeItem: (name) => void texts.delete(name),
    names: () => [...texts.keys()],
  }
}

function browser(local = nearby()) {
  const tab = safeStorage(() => {
    throw new Error('refused')
  })
  /** A page of this browser, as after a reload. */
  const page = (): DraftStore => new DraftStore({ database: new DraftDatabase(), local, tab })
  return { local, page }
}

const put = IDBObjectStore.prototype.put

/** Have no room in the database, where `row` says so. */
function fill(row: (table: string, key: unknown) => boolean = () => true): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (row(this.name, key)) throw new DOMException('full', 'QuotaExceededError')
    return put.call(this, value, key)
  })
}

/** The keys that are written from now on. */
function written(): unknown[] {
  const keys: unknown[] = []
  fill((_table, key) => {
    keys.push(key)
    return false
  })
  return keys
}

/** Let so many milliseconds pass; the database takes turns of its own, which are not of these timers. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500)
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

test('a draft is in the database alone once it is kept, and comes back with its spelling', async () => {
  const parameters = `[${exactTexts.map(([text]) => text).join(', ')}]`
  const { local, page } = browser()
  const signed = { '/project/a': 'signed', '/project/gone': { base64: 'AA==' } }
  const kept = record(1, { snapshot: { ...snapshot, parameters }, signed })
  expect(await page().save(kept)).toBeUndefined()
  expect([...local.texts]).toEqual([])
  expect(await page().load('one')).toEqual(kept)
})

test('the last moment of a page is in the journal, and the database takes it over', async () => {
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

test('of two states the newer one is read, whichever place it is in', async () => {
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

test('where the database has no room the journal has the draft, also of the same time', async () => {
  const { page } = browser()
  await page().save(record(1))
  fill()
  expect(await page().save(record(1, { trashed: true }))).toBeUndefined()
  expect((await page().headers())[0]?.trashed).toBe(true)
  expect((await page().load('one'))?.trashed).toBe(true)
})

test('where neither place has room the histories make some, and if that is not enough it is said', async () => {
  const { local, page } = browser()
  const store = page()
  await store.keepHistory('one', history)
  local.full = true
  fill()
  expect(await store.save(record(1))).toContain('no room left')
  vi.restoreAllMocks()
  expect(await store.history('one')).toBeUndefined()
  expect(await store.load('one')).toBeUndefined()
  await store.keepHistory('one', history)
  let refusals = 1
  fill((table) => table === 'drafts' && refusals-- > 0)
  expect(await store.save(record(1))).toBeUndefined()
  expect(await store.history('one')).toBeUndefined()
})

test('a draft that is too long for the journal is not kept where the database does not take it, and that is said', async () => {
  const { local, page } = browser()
  fill()
  expect(await page().save(record(1, withFiles({ '/project/a': 'x'.repeat(700_000) })))).toContain('does not answer')
  expect(local.texts.size).toBe(0)
})

test('what only this page remembers is not kept, and that is said', async () => {
  const { page } = browser(nearby(false))
  vi.stubGlobal('indexedDB', undefined)
  const store = page()
  expect(await store.headers()).toEqual([])
  expect(await store.load('one')).toBeUndefined()
  expect(await store.save(record(1))).toContain('keeps nothing for this page')
  expect(await store.load('one')).toEqual(record(1))
  expect(await store.unkept()).toContain('a reload starts anew')
})

test('a database that answers late, as the first on a busy machine, is not reported as one that does not work', async () => {
  const { page } = browser()
  // As long as another page has it open, it is not deleted, and whoever wants to open it after that waits.
  const other = await openDB('rye', 1)
  void deleteDB('rye')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const said = page().unkept()
    await pass(10_000)
    expect(await said).toContain('database does not work for this page')
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
  ['no JSON', '{'],
  ['another format', JSON.stringify({ ...record(1), format: 2 })],
  ['no time', JSON.stringify({ ...record(1), edited_at: 'now' })],
  ['an origin without its name', JSON.stringify(record(1, { origin: { kind: 'link' } as never }))],
  ['a snapshot without files', JSON.stringify({ ...record(1), snapshot: { ...snapshot, files: undefined } })],
  ['signed texts that are none', JSON.stringify({ ...record(1), signed: { '/project/a': 5 } })],
])('what cannot be read is left as it is and not listed: %s', async ([, text]) => {
  const { local, page } = browser()
  local.texts.set('rye.draft.one', text)
  const store = page()
  expect(await store.load('one')).toBeUndefined()
  expect(store.isUnreadable('one')).toBe(true)
  expect(await store.headers()).toEqual([])
  await store.unkept()
  expect(local.texts.get('rye.draft.one')).toBe(text)
})

test('a change of one file writes one row beside the head, on a later visit too, and what was deleted is gone', async () => {
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

test('a draft that could not be written whole is as it was, and everything is written once there is room', async () => {
  const { local, page } = browser()
  local.full = true
  const store = page()
  await store.save(record(1, withFiles(many)))
  const changed = { ...many, '/project/t1.py': 'changed', '/project/t2999.py': 'changed' }
  fill((_table, key) => String(key) === 'one,file,/project/t2999.py')
  expect(await store.save(record(2, withFiles(changed)))).toContain('no room left')
  vi.restoreAllMocks()
  expect(await page().load('one')).toEqual(record(1, withFiles(many)))
  await store.save(record(3, withFiles(changed)))
  expect(await page().load('one')).toEqual(record(3, withFiles(changed)))
})

test('saves that follow each other at once end with the last', async () => {
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

test('two drafts do not mix, and a removed one is gone with its history', async () => {
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

test('a draft was left open unless it was left in good order at or after its last change', async () => {
  const { page } = browser()
  const store = page()
  await store.save(record(5))
  const header = headerOf(record(5))
  expect(await store.isLeftOpen(header)).toBe(true)
  store.leave(5)
  // One that was edited earlier says nothing of it.
  store.leave(3)
  expect(await page().isLeftOpen(header)).toBe(false)
  expect(await store.isLeftOpen({ ...header, edited_at: 6 })).toBe(true)
})

test('a history there is no room for is deleted: half of one would be a wrong one', async () => {
  const { page } = browser()
  const store = page()
  await store.keepHistory('one', history)
  expect(await store.history('one')).toEqual(history)
  fill()
  await store.keepHistory('one', { ...history, at: 1 })
  expect(await store.history('one')).toBeUndefined()
})

test('another page that wants the database gets it, and this one continues', async () => {
  const { page } = browser()
  const store = page()
  await store.save(record(1))
  await new Promise((resolve) => (indexedDB.deleteDatabase('rye').onsuccess = resolve))
  expect(await store.save(record(2))).toBeUndefined()
  expect((await page().load('one'))?.edited_at).toBe(2)
})
