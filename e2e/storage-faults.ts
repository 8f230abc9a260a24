/** A fault of the browser's storage. It is installed before the page's code runs. */
export interface StorageFault {
  readonly name: string
  readonly install: () => void
  /** Whether an edit under this fault survives a reload. `in the database`: only after the database has stored it. */
  readonly keeps: boolean | 'in the database'
  /** The notice that the page shows if it cannot store data. */
  readonly says?: RegExp
}

const nothing = /cannot save drafts/
const noDatabase = /database does not work/

/** Faults that are present from the start of every visit. */
export const standingFaults: readonly StorageFault[] = [
  {
    name: 'IndexedDB is missing',
    install: () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
    keeps: true,
    says: noDatabase,
  },
  {
    name: 'asking for IndexedDB throws',
    install: () =>
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      }),
    keeps: true,
    says: noDatabase,
  },
  {
    name: 'opening a database throws',
    install: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'SecurityError')
      }
    },
    keeps: true,
    says: noDatabase,
  },
  {
    name: 'opening a database fails',
    install: () => {
      const open = IDBFactory.prototype.open
      // Create version 99 first: the browser then refuses version 1.
      IDBFactory.prototype.open = function (name) {
        open.call(this, name, 99).onsuccess = (event) => (event.target as IDBOpenDBRequest).result.close()
        return open.call(this, name, 1)
      }
    },
    keeps: true,
    says: noDatabase,
  },
  {
    name: 'opening a database never answers',
    install: () => {
      const open = IDBFactory.prototype.open
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given)
        // The page never receives the result.
        return Object.defineProperty(request, 'addEventListener', { value: () => undefined })
      }
    },
    keeps: true,
    says: noDatabase,
  },
  {
    name: 'a transaction cannot be begun',
    install: () => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('no such table', 'NotFoundError')
      }
    },
    keeps: true,
    says: noDatabase,
  },
  {
    name: 'reading from a table throws',
    install: () => {
      const fail = (): never => {
        throw new DOMException('damaged', 'DataError')
      }
      IDBObjectStore.prototype.get = fail
      IDBObjectStore.prototype.getAll = fail
      IDBObjectStore.prototype.getAllKeys = fail
      IDBObjectStore.prototype.count = fail
    },
    keeps: true,
    says: noDatabase,
  },
  {
    name: 'writing to a table throws',
    install: () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
    keeps: true,
  },
  {
    name: 'a transaction is aborted when it is done',
    install: () => {
      IDBTransaction.prototype.commit = function () {
        this.abort()
      }
      const put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = function (...given) {
        const request = put.apply(this, given)
        request.addEventListener('success', () => this.transaction.abort())
        return request
      }
    },
    keeps: true,
  },
  {
    name: 'asking for local storage throws',
    install: () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      }),
    keeps: 'in the database',
  },
  {
    name: 'local storage is missing',
    install: () => Object.defineProperty(window, 'localStorage', { value: null }),
    keeps: 'in the database',
  },
  {
    name: 'local storage is full',
    install: () => {
      const set = Storage.prototype.setItem
      Storage.prototype.setItem = function (name, text) {
        if (this === localStorage) throw new DOMException('full', 'QuotaExceededError')
        set.call(this, name, text)
      }
    },
    keeps: 'in the database',
  },
  {
    name: 'reading local storage starts to fail',
    install: () => {
      const get = Storage.prototype.getItem
      Storage.prototype.getItem = function (name) {
        if (name !== 'rye.probe' && this === localStorage) throw new DOMException('damaged', 'UnknownError')
        return get.call(this, name)
      }
    },
    keeps: 'in the database',
  },
  {
    name: 'both local storage and IndexedDB are refused',
    install: () => {
      const refused = {
        get: (): never => {
          throw new DOMException('refused', 'SecurityError')
        },
      }
      Object.defineProperty(window, 'localStorage', refused)
      Object.defineProperty(window, 'indexedDB', refused)
    },
    keeps: false,
    says: nothing,
  },
  {
    name: 'all storage is refused, that of the tab too',
    install: () => {
      const refused = {
        get: (): never => {
          throw new DOMException('refused', 'SecurityError')
        },
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, refused)
    },
    keeps: false,
    says: nothing,
  },
  {
    name: 'both local storage and IndexedDB are full',
    install: () => {
      const set = Storage.prototype.setItem
      Storage.prototype.setItem = function (name, text) {
        if (this === localStorage) throw new DOMException('full', 'QuotaExceededError')
        set.call(this, name, text)
      }
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
    keeps: false,
    says: /browser storage is full/,
  },
  {
    name: 'the storage of the tab is full',
    install: () => {
      const set = Storage.prototype.setItem
      Storage.prototype.setItem = function (name, text) {
        if (this === sessionStorage) throw new DOMException('full', 'QuotaExceededError')
        set.call(this, name, text)
      }
    },
    keeps: false,
  },
  {
    name: 'there are no locks',
    install: () => {
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
      delete (Navigator.prototype as { locks?: unknown }).locks
    },
    keeps: true,
  },
  {
    name: 'requesting a lock fails',
    install: () => {
      LockManager.prototype.request = () => Promise.reject(new DOMException('refused', 'SecurityError'))
      LockManager.prototype.query = () => Promise.reject(new DOMException('refused', 'SecurityError'))
    },
    keeps: true,
  },
  {
    name: 'a lock never answers',
    install: () => {
      LockManager.prototype.request = () => new Promise(() => undefined)
      LockManager.prototype.query = () => new Promise(() => undefined)
    },
    keeps: true,
  },
  {
    name: 'there are neither locks nor channels between tabs',
    install: () => {
      delete (Navigator.prototype as { locks?: unknown }).locks
      Object.defineProperty(window, 'BroadcastChannel', { value: undefined })
    },
    keeps: true,
  },
]

