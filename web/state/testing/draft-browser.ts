import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, vi } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { DraftDatabase } from '../../files/database.ts'
import { safeStorage, type TextStore } from '../../files/safe-storage.ts'
import type { DraftRecord } from '../draft-record.ts'
import { DraftStore } from '../draft-store.ts'
import type { KeptHistory } from '../kept-history.ts'

export const snapshot: Snapshot = {
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
export const record = (edited_at: number, more: Partial<DraftRecord> = {}): DraftRecord => ({
  format: 1,
  id: 'one',
  snapshot,
  origin: { kind: 'own' },
  edited_at,
  trashed: false,
  signed: {},
  ...more,
})
export const withFiles = (files: Snapshot['files']): Partial<DraftRecord> => ({ snapshot: { ...snapshot, files } })
export const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`/project/t${at}.py`, `x = ${at}\n`]))
export const history: KeptHistory = { format: 1, at: 0, steps: [] }

/** A local storage that can be full. Tests can read its values in `texts`. */
export function nearby(lasting = true): TextStore & { readonly texts: Map<string, string>; full: boolean } {
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

export function browser(local = nearby()) {
  const tab = safeStorage(() => {
    throw new Error('refused')
  })
  /** A new page of this browser, as after a reload. */
  const page = (): DraftStore => new DraftStore({ database: new DraftDatabase(), local, tab })
  return { local, page }
}

const put = IDBObjectStore.prototype.put

/** Make the database reject rows for which `row` is true, as if it were full. */
export function fill(row: (table: string, key: unknown) => boolean = () => true): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (row(this.name, key)) throw new DOMException('full', 'QuotaExceededError')
    return put.call(this, value, key)
  })
}

/** Start recording the keys of all writes. Returns the list. */
export function written(): unknown[] {
  const keys: unknown[] = []
  fill((_table, key) => {
    keys.push(key)
    return false
  })
  return keys
}

/** Use a new database for each test. */
export function freshDatabases(): void {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    return () => {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    }
  })
}
