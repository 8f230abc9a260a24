/** One piece of work on a table; rejects where the browser refuses its storage or has no room left. */
export type Table = (mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest) => Promise<unknown>

/** A table of this browser's database of that name, which is made when it is first used. */
export function table(database: string, name: string): Table {
  return async (mode, work) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(name)
    const opened = await settled(opening)
    try {
      const transaction = opened.transaction(name, mode)
      const [answer] = await Promise.all([
        settled<unknown>(work(transaction.objectStore(name))),
        // Only then is it written: a browser may find no room as late as this.
        new Promise((resolve, reject) => {
          transaction.oncomplete = resolve
          transaction.onabort = () => reject(transaction.error ?? new Error('the browser refused its storage'))
        }),
      ])
      return answer
    } finally {
      opened.close()
    }
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser refused its storage'))
  })
}