/** A stored draft. */
export const keptRecord = (id: string, name: string, edited_at = 1): Record<string, unknown> => ({
  format: 1,
  id,
  snapshot: {
    format: 1,
    name,
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    bundle: { id: 'ryeos-core', version: '1.0.0' },
    item_id: 'kept',
    parameters: '{}',
    files: { '/project/.ai/tools/kept.py': '"""Kept."""\n__version__ = "1.0.0"\n' },
  },
  origin: { kind: 'own' },
  edited_at,
  trashed: false,
})

/** Damaged records of the tab's own draft. The page ignores these records and does not change them. */
export const damagedRecords: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'invalid JSON', text: '{"format":1,' },
  { name: 'an empty text', text: '' },
  { name: 'null', text: 'null' },
  { name: 'another format', text: JSON.stringify({ ...keptRecord('own', 'Own'), format: 99 }) },
  { name: 'no snapshot', text: JSON.stringify({ ...keptRecord('own', 'Own'), snapshot: undefined }) },
  {
    name: 'an unknown origin',
    text: JSON.stringify({ ...keptRecord('own', 'Own'), origin: { kind: 'moon' } }),
  },
  { name: 'an invalid time', text: JSON.stringify({ ...keptRecord('own', 'Own'), edited_at: 'today' }) },
  { name: 'files that are numbers', text: damagedSnapshot({ files: { '/project/a': 7 } }) },
  { name: 'files that are a list', text: damagedSnapshot({ files: [] }) },
  { name: 'an unknown dialect', text: damagedSnapshot({ dialect: 'moon' }) },
  { name: 'a bundle without a version', text: damagedSnapshot({ bundle: { id: 'ryeos-core' } }) },
]

function damagedSnapshot(damage: object): string {
  const record = keptRecord('own', 'Own')
  return JSON.stringify({ ...record, snapshot: { ...(record['snapshot'] as object), ...damage } })
}
