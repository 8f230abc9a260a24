import { beforeEach, expect, test, vi } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { exactTexts } from '#core/testing'
import { safeStorage, type TextStore } from '../files/safe-storage.ts'
import { memoryTable } from '../files/testing/memory-table.ts'
import { BrowserDraftStore } from './draft-store.ts'
import { headerOf, type DraftRecord } from './drafts.svelte.ts'
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
/** Longer than what is kept nearby, and not so long that it is kept in parts. */
const long = { ...snapshot, files: { '/project/a': 'x'.repeat(700_000) } }
const history: KeptHistory = { format: 1, at: 0, steps: [] }

/** Storage that may be full, in which texts can be put by hand. */
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
  const [drafts, headers, histories, parts] = [memoryTable(), memoryTable(), memoryTable(), memoryTable()]
  const tab = safeStorage(() => {
    throw new Error('refused')
  })
  const tables = { drafts: drafts.table, headers: headers.table, histories: histories.table, parts: parts.table }
  /** A page of this browser, as after a reload. */
  const page = (): BrowserDraftStore => new BrowserDraftStore({ local, tab, ...tables })
  return { local, drafts, headers, histories, parts, page }
}

beforeEach(() => {
  // Neither locks nor other tabs: no draft is held.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('BroadcastChannel', undefined)
  return () => vi.unstubAllGlobals()
})

test('a draft comes back after a reload, from either of its places alone', async () => {
  const { local, drafts, page } = browser()
  expect(await page().save(record(1))).toBeUndefined()
  expect(await page().load('one')).toEqual(record(1))
  local.texts.clear()
  expect(await page().load('one')).toEqual(record(1))
  await page().save(record(2))
  drafts.silent = true
  expect(await page().load('one')).toEqual(record(2))
})

test('of two states the newer one is read, whichever place it is in', async () => {
  const { local, drafts, page } = browser()
  await page().save(record(1))
  const older = local.texts.get('rye.draft.one') ?? ''
  await page().save(record(2))
  // A browser that is killed forgets what was written nearby last.
  local.texts.set('rye.draft.one', older)
  expect((await page().load('one'))?.edited_at).toBe(2)
  drafts.silent = true
  await page().save(record(3))
  drafts.silent = false
  expect((await page().load('one'))?.edited_at).toBe(3)
})

test('what is too long for the place nearby is in the database alone, and no older state stays nearby', async () => {
  const { local, drafts, page } = browser()
  await page().save(record(1))
  expect(await page().save(record(2, { snapshot: long }))).toBeUndefined()
  expect(local.texts.has('rye.draft.one')).toBe(false)
  expect((await page().load('one'))?.edited_at).toBe(2)
  drafts.silent = true
  expect(await page().save(record(3, { snapshot: long }))).toContain('its database does not answer')
})

test('where neither place has room the histories make some, and if that is not enough it is said', async () => {
  const { local, drafts, histories, page } = browser()
  const store = page()
  await store.keepHistory('one', history)
  local.full = drafts.full = true
  expect(await store.save(record(1))).toContain('no room left')
  expect(histories.rows.size).toBe(0)
  expect(await store.load('one')).toBeUndefined()
})

test('what only this page remembers is not kept, and that is said', async () => {
  const { drafts, page } = browser(nearby(false))
  drafts.silent = true
  expect(await page().save(record(1))).toContain('keeps nothing for this page')
  expect(await unkeptOf(page())).toContain('a reload starts anew')
  drafts.silent = false
  expect(await page().save(record(2))).toBeUndefined()
  expect(await page().unkept()).toBeUndefined()
})

/** What a page says in the end that it does not keep; `meanwhile` happens after three seconds. */
async function unkeptOf(
  store: BrowserDraftStore,
  meanwhile: () => void = () => undefined,
): Promise<string | undefined> {
  vi.useFakeTimers()
  try {
    const said = store.unkept()
    setTimeout(meanwhile, 3_000)
    await vi.advanceTimersByTimeAsync(20_000)
    return await said
  } finally {
    vi.useRealTimers()
  }
}

test('a database that answers late, as the first on a busy machine, is not told as one that does not work', async () => {
  const { drafts, page } = browser()
  drafts.silent = true
  expect(await unkeptOf(page())).toContain('database does not work for this page')
  expect(await unkeptOf(page(), () => (drafts.silent = false))).toBeUndefined()
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
  expect(local.texts.get('rye.draft.one')).toBe(text)
})

test('the library lists what has a record: what the index lacks is read, what is gone is not listed', async () => {
  const { local, headers, page } = browser()
  const store = page()
  await store.save(record(1))
  await store.save(record(2, { id: 'two' }))
  local.texts.delete('rye.drafts')
  await headers.table('readwrite', (rows) => rows.clear())
  expect((await store.headers()).map(({ id }) => id).toSorted()).toEqual(['one', 'two'])
  await store.save(record(3))
  await store.remove('one')
  local.texts.set('rye.drafts', JSON.stringify([headerOf(record(3))]))
  expect((await store.headers()).map(({ id }) => id)).toEqual(['two'])
})

test('a large draft is kept in parts, and comes back whole or not at all', async () => {
  const { parts, drafts, local, page } = browser()
  const files = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`/project/f${at}`, `${at}`]))
  const large = record(1, { snapshot: { ...snapshot, files } })
  expect(await page().save(large)).toBeUndefined()
  expect((await page().load('one'))?.snapshot.files).toEqual(files)
  expect(`${local.texts.get('rye.draft.one')}${JSON.stringify([...drafts.rows.values()])}`).not.toContain('/project/f1')
  await parts.table('readwrite', (rows) => rows.delete('one/7'))
  const store = page()
  expect(await store.load('one')).toBeUndefined()
  expect(store.isUnreadable('one')).toBe(true)
})

test('a draft was left open unless it was left in good order at or after its last change', async () => {
  const { page } = browser()
  const store = page()
  await store.save(record(5))
  const header = headerOf(record(5))
  expect(await store.isLeftOpen(header)).toBe(true)
  store.leave('one', 5)
  expect(await store.isLeftOpen(header)).toBe(false)
  expect(await store.isLeftOpen({ ...header, edited_at: 6 })).toBe(true)
})

test('a history there is no room for is forgotten: half of one would be a wrong one', async () => {
  const { histories, page } = browser()
  const store = page()
  await store.keepHistory('one', history)
  expect(await store.history('one')).toEqual(history)
  histories.full = true
  await store.keepHistory('one', { ...history, at: 1 })
  expect(await store.history('one')).toBeUndefined()
})

test('a draft keeps its parameters with their spelling', async () => {
  const parameters = `[${exactTexts.map(([text]) => text).join(', ')}]`
  const { local, page } = browser()
  await page().save(record(1, { snapshot: { ...snapshot, parameters } }))
  expect((await page().load('one'))?.snapshot.parameters).toBe(parameters)
  local.texts.clear()
  expect((await page().load('one'))?.snapshot.parameters).toBe(parameters)
})
