import { isObject } from '#core/read'
import type { TextStore } from '../files/safe-storage.ts'
import {
  headerOf,
  readHeader,
  readRecord,
  type DraftHeader,
  type DraftRecord,
  type DraftStore,
} from './drafts.svelte.ts'
import { DraftParts, isLarge } from './draft-parts.ts'
import type { KeptHistory } from './kept-history.ts'
import { Unanswered, type Table } from '../files/database.ts'
import { TabClaims } from '../files/tab-claims.ts'

const indexKey = 'rye.drafts'
const recordPrefix = 'rye.draft.'
const recordKey = (id: string): string => recordPrefix + id
const leftKey = 'rye.left'
const tabKey = 'rye.tab'
const trustKey = 'rye.trusted'
/** Small drafts go where a write is done when it returns; larger ones would fill that place for all others. */
const mostCharacters = 600_000
/** Milliseconds for which a database that says nothing is asked again, and between two questions: the first one to be opened on a busy machine may take that long. */
const asking = { whole: 6_000, pause: 1_000 } as const

/** Where a browser keeps drafts: nearby for itself and for one tab, and in tables, of which the histories can be given up whole. */
export interface DraftPlaces {
  readonly local: TextStore
  readonly tab: TextStore
  readonly drafts: Table
  readonly headers: Table
  readonly histories: Table
  /** The files of large drafts. */
  readonly parts: Table
}

/**
 * Drafts in this browser, each small one in two places: local storage, because a write there survives a reload that follows
 * at once, and IndexedDB, because a write there survives a browser that is killed. Large ones are in IndexedDB alone, their files
 * in parts. Either
 * place may refuse, be full, lie or never answer: nothing here rejects, and what can be read of a draft is read.
 * Which draft a tab shows is known to that tab alone.
 */
export class BrowserDraftStore implements DraftStore {
  readonly #places: DraftPlaces
  readonly #parts: DraftParts
  readonly #claims = new TabClaims()
  /** What is kept and cannot be read: it is left as it is, and not looked at again by this page. */
  readonly #unreadable = new Set<string>()

  constructor(places: DraftPlaces) {
    this.#places = places
    this.#parts = new DraftParts(places.parts)
  }

