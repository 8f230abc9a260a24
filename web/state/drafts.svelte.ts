import { isObject } from '#core/read'
import type { Snapshot } from '#core/workspace'
import type { FileContent } from '../files/content.ts'
import { packHistory, unpackHistory, type KeptHistory } from './kept-history.ts'
import { readAbout, type DraftAbout } from './draft-about.ts'
import { isSnapshot, isTexts } from './kept-snapshot.ts'
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
  /** Whether its files are kept in parts, because it is large. */
  readonly in_parts?: boolean
  /** What it was about when it was kept last. */
  readonly about?: DraftAbout
  /** Texts whose signature fitted when they were last seen, so that a change after it can be shown (R10.2). */
  readonly signed?: Readonly<Record<string, FileContent>>
}

/** What the library lists without loading a draft. */
export type DraftHeader = Omit<DraftRecord, 'snapshot' | 'signed' | 'in_parts'> & { readonly name: string }

/** Where drafts are kept. Nothing here rejects; `save` gives a problem in words when there is no room. */
export interface DraftStore {
  headers(): Promise<readonly DraftHeader[]>
  load(id: string): Promise<DraftRecord | undefined>
  /** Whether something is kept under an id that the last attempt to load it could not read. */
  isUnreadable(id: string): boolean
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
  /** Note that a draft was left in good order, with the time of its last change. */
  leave(id: string, edited_at: number): void
  /** Whether a draft was never left in good order and no tab has it open now: its page or its browser was killed. */
  isLeftOpen(header: DraftHeader): Promise<boolean>
  /** What this browser does not keep, in words; undefined where it keeps everything. */
  unkept(): Promise<string | undefined>
}

/** The library of the reader's own drafts, and which of them this tab has open. */
export class Drafts {
  headers = $state.raw<readonly DraftHeader[]>([])
  id = $state('')
  origin = $state.raw<DraftOrigin>({ kind: 'own' })
  problem = $state.raw<string | undefined>()
  #unkept = $state.raw<string | undefined>()
  saved = $state(true)
  signed: NonNullable<DraftRecord['signed']> = {}
  #trusted = $state(false)
  readonly #store: DraftStore
  readonly #now: () => number
  readonly #newId: () => string
  /** When the open draft was changed last, as it is kept; undefined while it is not. */
  #keptAt: number | undefined

  /** Tells what the open draft is about, for the library. */
  describe: (snapshot: Snapshot) => DraftAbout | undefined = () => undefined

