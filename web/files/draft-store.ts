import { readRecord, type DraftHeader, type DraftRecord, type DraftStore } from '../state/drafts.svelte.ts'

const indexKey = 'rye.drafts'
const recordKey = (id: string): string => `rye.draft.${id}`
const tabKey = 'rye.tab'
/** Small drafts go where a write is done when it returns; larger ones would fill that place for all others. */
const mostCharacters = 600_000

/**
 * Drafts in this browser: small ones in local storage, because a write there survives a reload that follows at once,
 * large ones in IndexedDB. Which draft a tab shows is known to that tab alone.
 */
export class BrowserDraftStore implements DraftStore {
  headers(): readonly DraftHeader[] {
    try {
      const list: unknown = JSON.parse(localStorage.getItem(indexKey) ?? '[]')
      return Array.isArray(list) ? list.filter(isHeader) : []
    } catch {
      return [] // an index that cannot be read is rebuilt by the next save
    }
  }

  async load(id: string): Promise<DraftRecord | undefined> {
    const small = localStorage.getItem(recordKey(id))
    return readRecord(small === null ? await large('readonly', (store) => store.get(id)) : parsed(small))
  }

  async save(record: DraftRecord): Promise<string | undefined> {
    const text = JSON.stringify(record)
    try {
      if (text.length <= mostCharacters) localStorage.setItem(recordKey(record.id), text)
      else await this.#saveLarge(record)
    } catch {
      try {
        await this.#saveLarge(record)
      } catch {
        return 'The browser has no room left for this draft. Export it as a zip, then empty the trash of the library.'
      }
    }
    const { snapshot, ...header } = record
    const others = this.headers().filter(({ id }) => id !== record.id)
    this.#writeIndex([{ ...header, name: snapshot.name }, ...others])
    return undefined
  }

  async remove(id: string): Promise<void> {
    localStorage.removeItem(recordKey(id))
    this.#writeIndex(this.headers().filter((header) => header.id !== id))
    await large('readwrite', (store) => store.delete(id))
  }

  tabDraft(): string | undefined {
    return sessionStorage.getItem(tabKey) ?? undefined
  }

  setTabDraft(id: string): void {
    sessionStorage.setItem(tabKey, id)
  }

  async #saveLarge(record: DraftRecord): Promise<void> {
    await large('readwrite', (store) => store.put(JSON.parse(JSON.stringify(record)), record.id))
    localStorage.removeItem(recordKey(record.id))
  }

  #writeIndex(headers: readonly DraftHeader[]): void {
    try {
      localStorage.setItem(indexKey, JSON.stringify(headers))
    } catch {
      // the draft itself is saved; the tab still knows its id
    }
  }
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

async function large(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open('rye-drafts', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('drafts')
  const database = await settled(opening)
  try {
    return await settled<unknown>(work(database.transaction('drafts', mode).objectStore('drafts')))
  } finally {
    database.close()
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser refused its storage'))
  })
}
