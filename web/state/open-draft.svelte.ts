import { tick } from 'svelte'
import { bundleOfDialect, type Snapshot } from '#core/workspace'
import { firstExample, openExample } from '../files/examples.ts'
import type { OpenFolder } from '../files/local-folder.ts'
import { Autosave } from './autosave.ts'
import { letGoOfAddress, type Shown } from './address.ts'
import type { DraftOrigin } from './draft-record.ts'
import type { Drafts } from './drafts.svelte.ts'
import type { Runs } from './run.svelte.ts'
import type { Session } from './session.svelte.ts'
import type { Notice, View } from './view.svelte.ts'

/** The open draft of this tab. Opens other drafts and saves changes. */
export class OpenDraft {
  readonly #session: Session
  readonly #drafts: Drafts
  readonly #runs: Runs
  readonly #view: View
  readonly #autosave = new Autosave(
    () => void this.#keepState(),
    () => void this.#keepHistory(),
  )
  /** The ID of the draft after its last save; undefined if there was nothing to save. */
  #saved: Promise<string | undefined> = Promise.resolve(undefined)
  #folder = $state.raw<{ readonly draft: string; readonly folder: OpenFolder } | undefined>()

  constructor(session: Session, drafts: Drafts, runs: Runs, view: View) {
    this.#session = session
    this.#drafts = drafts
    this.#runs = runs
    this.#view = view
  }

  /**
   * The local folder of the open draft; undefined if the draft does not come from a folder, and until the Import dialog
   * has loaded it.
   */
  get folder(): OpenFolder | undefined {
    return this.#folder?.draft === this.#drafts.id ? this.#folder.folder : undefined
  }

  set folder(folder: OpenFolder | undefined) {
    this.#folder = folder && { draft: this.#drafts.id, folder }
    if (folder) void this.#drafts.keepFolder(folder)
  }

  /** Open another draft. The current draft stays in the library. */
  async open(snapshot: Snapshot, origin: DraftOrigin): Promise<void> {
    await this.keep()
    this.#drafts.begin(origin)
    letGoOfAddress(origin)
    // Run the effects of the new name before those of the new files: a name change updates the address and forces a
    // layout.
    await tick()
    this.#show(snapshot)
  }

  /**
   * Open a draft from the library. If another tab has it open, opens a copy. A damaged draft is reported and not
   * opened.
   */
  async openKept(id: string): Promise<void> {
    await this.keep()
    const opened = await this.#drafts.open(id)
    if (!opened) return this.#view.say(damaged)
    letGoOfAddress()
    this.#show(opened.snapshot)
    void this.recall()
    if (!opened.own) this.#view.say(openElsewhere)
  }

  /** Open the draft of an entry in the browser's history. Resolves to whether the draft exists. */
  async showAgain({ draft, example }: Shown): Promise<boolean> {
    if (draft === this.#drafts.id) return true
    await this.keep()
    if (!(await this.#drafts.load(draft))) return example !== undefined && (await this.openExample(example))
    await this.openKept(draft)
    return true
  }

  /** Open an example as a new draft. Resolves to whether the example exists. */
  async openExample(slug: string): Promise<boolean> {
    const snapshot = await openExample(slug)
    if (snapshot) await this.open(snapshot, { kind: 'example', slug })
    return snapshot !== undefined
  }

  /** Open a new draft without files. Its item is the bundled shell, so that the chain works before the first tool. */
  openEmpty(): Promise<void> {
    return this.open(emptySnapshot, { kind: 'own' })
  }

  /** Open a snapshot as a new draft of the user, and save it. */
  async openOwn(snapshot: Snapshot): Promise<void> {
    await this.open(snapshot, { kind: 'own' })
    await this.#drafts.save(this.#session.snapshot)
  }

  /** Whether the open draft is from a link or from pasted text, and has changed since. */
  get cameFromElsewhere(): boolean {
    const { history, snapshot } = this.#session
    const { kind } = this.#drafts.origin
    return (kind === 'link' || kind === 'text') && snapshot !== history.steps[0]?.snapshot
  }

  /** Reset the draft to its original state, as one undo step. */
  reset(): void {
    this.#session.reset('Reset to original')
  }

  /** Trust the open draft in this tab, and save it, so that the trust survives a reload. */
  trust(): void {
    this.#drafts.trust()
    void this.#drafts.save(this.#session.snapshot)
  }

  /**
   * Schedule a save of the draft, then of its history after a pause. Returns a function that cancels the pending save,
   * for the next change to call.
   */
  changed(): () => void {
    return this.#autosave.changed()
  }

  /** Save the open draft if it has changed or cannot be opened again. Then save its history if it fits. */
  async keep(): Promise<void> {
    await this.#keepState()
    void this.#keepHistory()
  }

  async #keepState(): Promise<void> {
    await (this.#saved = this.#save())
  }

  /** Save the history of the last saved draft. The draft comes first, because the history can be as large. */
  async #keepHistory(): Promise<void> {
    const id = await this.#saved
    const { history } = this.#session
    // Use the current history, because the user might have cleared the history in the meantime.
    if (id !== undefined && this.#drafts.id === id)
      await this.#drafts.keepHistory({ list: history.steps, at: history.at })
  }

  async #save(): Promise<string | undefined> {
    const drafts = this.#drafts
    const { history, snapshot } = this.#session
    if (!history.changed && drafts.origin.kind !== 'text') return undefined
    const { id } = drafts
    await drafts.save(snapshot)
    return id
  }

  /** Save the draft before the page closes, and record that the page closed normally. */
  leave(): void {
    void this.keep()
    this.#drafts.leave()
  }

  /**
   * Show a notice about drafts that this browser does not save. In a new tab (`isNew`), offer the draft that was open
   * when the browser stopped, until another tab claims it.
   */
  async sayWhatIsKept(isNew: boolean): Promise<void> {
    const unkept = await this.#drafts.unkept()
    if (unkept !== undefined) this.#view.say({ text: unkept, tone: 'trouble' })
    const last = isNew ? await this.#drafts.leftOpen() : undefined
    if (!last) return
    const notice: Notice = {
      text: `“${last.name}” was open when the browser stopped. The draft is saved.`,
      tone: 'calm',
      stays: true,
      action: { title: 'Open this draft', run: () => void this.openKept(last.id) },
    }
    this.#view.say(notice)
    // After a crash, the browser can restore the draft's own tab at the same time, and that tab claims the draft later.
    const withdraw = async (): Promise<void> => {
      const isOpenElsewhere = (await this.#drafts.leftOpen()) === undefined
      if (isOpenElsewhere && this.#view.notice === notice) this.#view.notice = undefined
    }
    this.#drafts.onChange = () => void withdraw()
    await withdraw()
  }

  /** Load the saved history of the open draft. The draft itself does not wait for this. */
  async recall(): Promise<void> {
    const { id } = this.#drafts
    const former = await this.#drafts.history()
    if (former && this.#drafts.id === id) this.#session.history.recall(former)
  }

  /** Clear all previous states of the open draft, in memory and in storage. */
  async clearHistory(): Promise<void> {
    this.#session.history.clear()
    const { steps, at } = this.#session.history
    await this.#drafts.keepHistory({ list: steps, at })
  }

  #show(snapshot: Snapshot): void {
    // Remove a notice that offers Undo or Redo, because it applies to the previous draft.
    const { notice } = this.#view
    if (notice?.tone === 'calm' && notice.action && !notice.stays) this.#view.notice = undefined
    this.#view.question = this.#view.compareWith = undefined
    // The values in a lesson are examples, so the page shows them unmasked.
    this.#view.secretsShown = snapshot.lesson !== undefined
    this.#runs.clear()
    this.#session.replace(snapshot)
    this.#view.startAnswers()
    this.#view.lesson = snapshot.lesson !== undefined
    this.#view.writing = false
    this.#view.problem = undefined
    this.#view.traceStep = 0
  }
}

const damaged: Notice = { text: 'This draft is damaged and cannot be opened. It was not changed.', tone: 'trouble' }
const openElsewhere = 'This draft is open in another tab, so this tab opened a copy.'

/** The draft that the page shows first, and a notice about it. */
interface FirstDraft {
  readonly snapshot: Snapshot
  readonly notice?: Notice | string
  /** Whether the draft is the unchanged first example. */
  readonly isExample?: boolean
}

/**
 * The tab's previous draft, or otherwise the first example, or an empty draft if the example is missing. With `safe`,
 * the tab's draft is not opened.
 */
export async function firstDraft(drafts: Drafts, safe: boolean): Promise<FirstDraft> {
  const { opened, unreadable } = safe ? { opened: undefined, unreadable: false } : await drafts.restore()
  if (opened) return { snapshot: opened.snapshot, ...(opened.own ? {} : { notice: openElsewhere }) }
  drafts.begin({ kind: 'example', slug: firstExample })
  const example = await openExample(firstExample)
  const first = { snapshot: example ?? emptySnapshot, isExample: example !== undefined }
  return unreadable ? { ...first, notice: damaged } : first
}

/** A draft without files. */
export const emptySnapshot: Snapshot = {
  format: 1,
  name: 'Empty draft',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: bundleOfDialect.lillux,
  item_id: 'rye/bash',
  parameters: '{"command": "echo Hello"}',
  files: {},
}
