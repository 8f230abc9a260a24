import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { DraftDatabase } from '../files/database.ts'
import { DraftStore } from './draft-store.ts'
import { unpackHistory } from './kept-history.ts'
import { freshDatabases, nearby } from './testing/draft-browser.ts'

/**
 * Storage of the previous version after a visit: a draft in the trash, a draft of 1,001 files, and the tab's own draft
 * with a history.
 */
const recorded = JSON.parse(
  readFileSync(new URL('testing/former-drafts.recorded.json', import.meta.url), 'utf8'),
) as Recorded

interface Recorded {
  readonly local: Readonly<Record<string, string>>
  readonly tab: { readonly 'rye.tab': string }
  readonly tables: Readonly<
    Record<'drafts' | 'headers' | 'parts' | 'histories', readonly (readonly [string, unknown])[]>
  >
}

const own = recorded.tab['rye.tab']
const tables = Object.keys(recorded.tables) as (keyof Recorded['tables'])[]

/** A browser with the data of the previous version. */
async function formerBrowser(change: (state: Recorded) => Recorded = (state) => state) {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const state = change(recorded)
  for (const name of tables) {
    const database = await openDB(`rye-${name}`, 1, { upgrade: (made) => void made.createObjectStore(name) })
    for (const [key, value] of state.tables[name]) await database.put(name, value, key)
    database.close()
  }
  const local = nearby()
  const { texts } = local
  for (const [name, text] of Object.entries(state.local)) texts.set(name, text)
  const page = (): DraftStore => new DraftStore({ database: new DraftDatabase(), local, tab: local })
  return { texts, page }
}

/** The stored drafts as a page shows them, each with its history. */
async function shown(store: DraftStore): Promise<unknown> {
  const headers = (await store.headers()).toSorted((a, b) => a.edited_at - b.edited_at)
  const drafts = await Promise.all(
    headers.map(async ({ id }) => {
      const { in_parts: _mark, ...record } = { in_parts: true, ...(await store.load(id)) }
      return [
        record,
        unpackHistory(await store.history(id))?.list.map(({ label, snapshot }) => [label, snapshot.files]),
      ]
    }),
  )
  return { headers, drafts, leftOpen: await store.isLeftOpen(headers.at(-1)!) }
}

/** The databases and keys of the previous version that still exist. */
async function former(texts: ReadonlyMap<string, string>): Promise<unknown> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  return [names, [...texts.keys()].filter((name) => /^rye\.(?:draft|left$)/.test(name))]
}

async function settled(store: DraftStore, texts: ReadonlyMap<string, string>): Promise<void> {
  await store.headers()
  await store.unkept()
  await vi.waitFor(async () => expect(await former(texts)).toEqual([['rye'], []]), { timeout: 10_000 })
}

freshDatabases()

test('drafts of the previous version open as before, and its storage is removed', async () => {
  const { page, texts } = await formerBrowser()
  const store = page()
  const { snapshot, about } = (await store.load(own))!
  expect(snapshot.files['/project/.ai/tools/demo/greet.py']).toContain('"Two."')
  expect(about?.status).toBe('ready')
  expect(unpackHistory(await store.history(own))?.list.map(({ label }) => label)).toEqual([
    'Opened',
    'Edit /project/.ai/tools/demo/greet.py',
    'Edit /project/.ai/tools/demo/greet.py',
  ])
  const headers = (await store.headers()).toSorted((a, b) => a.edited_at - b.edited_at)
  expect(headers.map(({ trashed, about: of }) => [trashed, of?.files])).toEqual([
    [true, 1],
    [false, 1_001],
    [false, 1],
  ])
  const large = (await store.load(headers[1]!.id))!
  expect(Object.keys(large.snapshot.files)).toHaveLength(1_001)
  expect(large.snapshot.files['/project/.ai/tools/t/1000.py']).toBe('x=1000\n')
  await settled(store, texts)
  expect(await shown(page())).toEqual(await shown((await formerBrowser()).page()))
})

