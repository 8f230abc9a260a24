import type { Snapshot } from '#core/workspace'
import type { FileContent } from '../files/content.ts'
import type { OpenFolder } from '../files/local-folder.ts'
import type { DraftAbout } from './draft-about.ts'
import { headerOf, type DraftHeader, type DraftOrigin, type DraftRecord } from './draft-record.ts'
import type { DraftStore } from './draft-store.ts'
import type { Steps } from './steps.ts'

/** An opened draft from the library. `own` is false for a copy. */
interface OpenedDraft {
  readonly snapshot: Snapshot
  readonly own: boolean
}

/** The library of drafts, and the draft open in this tab. */
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
  /** The last edit time of the open draft, as of its last save; undefined before the first save. */
  #keptAt: number | undefined

  /** Whether the open draft was never saved, so that it is unchanged since it was opened. */
  get isNew(): boolean {
    return this.#keptAt === undefined
  }

  /** Summarizes the open draft for the library. Returns undefined until its analysis is known. */
  describe: (snapshot: Snapshot) => DraftAbout | undefined = () => undefined

  /** Called after another tab saves, deletes or claims a draft. */
  onChange: () => void = () => undefined

  /** Whether the open draft must not run yet. A draft from a link or from pasted text requires the user's approval. */
  readonly inert = $derived.by(() => (this.origin.kind === 'link' || this.origin.kind === 'text') && !this.#trusted)

  constructor(store: DraftStore, now: () => number, newId: () => string) {
    this.#store = store
    this.#now = now
    this.#newId = newId
    store.onChange(() => void this.refresh().then(() => this.onChange()))
    void this.refresh()
  }

  /**
   * Open the draft from before a reload, like `open`; undefined if the tab had none. `unreadable`: whether that draft
   * cannot be read.
   */
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
   * Open a saved draft. If another tab has it open, open a copy and save the copy immediately, so that neither tab
   * overwrites the other. Resolves to undefined if the draft cannot be read.
   */
  async open(id: string): Promise<OpenedDraft | undefined> {
    // Claim the draft before reading it, because another tab can write it until then.
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

  /** The last edited other draft, if it was open when its page or browser was killed; otherwise undefined. */
  async leftOpen(): Promise<DraftHeader | undefined> {
    const last = await this.lastClosed()
    return last && (await this.#store.isLeftOpen(last)) ? last : undefined
  }

  /** The last edited other draft; undefined if there is none or another tab has it open. */
  async lastClosed(): Promise<DraftHeader | undefined> {
    await this.refresh()
    const last = newestBut(this.id, this.headers)
    return last && !(await this.#store.isElsewhere(last.id)) ? last : undefined
  }

  /**
   * A message about drafts that this browser cannot store; undefined if it stores everything, and before `unkept` has
   * run.
   */
  get notKept(): string | undefined {
    return this.#unkept
  }

  async unkept(): Promise<string | undefined> {
    return (this.#unkept = await this.#store.unkept())
  }

  /** Record that the open draft was closed normally. */
  leave(): void {
    if (this.#keptAt !== undefined) this.#store.leave(this.#keptAt)
  }

  /** Start a new draft, which is saved after its first change. */
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

  /** Save the current state. */
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
    // Update the list in memory, because reading all rows of the library after every pause in typing is slow.
    const header = headerOf(record)
    if (this.saved) this.headers = [header, ...this.headers.filter(({ id }) => id !== header.id)]
    else await this.refresh()
  }

  /** The saved history of a draft; undefined if it has none or its history cannot be read. Default: the open draft. */
  async history(id = this.id): Promise<Steps | undefined> {
    const kept = await this.#store.history(id)
    return kept === undefined ? undefined : (await historyPacking())?.unpackHistory(kept)
  }

  /** The unvalidated local folder that the browser stores for the open draft; undefined if there is none. */
  folder(): Promise<unknown> {
    return this.#store.folder(this.id)
  }

  keepFolder(folder: OpenFolder): Promise<void> {
    return this.#store.keepFolder(this.id, folder)
  }

  /** Save the history of the open draft if it fits. */
  async keepHistory(steps: Steps): Promise<void> {
    const { id } = this
    const packing = await historyPacking()
    await this.#store.keepHistory(id, packing?.packHistory(steps))
  }

  /** Store the content of files whose signature matches it. */
  keepSigned(files: Iterable<readonly [path: string, content: FileContent]>): void {
    this.signed = { ...this.signed, ...Object.fromEntries(files) }
  }

  /** Trust the open draft in this tab. */
  trust(): void {
    this.#trusted = true
    this.#store.trust(this.id)
  }

  /** Move a draft to the trash or restore it. Like the next two methods, resolves to whether it succeeded. */
  setTrashed(id: string, trashed: boolean): Promise<boolean> {
    return this.#change(id, (record) => ({ ...record, trashed }))
  }

  rename(id: string, name: string): Promise<boolean> {
    return this.#change(id, (record) => ({ ...record, snapshot: { ...record.snapshot, name } }))
  }

  /** Delete a draft permanently. */
  remove(id: string): Promise<boolean> {
    return this.#alone(id, () => this.#store.remove(id))
  }

  #change(id: string, change: (record: DraftRecord) => DraftRecord): Promise<boolean> {
    return this.#alone(id, async () => {
      const record = await this.#store.load(id)
      if (record) this.problem = await this.#store.save(change(record))
    })
  }

  /** Change a saved draft. Refuses while another tab has it open, because one tab would overwrite the other. */
  async #alone(id: string, work: () => Promise<void>): Promise<boolean> {
    const own = await this.#store.claim(id)
    this.problem = own ? undefined : 'This draft is open in another tab. Change it there, or close that tab first.'
    if (own) await work()
    if (own && id !== this.id) this.#store.release(id)
    await this.refresh()
    return this.problem === undefined
  }

  /** Save a copy of a draft. Resolves to its ID, or to undefined if the draft cannot be read or storage is full. */
  async duplicate(id: string): Promise<string | undefined> {
    const record = await this.#store.load(id)
    if (!record) return undefined
    const snapshot = { ...record.snapshot, name: `${record.snapshot.name} (copy)` }
    const copy = { ...record, id: this.#newId(), snapshot, edited_at: this.#now(), trashed: false }
    this.problem = await this.#store.save(copy)
    await this.refresh()
    return this.problem === undefined ? copy.id : undefined
  }

  /** Read the list of saved drafts. */
  async refresh(): Promise<void> {
    this.headers = await this.#store.headers()
  }
}

/**
 * Load the module on the first read or save of a history. If it fails to load, as after a server update,
 * histories are not saved.
 */
const historyPacking = () => import('./kept-history.ts').catch(() => undefined)

/** The last edited draft that is neither `openId` nor in the trash; undefined if there is none. */
export function newestBut(openId: string, headers: readonly DraftHeader[]): DraftHeader | undefined {
  const others = headers.filter(({ id, trashed }) => !trashed && id !== openId)
  return others.toSorted((a, b) => b.edited_at - a.edited_at)[0]
}
