import { Unanswered, type Table } from '../database.ts'

/** What a test sees of a table in memory, and how it makes it fail. */
export interface MemoryTable {
  readonly table: Table
  readonly rows: ReadonlyMap<string, unknown>
  /** How many rows each piece of work wrote that wrote any. */
  readonly written: number[]
  /** Have room for no more rows, or for more again: what is there can still be read and deleted. */
  full: boolean
  /** Answer nothing at all, as a browser whose database is broken. */
  silent: boolean
}

/** A table of a browser's database, as far as drafts use one. */
export function memoryTable(): MemoryTable {
  const rows = new Map<string, unknown>()
  const made: MemoryTable = { table: work, rows, written: [], full: false, silent: false }
  async function work(...[, ask]: Parameters<Table>): Promise<unknown> {
    let answer: unknown
    let puts = 0
    const store = {
      put(value: unknown, key: string) {
        if (made.full) throw new DOMException('full', 'QuotaExceededError')
        puts++
        rows.set(key, structuredClone(value))
      },
      get: (key: string) => (answer = rows.get(key)),
      getAll: () => (answer = [...rows.values()]),
      getAllKeys: () => (answer = [...rows.keys()]),
      delete: (key: string) => rows.delete(key),
      clear: () => rows.clear(),
      count: () => (answer = rows.size),
    }
    if (made.silent) throw new Unanswered()
    ask(store as unknown as IDBObjectStore) // all of it that drafts use
    if (puts > 0) made.written.push(puts)
    return Promise.resolve(answer)
  }
  return made
}