test('if a page closes during the move, no data is lost, and the next page continues the move', async () => {
  const wanted = await shown((await formerBrowser()).page())
  const methods = ['put', 'delete'] as const
  const real = { put: IDBObjectStore.prototype.put, delete: IDBObjectStore.prototype.delete }
  // The last number is larger than the number of writes in the move.
  for (const writes of [
    0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 20, 24, 40, 400, 1_000, 1_005, 1_010, 1_012, 1_014, 1_016, 1_018, 1_020,
  ]) {
    const { page, texts } = await formerBrowser()
    let left = writes
    for (const method of methods)
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...given: never[]) {
        if (left-- <= 0) throw new DOMException('the page ended', 'AbortError')
        return (real[method] as (...given: never[]) => never).apply(this, given)
      })
    await page().headers()
    vi.restoreAllMocks()
    expect(await shown(page()), `after ${writes} writes`).toEqual(wanted)
    await settled(page(), texts)
    expect(await shown(page()), `after ${writes} writes, settled`).toEqual(wanted)
  }
})

test('two pages can move the drafts at the same time', async () => {
  const wanted = await shown((await formerBrowser()).page())
  const { page, texts } = await formerBrowser()
  const [one, other] = [page(), page()]
  await Promise.all([one.load(own), other.headers(), one.headers(), other.load(own)])
  await Promise.all([settled(one, texts), settled(other, texts)])
  expect(await shown(one)).toEqual(wanted)
  expect(await shown(other)).toEqual(wanted)
})

test('a draft keeps its history if another page moved it from the journal first', async () => {
  const { texts, page } = await formerBrowser()
  const [first, second] = [page(), page()]
  await first.unkept()
  await vi.waitFor(() => expect([...texts.keys()]).not.toContain(`rye.draft.${own}`), { timeout: 10_000 })
  await settled(second, texts)
  const steps = unpackHistory(await second.history(own))?.list
  expect(steps?.map(({ snapshot }) => JSON.stringify(snapshot).includes('One.'))).toContain(true)
})

test('the newer of two stored states is taken, and a draft changed since the move stays', async () => {
  const { page } = await formerBrowser((state) => {
    const near = JSON.parse(state.local[`rye.draft.${own}`]!) as { edited_at: number }
    const newer = JSON.stringify({ ...near, edited_at: near.edited_at + 1, trashed: true })
    return { ...state, local: { ...state.local, [`rye.draft.${own}`]: newer } }
  })
  expect((await page().load(own))?.trashed).toBe(true)
  const again = await formerBrowser()
  const kept = (await again.page().load(own))!
  await again.page().save({ ...kept, snapshot: { ...kept.snapshot, name: 'Renamed' } })
  await openDB('rye-drafts', 1, { upgrade: (made) => void made.createObjectStore('drafts') }).then(async (database) => {
    await database.put('drafts', JSON.stringify(kept), own)
    database.close()
  })
  expect((await again.page().headers()).map(({ name }) => name)).toContain('Renamed')
  expect((await again.page().load(own))?.snapshot.name).toBe('Renamed')
})

test('an unreadable draft stays in place, and the others are moved', async () => {
  const broken = '{"format":99'
  const { page, texts } = await formerBrowser((state) => {
    const drafts = state.tables.drafts.map(([id, value]) => [id, id === own ? broken : value] as const)
    const parts = state.tables.parts.filter(([key]) => !key.endsWith('/7'))
    const local = Object.fromEntries(Object.entries(state.local).filter(([name]) => !name.endsWith(own)))
    return { local, tab: state.tab, tables: { ...state.tables, drafts, parts } }
  })
  const store = page()
  expect(await store.load(own)).toBeUndefined()
  expect(store.isUnreadable(own)).toBe(true)
  expect((await store.headers()).map(({ trashed }) => trashed)).toEqual([true])
  await store.unkept()
  const database = await openDB('rye-drafts', 1)
  expect(await database.get('drafts', own)).toBe(broken)
  expect(await database.count('drafts')).toBe(2)
  expect([...texts.keys()].filter((name) => name.startsWith('rye.draft.'))).toHaveLength(1)
})
