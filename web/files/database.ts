import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'
import type { FileContent } from './content.ts'

/** The timeouts of the database in milliseconds. The first open can take seconds on a busy machine. */
const patience = { open: 6_000, readonly: 10_000, readwrite: 60_000 } as const

const tables = ['drafts', 'files', 'histories'] as const

/** The tables of the database. Each draft has a head without file contents, one row per file, and a history. */
interface DraftTables extends DBSchema {
  drafts: { key: string; value: unknown }
  files: { key: TextKey; value: FileContent }
  histories: { key: string; value: unknown }
}

/** `file` is the current file; `signed` is its last content with a matching signature. */
export type TextKey = [draft: string, kind: 'file' | 'signed', path: string]

type Mode = 'readonly' | 'readwrite'

/** An atomic transaction over all tables. */
export type DraftTransaction<M extends Mode> = IDBPTransaction<DraftTables, (typeof tables)[number][], M>

/** The error for a database that does not respond in time. It can be slow or blocked. */
class Unanswered extends Error {
  constructor() {
    super('the browser’s database does not respond')
  }
}

/**
 * The database of drafts in this browser. Its promises reject if the browser refuses storage, has no space left or does
 * not respond.
 */
export class DraftDatabase {
  #opening: Promise<IDBPDatabase<DraftTables>> | undefined
  #silent = false

  /**
   * Run one transaction. When the promise resolves, the written data survives a killed browser and, because it is
   * flushed (`strict`), a power failure.
   */
  async run<T, M extends Mode>(mode: M, work: (transaction: DraftTransaction<M>) => Promise<T>): Promise<T> {
    const database = await this.#open()
    try {
      const transaction = database.transaction([...tables], mode, { durability: 'strict' })
      const working = work(transaction).catch((error: unknown) => {
        abort(transaction)
        throw error
      })
      // The browser writes the data when the transaction completes. Until then, it can run out of space.
      const [answer] = await within(patience[mode], Promise.all([working, transaction.done]))
      return answer
    } catch (error) {
      // The connection can be lost, so the next transaction opens a new connection.
      this.#close(database)
      throw error
    }
  }

  async #open(): Promise<IDBPDatabase<DraftTables>> {
    if (this.#silent) throw new Unanswered()
    const opening = (this.#opening ??= openDB<DraftTables>('rye', 1, {
      upgrade: (database) => tables.forEach((name) => database.createObjectStore(name)),
      blocking: () => void opening.then((database) => this.#close(database)),
      terminated: () => (this.#opening = undefined),
    }))
    try {
      return await within(patience.open, opening)
    } catch (error) {
      this.#silent = error instanceof Unanswered
      // The next transaction uses a connection that opens late.
      opening.catch(() => (this.#opening = undefined)).finally(() => (this.#silent = false))
      throw error
    }
  }

  #close(database: IDBPDatabase<DraftTables>): void {
    this.#opening = undefined
    database.close()
  }
}

function abort(transaction: DraftTransaction<Mode>): void {
  try {
    transaction.abort()
  } catch {
    // The browser has already aborted the transaction.
  }
}

/** Wait for a result. Rejects with `Unanswered` after `ms` milliseconds. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unanswered()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
