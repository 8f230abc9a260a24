import type { Snapshot } from '#core'
import type { FileContent } from '../files/content.ts'
import { packHistory, unpackHistory, type KeptHistory } from './kept-history.ts'
import { isRecord, isSnapshot } from './kept-snapshot.ts'
import type { Steps } from './steps.ts'

/** Where a draft came from. What came by a link or was pasted stays inert until the reader says so. */
export type DraftOrigin =
  | { readonly kind: 'example'; readonly slug: string }
  | { readonly kind: 'link'; readonly of: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'own' }

/** A draft as it is kept. `format` rises when its shape changes. */
export interface DraftRecord {
  readonly format: 1
  readonly id: string
  readonly snapshot: Snapshot
  readonly origin: DraftOrigin
  readonly edited_at: number
  readonly trashed: boolean
  /** Texts whose signature fitted when they were last seen, so that a change after it can be shown (R10.2). */
  readonly signed?: Readonly<Record<string, FileContent>>
}

/** What the library lists without loading a draft. */
export type DraftHeader = Omit<DraftRecord, 'snapshot' | 'signed'> & { readonly name: string }

/** Where drafts are kept. `save` gives a problem in words when there is no room. */
export interface DraftStore {
  headers(): Promise<readonly DraftHeader[]>
  load(id: string): Promise<DraftRecord | undefined>
  save(record: DraftRecord): Promise<string | undefined>
  remove(id: string): Promise<void>
  tabDraft(): string | undefined
  setTabDraft(id: string): void
  /** Whether the reader trusted a draft in this tab: for as long as the tab lives, and nowhere else. */
  isTrusted(id: string): boolean
  trust(id: string): void
  /** The history kept with a draft, unread; undefined where there is none. Never fails. */
  history(id: string): Promise<unknown>
  /** Keep the history of a draft, or forget it. What there is no room for is not kept: the draft itself comes first. */
  keepHistory(id: string, kept: KeptHistory | undefined): Promise<void>
  /** Make a draft this tab's own; false where another tab has it open. */
  claim(id: string): Promise<boolean>
}

/** The library of the reader's own drafts, and which of them this tab has open. */
export class Drafts {
  headers = $state.raw<readonly DraftHeader[]>([])
  id = $state('')
  origin = $state.raw<DraftOrigin>({ kind: 'own' })
  problem = $state.raw<string | undefined>()
  saved = $state(true)
  signed: NonNullable<DraftRecord['signed']> = {}
  #trusted = $state(false)
  readonly #store: DraftStore
  readonly #now: () => number
  readonly #newId: () => string

  /** Whether the open draft may run: what came by a link waits for the reader's word. */
  readonly inert = $derived.by(() => (this.origin.kind === 'link' || this.origin.kind === 'text') && !this.#trusted)

  constructor(store: DraftStore, now: () => number, newId: () => string) {
    this.#store = store
    this.#now = now
    this.#newId = newId
    void this.refresh()
  }

  /** The draft that this tab had open before a reload, if it can still be read. */
  async restore(): Promise<DraftRecord | undefined> {
    const id = this.#store.tabDraft()
    return id === undefined ? undefined : await this.#store.load(id)
  }

  load(id: string): Promise<DraftRecord | undefined> {
    return this.#store.load(id)
  }

  /**
   * Continue with a draft that is already kept; one that another tab has open becomes a copy, so that neither overwrites the other.
   * Gives whether it is the draft itself.
   */
  async resume(record: DraftRecord): Promise<boolean> {
    const own = await this.#store.claim(record.id)
    if (own) {
      this.id = record.id
      this.origin = record.origin
      this.#trusted = this.#store.isTrusted(record.id)
      this.#store.setTabDraft(record.id)
    } else this.begin(record.origin)
    this.signed = record.signed ?? {}
    return own
  }

  /** Begin a new draft; it is kept from its first change on. */
  begin(origin: DraftOrigin): void {
    this.id = this.#newId()
    this.origin = origin
    this.saved = true
    this.signed = {}
    this.#trusted = false
    this.#store.setTabDraft(this.id)
    void this.#store.claim(this.id)
  }

  /** Keep the present state. */
  async save(snapshot: Snapshot): Promise<void> {
    const record: DraftRecord = {
      format: 1,
      id: this.id,
      snapshot,
      origin: this.origin,
      edited_at: this.#now(),
      trashed: false,
      signed: this.signed,
    }
    this.problem = await this.#store.save(record)
    this.saved = this.problem === undefined
    await this.refresh()
  }

  /** The history that was kept with the open draft. */
  async history(): Promise<Steps | undefined> {
    return unpackHistory(await this.#store.history(this.id))
  }

  /** Keep the history of the open draft beside it, as far as there is room. */
  keepHistory(steps: Steps): Promise<void> {
    return this.#store.keepHistory(this.id, packHistory(steps))
  }

  /** Remember texts that were seen as they were signed. */
  keepSigned(files: Iterable<readonly [path: string, content: FileContent]>): void {
    this.signed = { ...this.signed, ...Object.fromEntries(files) }
  }

  /** The reader takes responsibility for a draft that came from elsewhere, in this tab. */
  trust(): void {
    this.#trusted = true
    this.#store.trust(this.id)
  }

  /** Move a draft to the trash or back. */
  async setTrashed(id: string, trashed: boolean): Promise<void> {
    const record = await this.#store.load(id)
    if (record) await this.#store.save({ ...record, trashed })
    await this.refresh()
  }

  async rename(id: string, name: string): Promise<void> {
    const record = await this.#store.load(id)
    if (record) await this.#store.save({ ...record, snapshot: { ...record.snapshot, name } })
    await this.refresh()
  }

  /** Delete for good. */
  async remove(id: string): Promise<void> {
    await this.#store.remove(id)
    await this.refresh()
  }

  /** Look again: another tab may have saved or deleted drafts. */
  async refresh(): Promise<void> {
    this.headers = await this.#store.headers()
  }
}

/** A kept draft read back, or undefined where what is kept is none of this format; it is not touched then. */
export function readRecord(value: unknown): DraftRecord | undefined {
  if (!isRecord(value) || value['format'] !== 1 || typeof value['id'] !== 'string') return undefined
  if (!isSnapshot(value['snapshot']) || !isRecord(value['origin'])) return undefined
  if (value['signed'] !== undefined && !isRecord(value['signed'])) return undefined
  // Every field that the page relies on was looked at above, and it wrote the record itself.
  return value as unknown as DraftRecord
}
