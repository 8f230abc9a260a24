import { within, type DraftDatabase, type DraftTransaction } from '../files/database.ts'
import type { OpenFolder } from '../files/local-folder.ts'
import type { TextStore } from '../files/safe-storage.ts'
import type { Tabs } from '../files/tabs.ts'
import { DraftJournal, mostInJournal } from './draft-journal.ts'
import { headerOf, readRecord, type DraftHeader, type DraftRecord } from './draft-record.ts'
import { deleteDraft, draftIn, folderKey, takeOver, writeDraft, writeHistory } from './draft-rows.ts'
import type { KeptHistory } from './kept-history.ts'

/** The timeout for the list of databases in milliseconds. The first draft can depend on this list. */
const listingPatience = 2_000
const leftKey = 'rye.left-at'
const tabKey = 'rye.tab'
const trustKey = 'rye.trusted'

/** The storage of drafts. A page that must not store anything has no database, and keeps its values in memory. */
export interface DraftPlaces {
  readonly database?: DraftDatabase
  /** The other tabs of the browser, if they share these drafts. */
  readonly tabs?: Tabs
  readonly local: TextStore
  /** The session state of this tab: the draft that it shows, and whether that draft is trusted to run. */
  readonly tab: TextStore
}

/**
 * The drafts of this browser in its database. The journal stores a draft until the database contains it. Either store
 * can fail, be full or never respond. No method rejects, and every readable draft can be loaded.
 */
export class DraftStore {
  readonly #places: DraftPlaces
  readonly #journal: DraftJournal
  /** IDs of stored drafts that cannot be read. They are not changed. */
  readonly #unreadable = new Set<string>()
  /** Drafts passed to `save` that are not yet in the database. */
  readonly #unsaved = new Map<string, DraftRecord>()
  /** The draft last read or written, exactly as stored in the database; undefined if it is not known. */
  #there: DraftRecord | undefined
  #writing: Promise<unknown> = Promise.resolve()
  #moved: Promise<void> | undefined

  constructor(places: DraftPlaces) {
    this.#places = places
    this.#journal = new DraftJournal(places.local)
  }

