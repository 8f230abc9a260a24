import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'
import type { FileContent } from './content.ts'

/** Milliseconds after which a database that does not answer counts as refused: the first to be opened on a busy machine takes seconds. */
const patience = { open: 6_000, readonly: 10_000, readwrite: 60_000 } as const

const tables = ['drafts', 'files', 'histories'] as const

/** Of each draft: a head without texts, one row per text, and a history. */
interface DraftTables extends DBSchema {
  drafts: { key: string; value: unknown }
  files: { key: TextKey; value: FileContent }
  histories: { key: string; value: unknown }
}

/** `file` is a file as it is now, `signed` its text as its signature was last seen to fit. */
export type TextKey = [draft: string, kind: 'file' | 'signed', path: string]

type Mode = 'readonly' | 'readwrite'

/** A transaction over all tables: all of it is done, or nothing. */
export type DraftTransaction<M extends Mode> = IDBPTransaction<DraftTables, (typeof tables)[number][], M>

/** The database does not answer: it may be slow, or never answer. */
class Unanswered extends Error {
  constructor() {
    super('the browser’s database does not respond')
  }
}

/** This browser's database of drafts. Work rejects where the browser refuses its storage, has no room left, or never answers. */
export class DraftDatabase {
  #opening: Promise<IDBPDatabase<DraftTables>> | undefined
  #silent = false

  /**
   * Do one piece of work. Once it resolves, what it wrote survives a killed browser and, because it is flushed (`strict`), a power failure.
   */
  async run<T, M extends Mode>(mode: M, work: (transaction: DraftTransaction<M>) => Promise<T>): Promise<T> {
    const database = await this.#open()
    try {
      const transaction = database.transaction([...tables], mode, { durability: 'strict' })
      const working = work(transaction).catch((error: unknown) => {
        abort(transaction)
        throw error
      })
      // Only when the transaction is done is it written: a browser may find no room as late as this.
      const [answer] = await within(patience[mode], Promise.all([working, transaction.done]))
      return answer
    } catch (error) {
      // The browser may have lost the connection: the next piece of work opens another.
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
      // An answer that comes late is good for the next piece of work.
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
    // The browser has ended it already.
  }
}

/** Wait for an answer, but no longer than so many milliseconds. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unanswered()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
