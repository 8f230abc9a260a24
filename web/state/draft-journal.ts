import { isObject } from '#core/read'
import type { TextStore } from '../files/safe-storage.ts'
import { readRecord, type DraftRecord } from './draft-record.ts'

const prefix = 'rye.draft.'

/** Characters that a row has at most: larger drafts would fill this place for all others. */
export const mostInJournal = 600_000

/**
 * Drafts that the database does not have: what was typed right before the page was left, and all of them where the database does not work.
 * Earlier versions of this page kept every small draft here.
 *
 * A page that is left cannot wait. Of 20 pages that wrote in `pagehide` and were reloaded at once, all had their text in local storage; in
 * IndexedDB, with a connection that was open and `commit()`, 20 in Chromium and in Firefox and none in WebKit (WebKitGTK 2.48);
 * with a read before the write or a connection still to open, none anywhere.
 */
export class DraftJournal {
  readonly #local: TextStore

  constructor(local: TextStore) {
    this.#local = local
  }

  /** The ids of all rows, readable or not. */
  ids(): readonly string[] {
    return this.#local.names().flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
  }

  has(id: string): boolean {
    return this.#local.getItem(prefix + id) !== null
  }

  read(id: string): DraftRecord | undefined {
    const value = parsed(this.#local.getItem(prefix + id) ?? '')
    // The files of a row with this mark are elsewhere (`former-drafts.ts`).
    return isObject(value) && value['in_parts'] === true ? undefined : readRecord(value)
  }

  /** Gives whether there is room for it. */
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

  /** Whether a row outlives the page. */
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