  /** Whether the open draft may run: what came by a link waits for the reader's word. */
  readonly inert = $derived.by(() => (this.origin.kind === 'link' || this.origin.kind === 'text') && !this.#trusted)

  constructor(store: DraftStore, now: () => number, newId: () => string) {
    this.#store = store
    this.#now = now
    this.#newId = newId
    void this.refresh()
  }

  /** The draft that this tab had open before a reload, and whether there is one that cannot be read. */
  async restore(): Promise<{ readonly record: DraftRecord | undefined; readonly unreadable: boolean }> {
    const id = this.#store.tabDraft()
    if (id === undefined) return { record: undefined, unreadable: false }
    const record = await this.#store.load(id)
    return { record, unreadable: this.#store.isUnreadable(id) }
  }

  /** Whether this tab had a draft open before. */
  get wasOpen(): boolean {
    return this.#store.tabDraft() !== undefined
  }

  load(id: string): Promise<DraftRecord | undefined> {
    return this.#store.load(id)
  }

  /**
   * Continue with a draft that is already kept; one that another tab has open becomes a copy that is kept at once, so that
   * neither overwrites the other. Gives the draft as it is open now, and whether it is the draft itself.
   */
  async resume(record: DraftRecord): Promise<{ readonly snapshot: Snapshot; readonly own: boolean }> {
    this.leave()
    const own = await this.#store.claim(record.id)
    if (own) {
      this.id = record.id
      this.origin = record.origin
      this.#trusted = this.#store.isTrusted(record.id)
      this.#store.setTabDraft(record.id)
      this.#keptAt = record.edited_at
    } else this.begin(record.origin)
    this.signed = record.signed ?? {}
    if (own) return { snapshot: record.snapshot, own }
    const snapshot = { ...record.snapshot, name: `${record.snapshot.name} (copy)` }
    await this.save(snapshot)
    return { snapshot, own }
  }

  /** The draft that was open last when its page or its browser was killed. */
  async leftOpen(): Promise<DraftHeader | undefined> {
    await this.refresh()
    const last = newestBut(this.id, this.headers)
    return last && (await this.#store.isLeftOpen(last)) ? last : undefined
  }

  /** What this browser does not keep, in words, once it has been asked. */
  get notKept(): string | undefined {
    return this.#unkept
  }

  async unkept(): Promise<string | undefined> {
    return (this.#unkept = await this.#store.unkept())
  }

  /** Note that the open draft is left in good order. */
  leave(): void {
    if (this.#keptAt !== undefined) this.#store.leave(this.id, this.#keptAt)
  }

  /** Begin a new draft; it is kept from its first change on. */
  begin(origin: DraftOrigin): void {
    this.leave()
    this.#keptAt = undefined
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
    const about = this.describe(snapshot)
    const record: DraftRecord = {
      ...(about && { about }),
      format: 1,
      id: this.id,
      snapshot,
      origin: this.origin,
      edited_at: this.#now(),
      trashed: false,
      signed: this.signed,
    }
    this.#keptAt = record.edited_at
    this.problem = await this.#store.save(record)
    this.saved = this.problem === undefined
    // Known without asking what is kept: after every pause in typing that would read all rows of the library back.
    const header = headerOf(record)
    if (this.saved) this.headers = [header, ...this.headers.filter(({ id }) => id !== header.id)]
    else await this.refresh()
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

  /** Keep a copy of a draft beside it; gives its id, undefined where the draft cannot be read or there is no room. */
  async duplicate(id: string): Promise<string | undefined> {
    const record = await this.#store.load(id)
    if (!record) return undefined
    const snapshot = { ...record.snapshot, name: `${record.snapshot.name} (copy)` }
    const copy = { ...record, id: this.#newId(), snapshot, edited_at: this.#now(), trashed: false }
    this.problem = await this.#store.save(copy)
    await this.refresh()
    return this.problem === undefined ? copy.id : undefined
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

/** The draft that was changed last, but for one and for those in the trash. */
export function newestBut(openId: string, headers: readonly DraftHeader[]): DraftHeader | undefined {
  const others = headers.filter(({ id, trashed }) => !trashed && id !== openId)
  return others.toSorted((a, b) => b.edited_at - a.edited_at)[0]
}

/** The row of the index for a draft. */
export function headerOf({ snapshot, signed: _signed, in_parts: _mark, ...header }: DraftRecord): DraftHeader {
  return { ...header, name: snapshot.name }
}

/** A kept draft read back, or undefined where what is kept is none of this format; it is not touched then. */
export function readRecord(value: unknown): DraftRecord | undefined {
  if (!isHead(value) || value['format'] !== 1 || !isSnapshot(value['snapshot'])) return undefined
  if (value['signed'] !== undefined && !isTexts(value['signed'])) return undefined
  // Every field that the page relies on was looked at above, and it wrote the record itself.
  return value as unknown as DraftRecord
}

/** A row of the index read back, or undefined where it is none. */
export function readHeader(value: unknown): DraftHeader | undefined {
  // As above: these are all the fields that it has, but for what it is about, which older rows lack.
  if (!isHead(value) || typeof value['name'] !== 'string') return undefined
  const header = value as unknown as DraftHeader
  const about = readAbout(value['about'])
  const { about: _unread, ...rest } = header
  return about ? { ...rest, about } : rest
}

const origins: readonly unknown[] = ['example', 'link', 'text', 'own'] satisfies readonly DraftOrigin['kind'][]

/** What a record and its row of the index have in common. */
function isHead(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['trashed'] !== 'boolean') return false
  const { edited_at, origin } = value
  if (typeof edited_at !== 'number' || !Number.isFinite(edited_at) || !isObject(origin)) return false
  const named = origin['kind'] === 'example' ? origin['slug'] : origin['kind'] === 'link' ? origin['of'] : ''
  return origins.includes(origin['kind']) && typeof named === 'string'
}
