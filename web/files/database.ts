/** One piece of work on a table; rejects where the browser refuses its storage, has no room left, or never answers. */
export type Table = (mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest) => Promise<unknown>

/** Milliseconds after which a database that says nothing counts as refused: browsers exist in which it never answers. */
const databasePatience = { open: 2_000, work: 10_000 } as const

/** A database that says nothing: it may be slow, or never answer. */
export class Unanswered extends Error {
  constructor() {
    super('the browser’s database does not answer')
  }
}

/** A table of this browser's database of that name, which is made when it is first used. */
export function table(database: string, name: string): Table {
  let silent = false
  const open = async (): Promise<IDBDatabase> => {
    if (silent) throw new Unanswered()
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(name)
    const opened = settled(opening)
    try {
      return await within(databasePatience.open, opened)
    } catch (error) {
      // An answer that comes late is good for the next piece of work.
      silent = opening.readyState === 'pending'
      opened.then(
        (late) => {
          silent = false
          late.close()
        },
        () => undefined,
      )
      throw error
    }
  }
  return async (mode, work) => {
    const opened = await open()
    try {
      const transaction = opened.transaction(name, mode)
      const written = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve
        transaction.onabort = () => reject(transaction.error ?? new Error('the browser refused its storage'))
      })
      // Only then is it written: a browser may find no room as late as this.
      const done = Promise.all([settled<unknown>(work(transaction.objectStore(name))), written])
      const [answer] = await within(databasePatience.work, done)
      return answer
    } finally {
      opened.close()
    }
  }
}

/** A table that keeps nothing, for pages that must not. */
export const noTable: Table = () => Promise.reject(new Error('this page keeps nothing'))

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser refused its storage'))
  })
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unanswered()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