  /** All drafts of the library, from the database and the journal. */
  async headers(): Promise<readonly DraftHeader[]> {
    await this.#moveFormer()
    const rows = await this.#read((transaction) => transaction.objectStore('drafts').getAll())
    const listed = new Map<string, DraftRecord>()
    for (const row of [...(rows ?? []), ...this.#journal.ids().map((id) => this.#journal.read(id))]) {
      const record = readRecord(row)
      const former = record && listed.get(record.id)
      if (record && (!former || former.edited_at <= record.edited_at)) listed.set(record.id, record)
    }
    return [...listed.values()].map(headerOf)
  }

  async load(id: string): Promise<DraftRecord | undefined> {
    const near = this.#journal.read(id)
    const writing = this.#writing
    await writing
    let far = await this.#read((transaction) => draftIn(transaction, id))
    if (far === undefined) {
      await this.#moveFormer()
      far = await this.#read((transaction) => draftIn(transaction, id))
    }
    const there = readRecord(far)
    const record = newer(near, there)
    // A newer draft in the journal can reach the database in the meantime, so the stored state is unknown.
    if (this.#writing === writing) this.#there = record === there ? there : undefined
    if (record) this.#unreadable.delete(id)
    else if (far !== undefined || this.#journal.has(id)) this.#unreadable.add(id)
    return record
  }

  /** Whether the last attempt to load this ID found a draft that cannot be read. */
  isUnreadable(id: string): boolean {
    return this.#unreadable.has(id)
  }

  /** Save a draft. Returns a message for the user if the browser cannot keep it. */
  async save(record: DraftRecord): Promise<string | undefined> {
    this.#unsaved.set(record.id, record)
    const problem = await this.#keep(record)
    this.#places.tabs?.announce()
    return problem
  }

  async #keep(record: DraftRecord): Promise<string | undefined> {
    if (await this.#put(record)) return undefined
    if (this.#journal.write(record)) return this.#journal.lasting ? undefined : unkept(0)
    // Drafts are more important than histories, so delete the histories first.
    await this.#write((transaction) => transaction.objectStore('histories').clear())
    return (await this.#put(record)) ? undefined : unkept(JSON.stringify(record).length)
  }

  /** Write a draft to the database after all pending writes. Returns whether it is stored. */
  async #put(record: DraftRecord): Promise<boolean> {
    const put = this.#writing.then(async () => {
      const before = this.#there?.id === record.id ? this.#there : undefined
      // After a failed write the stored state is unknown.
      this.#there = undefined
      const done = await this.#write((transaction) => writeDraft(transaction, record, before))
      if (done) this.#there = record
      return done
    })
    this.#writing = put
    if (!(await put)) return false
    this.#unreadable.delete(record.id)
    if (this.#unsaved.get(record.id) === record) {
      this.#unsaved.delete(record.id)
      this.#journal.remove(record.id)
    }
    return true
  }

  /** Delete a draft and its history permanently. */
  async remove(id: string): Promise<void> {
    this.#unsaved.delete(id)
    this.#journal.remove(id)
    if (this.#there?.id === id) this.#there = undefined
    await (this.#writing = this.#writing.then(() => this.#write((transaction) => deleteDraft(transaction, id))))
    this.#places.tabs?.announce()
  }

  /** The unvalidated history of a draft; undefined if there is none or the database fails. */
  async history(id: string): Promise<unknown> {
    return this.#read((transaction) => transaction.objectStore('histories').get(id))
  }

  /** Store or delete the history of a draft. A history that does not fit is dropped: the draft itself has priority. */
  async keepHistory(id: string, kept: KeptHistory | undefined): Promise<void> {
    const isKept = kept && (await this.#write((transaction) => writeHistory(transaction, id, kept)))
    // Delete a history that does not fit, because a partial history would be wrong.
    if (!isKept) await this.#write((transaction) => transaction.objectStore('histories').delete(id))
  }

  /** The unvalidated local folder of a draft; undefined if there is none or the database fails. */
  async folder(id: string): Promise<unknown> {
    return this.#read((transaction) => transaction.objectStore('histories').get(folderKey(id)))
  }

  /** Store the local folder of a draft. Browsers can store its handle, but not the permission to use it. */
  async keepFolder(id: string, folder: OpenFolder): Promise<void> {
    await this.#write((transaction) => writeHistory(transaction, folderKey(id), folder))
  }

  tabDraft(): string | undefined {
    return this.#places.tab.getItem(tabKey) ?? undefined
  }

  setTabDraft(id: string): void {
    this.#places.tab.setItem(tabKey, id)
  }

  /** Whether the user trusts a draft. The trust applies to this tab and ends with it. */
  isTrusted(id: string): boolean {
    return this.#places.tab.getItem(trustKey) === id
  }

  trust(id: string): void {
    this.#places.tab.setItem(trustKey, id)
  }

  /** Claim a draft for this tab. Resolves to false if another tab has it open. */
  async claim(id: string): Promise<boolean> {
    return (await this.#places.tabs?.claim(id)) ?? true
  }

  release(id: string): void {
    this.#places.tabs?.release(id)
  }

  /** Call `changed` after another tab saves, deletes or claims a draft. */
  onChange(changed: () => void): void {
    this.#places.tabs?.onChange(changed)
  }

  /**
   * Save pending drafts immediately, because the page closes. `edited_at` is the last edit time of the closed draft.
   */
  leave(edited_at: number): void {
    for (const record of this.#unsaved.values()) this.#journal.write(record)
    if (edited_at <= this.#leftAt()) return
    try {
      this.#places.local.setItem(leftKey, String(edited_at))
    } catch {
      // Without this record, the next tab offers the draft, which is harmless.
    }
  }

  /**
   * Whether the newest draft was not closed normally and no tab has it open. This happens if its page or browser was
   * killed.
   */
  async isLeftOpen({ id, edited_at }: DraftHeader): Promise<boolean> {
    return edited_at > this.#leftAt() && !(await this.isElsewhere(id))
  }

  /** Whether another tab has a draft open. */
  async isElsewhere(id: string): Promise<boolean> {
    return (await this.#places.tabs?.isElsewhere(id)) ?? false
  }

  /** The last edit time of the newest draft that was closed normally; 0 if there is none. */
  #leftAt(): number {
    return Number(this.#places.local.getItem(leftKey) ?? 0)
  }

  /** A message about drafts that this browser cannot save; undefined if it saves everything. */
  async unkept(): Promise<string | undefined> {
    const { database } = this.#places
    const drafts = await this.#read((transaction) => transaction.objectStore('drafts').count())
    if (database && drafts !== undefined) {
      void this.#emptyJournal(database)
      return undefined
    }
    return this.#journal.lasting
      ? `This browser’s database does not work. Drafts of more than ${mostInJournal.toLocaleString('en')} characters and all histories are not saved, and a crash can lose recent edits. Export the draft as a zip or a link.`
      : 'This browser cannot save drafts, so a reload discards them. Export the draft as a zip or a link.'
  }

  /**
   * Move the drafts of earlier versions into the database, once per page: before the first list, or when a draft to
   * load is missing.
   */
  #moveFormer(): Promise<void> {
    const { database, local } = this.#places
    const move = async (): Promise<void> => {
      if (!database || !(await hasFormerDrafts())) return
      const former = await import('./former-drafts.ts').catch(() => undefined)
      for (const id of (await former?.moveFormerDrafts(database, local)) ?? []) this.#unreadable.add(id)
    }
    return (this.#moved ??= move())
  }

  async #emptyJournal(database: DraftDatabase): Promise<void> {
    await this.#moveFormer()
    for (const id of this.#journal.ids()) {
      const record = this.#journal.read(id)
      if (!record || (await this.isElsewhere(id))) continue
      const isThere = await takeOver(database, record, (there) => there.edited_at > record.edited_at)
      if (isThere && this.#journal.read(id)?.edited_at === record.edited_at) this.#journal.remove(id)
    }
  }

  async #read<T>(work: (transaction: DraftTransaction<'readonly'>) => Promise<T>): Promise<T | undefined> {
    return this.#places.database?.run('readonly', work).catch(() => undefined)
  }

  async #write(work: (transaction: DraftTransaction<'readwrite'>) => Promise<unknown>): Promise<boolean> {
    const done = this.#places.database?.run('readwrite', work).then(
      () => true,
      () => false,
    )
    return (await done) ?? false
  }
}

function newer(near: DraftRecord | undefined, far: DraftRecord | undefined): DraftRecord | undefined {
  // Either draft can be newer, depending on how the page ended: closed, reloaded, or killed with its browser.
  return near && (!far || near.edited_at >= far.edited_at) ? near : far
}

/** Whether the browser reports a database of an earlier version. */
async function hasFormerDrafts(): Promise<boolean> {
  try {
    const listed = await within(listingPatience, indexedDB.databases())
    return listed.some(({ name }) => name === 'rye-drafts')
  } catch (error) {
    // Firefox before 126 cannot list databases.
    return error instanceof TypeError
  }
}

function unkept(characters: number): string {
  const reason =
    characters > mostInJournal
      ? 'Not saved: browser storage is full, or its database does not respond.'
      : 'Not saved: browser storage is full or turned off.'
  return `${reason} Export the draft as a zip, then empty the trash.`
}