  /** The index as the records tell it: what it lacks is read from them, and what has no record any more is not listed. */
  async headers(): Promise<readonly DraftHeader[]> {
    const { local, drafts, headers } = this.#places
    const [keys, rows] = await Promise.all([
      drafts('readonly', (store) => store.getAllKeys()).catch(() => undefined),
      headers('readonly', (store) => store.getAll()).catch(() => undefined),
    ])
    const near = local.names().flatMap((name) => (name.startsWith(recordPrefix) ? name.slice(recordPrefix.length) : []))
    const far = Array.isArray(keys) ? keys.map(String) : undefined
    const ids = new Set([...near, ...(far ?? [])])
    const listed = new Map<string, DraftHeader>()
    for (const header of [...this.#index(), ...headersIn(rows)]) {
      const other = listed.get(header.id)
      // A database that does not answer may still hold what is not nearby.
      if ((ids.has(header.id) || !far) && (!other || other.edited_at < header.edited_at)) listed.set(header.id, header)
    }
    const missing = [...ids].filter((id) => !listed.has(id) && !this.#unreadable.has(id))
    for (const id of missing) {
      const record = await this.#head(id)
      if (record) listed.set(id, headerOf(record))
    }
    return [...listed.values()]
  }

  #index(): readonly DraftHeader[] {
    return headersIn(parsed(this.#places.local.getItem(indexKey) ?? '[]'))
  }

  async load(id: string): Promise<DraftRecord | undefined> {
    const record = await this.#head(id)
    if (!record?.in_parts) return record
    const files = await this.#parts.load(id)
    if (files) return { ...record, snapshot: { ...record.snapshot, files } }
    this.#unreadable.add(id)
    return undefined
  }

  /** A draft without its files, where those are kept in parts. */
  async #head(id: string): Promise<DraftRecord | undefined> {
    const { local, drafts } = this.#places
    const text = local.getItem(recordKey(id))
    const near = text === null ? undefined : readRecord(parsed(text))
    const kept = await drafts('readonly', (store) => store.get(id)).catch(() => undefined)
    const far = readRecord(typeof kept === 'string' ? parsed(kept) : kept)
    if (!near && !far && (text !== null || kept !== undefined)) this.#unreadable.add(id)
    // Which of them is newer depends on how the page ended: left, reloaded, or killed with its browser.
    return near && (!far || near.edited_at >= far.edited_at) ? near : far
  }

  isUnreadable(id: string): boolean {
    return this.#unreadable.has(id)
  }

  async save(given: DraftRecord): Promise<string | undefined> {
    const { local, histories } = this.#places
    const { files } = given.snapshot
    const inParts = isLarge(files)
    if (inParts && !(await this.#keepParts(given.id, files))) return unkept(Infinity)
    const record = inParts ? headOfLarge(given) : withoutMark(given)
    const text = JSON.stringify(record)
    const near = text.length <= mostCharacters && this.#write(recordKey(record.id), text)
    let far = await this.#keepFar(record, text)
    if (!near && !far) {
      // Histories are what the browser can do without.
      await histories('readwrite', (store) => store.clear()).catch(() => undefined)
      far = await this.#keepFar(record, text)
    }
    if (near || far) {
      // An older state nearby has nothing more to say.
      if (!near) local.removeItem(recordKey(record.id))
      this.#unreadable.delete(record.id)
      this.#write(indexKey, JSON.stringify([headerOf(record), ...this.#index().filter(({ id }) => id !== record.id)]))
    }
    return (near && local.lasting) || far ? undefined : unkept(text.length)
  }

  async #keepParts(id: string, files: DraftRecord['snapshot']['files']): Promise<boolean> {
    const kept = (): Promise<boolean> =>
      this.#parts.save(id, files).then(
        () => true,
        () => false,
      )
    if (await kept()) return true
    // Histories are what the browser can do without.
    await this.#places.histories('readwrite', (store) => store.clear()).catch(() => undefined)
    return kept()
  }

  async #keepFar(record: DraftRecord, text: string): Promise<boolean> {
    const { drafts, headers } = this.#places
    try {
      await drafts('readwrite', (store) => store.put(text, record.id))
      await headers('readwrite', (store) => store.put(headerOf(record), record.id)).catch(() => undefined)
      return true
    } catch {
      return false
    }
  }

  async remove(id: string): Promise<void> {
    const { local, drafts, headers } = this.#places
    local.removeItem(recordKey(id))
    this.#write(indexKey, JSON.stringify(this.#index().filter((header) => header.id !== id)))
    for (const place of [drafts, headers]) await place('readwrite', (store) => store.delete(id)).catch(() => undefined)
    await this.#parts.remove(id)
    await this.keepHistory(id, undefined)
  }

  async history(id: string): Promise<unknown> {
    return this.#places.histories('readonly', (store) => store.get(id)).catch(() => undefined)
  }

  async keepHistory(id: string, kept: KeptHistory | undefined): Promise<void> {
    const { histories } = this.#places
    const forget = () => histories('readwrite', (store) => store.delete(id))
    // Half a history would be a wrong one: what there is no room for is forgotten.
    await (kept ? histories('readwrite', (store) => store.put(kept, id)).catch(forget) : forget()).catch(
      () => undefined,
    )
  }

  tabDraft(): string | undefined {
    return this.#places.tab.getItem(tabKey) ?? undefined
  }

  setTabDraft(id: string): void {
    this.#places.tab.setItem(tabKey, id)
  }

  isTrusted(id: string): boolean {
    return this.#places.tab.getItem(trustKey) === id
  }

  trust(id: string): void {
    this.#places.tab.setItem(trustKey, id)
  }

  claim(id: string): Promise<boolean> {
    return this.#claims.claim(id)
  }

  leave(id: string, edited_at: number): void {
    const known = new Set(this.#index().map((header) => header.id))
    const others = Object.entries(this.#left()).filter(([other]) => known.has(other))
    this.#write(leftKey, JSON.stringify(Object.fromEntries([...others, [id, edited_at]])))
  }

  async unkept(): Promise<string | undefined> {
    if (await this.#answers(performance.now() + asking.whole)) return undefined
    return this.#places.local.lasting
      ? `This browser’s database does not work for this page: drafts of more than ${mostCharacters.toLocaleString('en')} characters and histories are not kept, and what was typed right before a crash may be lost.`
      : 'This browser keeps nothing for this page: a reload starts anew. Take home what you want to keep, as a zip or a link.'
  }

  async #answers(until: number): Promise<boolean> {
    try {
      await this.#places.drafts('readonly', (store) => store.count())
      return true
    } catch (error) {
      if (!(error instanceof Unanswered) || performance.now() > until) return false
    }
    await new Promise((resolve) => setTimeout(resolve, asking.pause))
    return this.#answers(until)
  }

  async isLeftOpen({ id, edited_at }: DraftHeader): Promise<boolean> {
    const left = this.#left()[id]
    // What was written at the last moment may stand in the record and not yet in its row.
    return !(typeof left === 'number' && left >= edited_at) && !(await this.#claims.isHeld(id))
  }

  /** When each draft was edited last that was left in good order. */
  #left(): Readonly<Record<string, unknown>> {
    const kept = parsed(this.#places.local.getItem(leftKey) ?? '{}')
    return isObject(kept) ? kept : {}
  }

  #write(name: string, text: string): boolean {
    try {
      this.#places.local.setItem(name, text)
      return true
    } catch {
      return false
    }
  }
}

function unkept(characters: number): string {
  const reason =
    characters > mostCharacters
      ? 'The browser has no room left for this draft, or its database does not answer.'
      : 'The browser has no room left for this draft, or keeps nothing for this page.'
  return `${reason} Export it as a zip, then empty the trash of the library.`
}

/** What is kept of a large draft beside its parts. Texts as they were signed would be a second copy of it. */
function headOfLarge({ signed: _signed, snapshot, ...record }: DraftRecord): DraftRecord {
  return { ...record, snapshot: { ...snapshot, files: {} }, in_parts: true }
}

function withoutMark({ in_parts: _mark, ...record }: DraftRecord): DraftRecord {
  return record
}

function headersIn(rows: unknown): readonly DraftHeader[] {
  return Array.isArray(rows) ? rows.flatMap((row: unknown) => readHeader(row) ?? []) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
