import type { Snapshot } from '#core/workspace'
import type { FileContent } from '../files/content.ts'
import type { DraftAbout } from './draft-about.ts'
import { headerOf, type DraftHeader, type DraftOrigin, type DraftRecord } from './draft-record.ts'
import type { DraftStore } from './draft-store.ts'
import type { Steps } from './steps.ts'

/** A kept draft as it is open now; `own` is false for a copy. */
interface OpenedDraft {
  readonly snapshot: Snapshot
  readonly own: boolean
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

  /** Describes the open draft for the library. */
  describe: (snapshot: Snapshot) => DraftAbout | undefined = () => undefined

  /** Whether the open draft must not run yet: a draft from a link or a text waits for the reader's approval. */
  readonly inert = $derived.by(() => (this.origin.kind === 'link' || this.origin.kind === 'text') && !this.#trusted)

  constructor(store: DraftStore, now: () => number, newId: () => string) {
    this.#store = store
    this.#now = now
    this.#newId = newId
    store.onChange(() => void this.refresh())
    void this.refresh()
  }

  /** Open the draft that this tab had open before a reload, as `open` does; whether there is one that cannot be read is said too. */
  async restore(): Promise<{ readonly opened: OpenedDraft | undefined; readonly unreadable: boolean }> {
    const id = this.#store.tabDraft()
    if (id === undefined) return { opened: undefined, unreadable: false }
    const opened = await this.open(id)
    return { opened, unreadable: this.#store.isUnreadable(id) }
  }

  /** Whether this tab had a draft open before. */
  get wasOpen(): boolean {
    return this.#store.tabDraft() !== undefined
  }

  load(id: string): Promise<DraftRecord | undefined> {
    return this.#store.load(id)
  }

  /**
   * Continue with a kept draft; one that another tab has open becomes a copy that is kept at once, so that neither overwrites the other.
   * Undefined where it cannot be read.
   */
  async open(id: string): Promise<OpenedDraft | undefined> {
    // Before it is read: until then another tab may still write it.
    const own = await this.#store.claim(id)
    const record = await this.#store.load(id)
    if (!record) {
      if (own && id !== this.id) this.#store.release(id)
      return undefined
    }
    if (!own) {
      this.begin(record.origin)
      this.signed = record.signed ?? {}
      const snapshot = { ...record.snapshot, name: `${record.snapshot.name} (copy)` }
      await this.save(snapshot)
      return { snapshot, own }
    }
    this.#leaveFor(id)
    this.origin = record.origin
    this.#trusted = this.#store.isTrusted(id)
    this.#keptAt = record.edited_at
    this.signed = record.signed ?? {}
    return { snapshot: record.snapshot, own }
  }

  /** The draft that was open last when its page or its browser was killed. */
  async leftOpen(): Promise<DraftHeader | undefined> {
    await this.refresh()
    const last = newestBut(this.id, this.headers)
    return last && (await this.#store.isLeftOpen(last)) ? last : undefined
  }

  /** A message about drafts that this browser cannot store, once `unkept` has run. */
  get notKept(): string | undefined {
    return this.#unkept
  }

  async unkept(): Promise<string | undefined> {
    return (this.#unkept = await this.#store.unkept())
  }

  /** Note that the open draft is left in good order. */
  leave(): void {
    if (this.#keptAt !== undefined) this.#store.leave(this.#keptAt)
  }

  /** Begin a new draft; it is kept from its first change on. */
  begin(origin: DraftOrigin): void {
    const id = this.#newId()
    this.#leaveFor(id)
    this.#keptAt = undefined
    this.origin = origin
    this.saved = true
    this.signed = {}
    this.#trusted = false
    void this.#store.claim(id)
  }

  #leaveFor(id: string): void {
    this.leave()
    if (this.id !== id) this.#store.release(this.id)
    this.id = id
    this.#store.setTabDraft(id)
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
    const kept = await this.#store.history(this.id)
    return kept === undefined ? undefined : (await historyPacking())?.unpackHistory(kept)
  }

  /** Save the history of the open draft, as far as there is room. */
  async keepHistory(steps: Steps): Promise<void> {
    const { id } = this
    const packing = await historyPacking()
    await this.#store.keepHistory(id, packing?.packHistory(steps))
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

  /** Move a draft to the trash or back; gives whether it was done, as the next two do. */
  setTrashed(id: string, trashed: boolean): Promise<boolean> {
    return this.#change(id, (record) => ({ ...record, trashed }))
  }

  rename(id: string, name: string): Promise<boolean> {
    return this.#change(id, (record) => ({ ...record, snapshot: { ...record.snapshot, name } }))
  }

  /** Delete for good. */
  remove(id: string): Promise<boolean> {
    return this.#alone(id, () => this.#store.remove(id))
  }

  #change(id: string, change: (record: DraftRecord) => DraftRecord): Promise<boolean> {
    return this.#alone(id, async () => {
      const record = await this.#store.load(id)
      if (record) this.problem = await this.#store.save(change(record))
    })
  }

  /** Do something to a kept draft, but not while another tab has it open: one of the two would be overwritten. */
  async #alone(id: string, work: () => Promise<void>): Promise<boolean> {
    const own = await this.#store.claim(id)
    this.problem = own ? undefined : 'This draft is open in another tab. Change it there, or close that tab first.'
    if (own) await work()
    if (own && id !== this.id) this.#store.release(id)
    await this.refresh()
    return this.problem === undefined
  }

  /** Save a copy of a draft; returns its ID, or undefined if the draft cannot be read or there is no room. */
  async duplicate(id: string): Promise<string | undefined> {
    const record = await this.#store.load(id)
    if (!record) return undefined
    const snapshot = { ...record.snapshot, name: `${record.snapshot.name} (copy)` }
    const copy = { ...record, id: this.#newId(), snapshot, edited_at: this.#now(), trashed: false }
    this.problem = await this.#store.save(copy)
    await this.refresh()
    return this.problem === undefined ? copy.id : undefined
  }

  /** Read the list of what is kept. */
  async refresh(): Promise<void> {
    this.headers = await this.#store.headers()
  }
}

/** Loaded when a history is read or kept: the first picture needs none. Without it, as after an update of the server, none is kept. */
const historyPacking = () => import('./kept-history.ts').catch(() => undefined)

/** The draft that was changed last, but for one and for those in the trash. */
export function newestBut(openId: string, headers: readonly DraftHeader[]): DraftHeader | undefined {
  const others = headers.filter(({ id, trashed }) => !trashed && id !== openId)
  return others.toSorted((a, b) => b.edited_at - a.edited_at)[0]
}
