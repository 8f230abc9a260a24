import type { TextStore } from './safe-storage.ts'
import { readRecord, type DraftHeader, type DraftRecord, type DraftStore } from '../state/drafts.svelte.ts'
import type { KeptHistory } from '../state/kept-history.ts'
import { table } from './database.ts'

const large = table('rye-drafts', 'drafts')
/** A database of its own, so that it can be given up whole. */
const histories = table('rye-histories', 'histories')

const indexKey = 'rye.drafts'
const recordKey = (id: string): string => `rye.draft.${id}`
const tabKey = 'rye.tab'
const trustKey = 'rye.trusted'
/** Small drafts go where a write is done when it returns; larger ones would fill that place for all others. */
const mostCharacters = 600_000

/**
 * Drafts in this browser: small ones in local storage, because a write there survives a reload that follows at once,
 * large ones in IndexedDB. Which draft a tab shows is known to that tab alone.
 */
export class BrowserDraftStore implements DraftStore {
  readonly #local: TextStore
  readonly #tab: TextStore
  #release: (() => void) | undefined

  constructor(local: TextStore, tab: TextStore) {
    this.#local = local
    this.#tab = tab
  }

  /** The index, and beside it what the index had no room for. */
  async headers(): Promise<readonly DraftHeader[]> {
    const listed = this.#index()
    const known = new Set(listed.map(({ id }) => id))
    try {
      const ids = ((await large('readonly', (store) => store.getAllKeys())) as IDBValidKey[]).map(String)
      const others = await Promise.all(ids.filter((id) => !known.has(id)).map((id) => this.load(id)))
      return [...listed, ...others.flatMap((record) => (record ? [headerOf(record)] : []))]
    } catch {
      return listed // there is no room beside it
    }
  }

  #index(): readonly DraftHeader[] {
    try {
      const list: unknown = JSON.parse(this.#local.getItem(indexKey) ?? '[]')
      return Array.isArray(list) ? list.filter(isHeader) : []
    } catch {
      return [] // an index that cannot be read is rebuilt by the next save
    }
  }

  async load(id: string): Promise<DraftRecord | undefined> {
    const small = this.#local.getItem(recordKey(id))
    return readRecord(small === null ? await large('readonly', (store) => store.get(id)) : parsed(small))
  }

  async save(record: DraftRecord): Promise<string | undefined> {
    const text = JSON.stringify(record)
    try {
      if (text.length <= mostCharacters) this.#local.setItem(recordKey(record.id), text)
      else await this.#saveLarge(record)
    } catch {
      try {
        // Histories are what the browser can do without.
        await histories('readwrite', (store) => store.clear()).catch(() => undefined)
        await this.#saveLarge(record)
      } catch {
        return 'The browser has no room left for this draft. Export it as a zip, then empty the trash of the library.'
      }
    }
    const others = this.#index().filter(({ id }) => id !== record.id)
    // A draft that the index has no room for must be found by its own place, which IndexedDB can list.
    if (!this.#writeIndex([headerOf(record), ...others])) await this.#saveLarge(record).catch(() => undefined)
    return undefined
  }

  async remove(id: string): Promise<void> {
    this.#local.removeItem(recordKey(id))
    this.#writeIndex(this.#index().filter((header) => header.id !== id))
    await large('readwrite', (store) => store.delete(id))
    await this.keepHistory(id, undefined)
  }

  async history(id: string): Promise<unknown> {
    return histories('readonly', (store) => store.get(id)).catch(() => undefined)
  }

  async keepHistory(id: string, kept: KeptHistory | undefined): Promise<void> {
    const forget = () => histories('readwrite', (store) => store.delete(id))
    // Half a history would be a wrong one: what there is no room for is forgotten.
    await (kept ? histories('readwrite', (store) => store.put(kept, id)).catch(forget) : forget()).catch(
      () => undefined,
    )
  }

  tabDraft(): string | undefined {
    return this.#tab.getItem(tabKey) ?? undefined
  }

  setTabDraft(id: string): void {
    this.#tab.setItem(tabKey, id)
  }

  isTrusted(id: string): boolean {
    return this.#tab.getItem(trustKey) === id
  }

  trust(id: string): void {
    this.#tab.setItem(trustKey, id)
  }

  /** Whether no other tab has this draft open; it is this tab's until the next claim. */
  async claim(id: string): Promise<boolean> {
    this.#release?.()
    this.#release = undefined
    if (!('locks' in navigator)) return true
    // A tab that is being reloaded may hold its lock a moment longer than its page.
    for (const wait of [0, 120, 300]) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (await this.#lock(id)) return true
    }
    return false
  }

  #lock(id: string): Promise<boolean> {
    return new Promise((resolve) => {
      void navigator.locks
        .request(`rye.draft.${id}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null)
          return lock === null ? undefined : new Promise<void>((release) => (this.#release = release))
        })
        .catch(() => resolve(true))
    })
  }

  async #saveLarge(record: DraftRecord): Promise<void> {
    await large('readwrite', (store) => store.put(JSON.parse(JSON.stringify(record)), record.id))
    this.#local.removeItem(recordKey(record.id))
  }

  #writeIndex(headers: readonly DraftHeader[]): boolean {
    try {
      this.#local.setItem(indexKey, JSON.stringify(headers))
      return true
    } catch {
      return false
    }
  }
}

function headerOf({ snapshot, signed: _signed, ...header }: DraftRecord): DraftHeader {
  return { ...header, name: snapshot.name }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isHeader(value: unknown): value is DraftHeader {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'edited_at' in value
}
