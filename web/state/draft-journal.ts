import { isObject } from '#core/read'
import type { TextStore } from '../files/safe-storage.ts'
import { readRecord, type DraftRecord } from './draft-record.ts'

const prefix = 'rye.draft.'

/** The maximum number of characters per row. Larger drafts would leave no storage for other drafts. */
export const mostInJournal = 600_000

/**
 * Drafts missing from the database: edits just before the page closed, and all drafts if the database does not work.
 * Earlier versions of this page kept every small draft here.
 *
 * A closing page cannot wait. In a test, 20 pages wrote in `pagehide` and were reloaded immediately. Local storage
 * kept the text of all 20. IndexedDB, with an open connection and `commit()`, kept 20 in Chromium and Firefox and none
 * in WebKit (WebKitGTK 2.48). With a read before the write, or without an open connection, it kept none in any
 * browser.
 */
export class DraftJournal {
  readonly #local: TextStore

  constructor(local: TextStore) {
    this.#local = local
  }

  /** The IDs of all rows, whether readable or not. */
  ids(): readonly string[] {
    return this.#local.names().flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
  }

  has(id: string): boolean {
    return this.#local.getItem(prefix + id) !== null
  }

  read(id: string): DraftRecord | undefined {
    const value = parsed(this.#local.getItem(prefix + id) ?? '')
    // A row with this field stores its files elsewhere (`former-drafts.ts`).
    return isObject(value) && value['in_parts'] === true ? undefined : readRecord(value)
  }

  /** Write a draft. Returns false if the draft is too large or storage is full. */
  write(record: DraftRecord): boolean {
    const text = JSON.stringify(record)
    if (text.length > mostInJournal) return false
    try {
      this.#local.setItem(prefix + record.id, text)
      return true
    } catch {
      return false
    }
  }

  remove(id: string): void {
    this.#local.removeItem(prefix + id)
  }

  /** Whether rows survive a page reload. */
  get lasting(): boolean {
    return this.#local.lasting
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
