import { getContext, setContext } from 'svelte'
import type { DialectName, Fix, Snapshot } from '#core'
import { applyFix } from '../analysis/apply-fix.ts'
import { EngineClient, type EnginePort } from '../analysis/client.ts'
import type { Answer, KeyTexts, Query, SignatureState } from '../analysis/messages.ts'
import type { OpenFolder } from '../files/local-folder.ts'
import { positionOf, traceRows } from '../analysis/trace-steps.ts'
import { firstExample, openExample } from '../files/examples.ts'
import type { DraftOrigin, Drafts } from './drafts.svelte.ts'
import { letGoOfAddress } from '../app/open-link.ts'
import { statesOf } from './indexes.ts'
import { Runs } from './run.svelte.ts'
import { Session } from './session.svelte.ts'
import { View, type AnswerName, type Preferences } from './view.svelte.ts'

const key = Symbol('playground')
/** Files whose signatures are looked at in one go for the tree; each check takes about two milliseconds the first time. */
const sealsAtOnce = 200
/** States of a signature that holds the hash of its text, whoever made it. */
const fits: ReadonlySet<SignatureState['state']> = new Set(['verified', 'untrusted-key', 'bad-signature'])

/** Everything of the page beside its markup: the open draft, the library, the lanes, the view, and the engine. */
export class Playground {
  readonly session: Session
  readonly drafts: Drafts
  readonly runs = new Runs()
  readonly view: View
  readonly #engine: EngineClient
  #faults = 0
  safeMode = $state(false)
  /** The key pair of this tab, never kept anywhere. */
  keys = $state.raw<KeyTexts | undefined>()
  #folder = $state.raw<{ readonly draft: string; readonly folder: OpenFolder } | undefined>()

  constructor(snapshot: Snapshot, drafts: Drafts, preferences: Preferences, start: () => EnginePort) {
    this.session = new Session(snapshot, (text) => this.view.say({ text, tone: 'trouble' }))
    this.drafts = drafts
    this.view = new View(preferences)
    this.#engine = new EngineClient(start, {
      analysed: ({ analysis, items, took_ms }) => {
        this.session.analysis = analysis
        if (analysis.env) this.session.env = analysis.env
        if (items) this.session.items = items
        this.session.engine = { kind: 'ready', took_ms }
      },
      failed: (problem, died) => this.#failed(problem, died),
    })
  }

  /** The folder of the person's machine that the open draft was read from, while the tab lives; another draft has none. */
  get folder(): OpenFolder | undefined {
    return this.#folder?.draft === this.drafts.id ? this.#folder.folder : undefined
  }

  set folder(folder: OpenFolder | undefined) {
    this.#folder = folder && { draft: this.drafts.id, folder }
  }

  /** Ask for the analysis of what is shown now. */
  analyse(): void {
    this.#engine.ask(this.session.snapshot, this.session.without)
  }

  /** Ask the engine something beside the analysis. */
  query(query: Query): Promise<Answer | undefined> {
    return this.#engine.query(query)
  }

  /** Explain one value: `pointer` names it inside the analysis. */
  ask(pointer: string): void {
    this.session.asked = pointer
    this.view.show('why')
  }

  /** Do what the engine offered, in one step that can be undone; signing goes to the panel that has the keys. */
  applyFix(fix: Fix): void {
    if (fix.state === 'needs-key') return this.view.show('integrity')
    const { changes, head } = applyFix(
      fix,
      (path) => this.session.snapshot.files[path] ?? this.session.systemFiles.get(path),
    )
    this.change(changes, fix.title, head)
  }

  /** Change the draft in one step, and offer to undo it; gives whether it was done. */
  change(...[changes, label, head]: Parameters<Session['change']>): boolean {
    const done = this.session.change(changes, label, head)
    if (done) this.view.say({ text: label, tone: 'calm', action: { title: 'Undo', run: () => this.undo() } })
    return done
  }

  /** Take another generation of the rules, and offer the way back: a chain seldom holds under both. */
  switchDialect(dialect: DialectName): void {
    const { session, view } = this
    const former = session.snapshot.dialect
    if (dialect === former) return
    session.setDialect(dialect)
    const back = { title: 'Switch back', run: () => session.setDialect(former) }
    view.say({ text: `The rules and the system space are those of ${dialect} now.`, tone: 'calm', action: back })
  }

  /** Ask, after the analysis, for what takes longer: fixes of its findings, and how all other items stand. */
  async look(): Promise<void> {
    const asked = this.session.analysis
    const { files } = this.session.snapshot
    const fixes = this.session.diagnostics.length > 0 ? await this.query({ kind: 'fixes' }) : undefined
    if (this.session.analysis !== asked) return
    this.session.fixes = fixes?.kind === 'fixes' ? fixes.fixes : []
    const items = await this.query({ kind: 'check' })
    if (items?.kind === 'items') this.session.summaries = items.items
    const paths = Object.keys(files).filter((path) => path.includes('/.ai/tools/'))
    const seals: SignatureState[] = []
    // What is typed meanwhile does not wait for all of them.
    for (let at = 0; at < paths.length; at += sealsAtOnce) {
      const answer = await this.query({ kind: 'signatures', paths: paths.slice(at, at + sealsAtOnce) })
      if (answer?.kind !== 'signatures' || this.session.analysis !== asked) return
      seals.push(...answer.signatures)
    }
    this.session.signatures = statesOf(seals)
    const fitting = seals.filter(({ state }) => fits.has(state)).map(({ path }) => path)
    this.drafts.keepSigned(fitting.map((path) => [path, files[path] ?? '']))
  }

  /** Bring an answer forward. */
  show(answer: AnswerName): void {
    this.view.show(answer)
  }

  /** Show a place in the editor, on a phone its page too. */
  goTo(at: { readonly path: string; readonly start: number; readonly end: number } | null | undefined): void {
    if (!at) return
    // The caller's parameters are no file, but they have a place where they are written.
    if (at.path === '(parameters)') return this.view.show('parameters')
    this.session.goTo(at)
    this.view.phone = 'editor'
  }

  /** Go on or back by so many steps among the events of the trace that are listed. */
  stepTrace(by: number): void {
    const rows = traceRows(this.session.analysis?.trace ?? [], this.view.traceFilter)
    const to = Math.max(0, Math.min(rows.length - 1, positionOf(rows, this.view.traceStep) + by))
    this.view.traceStep = rows[to]?.index ?? 0
  }

  /** Undo the last change of the draft and say what it was. */
  undo(): void {
    const undone = this.session.history.undo()
    if (undone !== undefined) {
      this.view.say({
        text: `Undone: ${undone}`,
        tone: 'calm',
        action: { title: 'Redo', run: () => this.session.history.redo() },
      })
    }
  }

  /** Open another draft beside the present one, which stays in the library. */
  async openSnapshot(snapshot: Snapshot, origin: DraftOrigin): Promise<void> {
    await this.keep()
    this.drafts.begin(origin)
    letGoOfAddress(origin)
    this.#show(snapshot)
  }

  /** Open a draft of the library. */
  async openDraft(id: string): Promise<void> {
    await this.keep()
    const record = await this.drafts.load(id)
    if (!record)
      return this.view.say({ text: 'This draft cannot be read any more. It was left as it is.', tone: 'trouble' })
    const own = await this.drafts.resume(record)
    letGoOfAddress()
    const { snapshot } = record
    this.#show(own ? snapshot : { ...snapshot, name: `${snapshot.name} (copy)` })
    void this.recall()
    if (!own) this.view.say('This draft is open in another tab, so this is a copy of it: neither overwrites the other.')
  }

  /** Open an example as a new draft; gives whether there is one of that name. */
  async openExample(slug: string): Promise<boolean> {
    const snapshot = await openExample(slug)
    if (snapshot) await this.openSnapshot(snapshot, { kind: 'example', slug })
    return snapshot !== undefined
  }

  /** Begin a draft with nothing in it. */
  openEmpty(): Promise<void> {
    return this.openSnapshot({ ...emptySnapshot, name: 'New draft' }, { kind: 'own' })
  }

  /** Let a draft that came from elsewhere run, in this tab; it is kept, so that a reload knows it again. */
  trust(): void {
    this.drafts.trust()
    void this.drafts.save(this.session.snapshot)
  }

  /** Save the open draft if it was changed since it was opened, or cannot be opened again; then its history, as far as there is room. */
  async keep(): Promise<void> {
    const { drafts, session } = this
    if (!session.history.changed && drafts.origin.kind !== 'text') return
    const { id } = drafts
    await drafts.save(session.snapshot)
    // As it is by now: it may have been forgotten meanwhile.
    if (drafts.id === id) void drafts.keepHistory({ list: session.history.steps, at: session.history.at })
  }

  /** Go on with the history that was kept with the open draft; the draft itself does not wait for it. */
  async recall(): Promise<void> {
    const { id } = this.drafts
    const former = await this.drafts.history()
    if (former && this.drafts.id === id) this.session.history.recall(former)
  }

  /** Forget all former states of the open draft, here and where they are kept. */
  async forgetHistory(): Promise<void> {
    this.session.history.forget()
    const { steps, at } = this.session.history
    await this.drafts.keepHistory({ list: steps, at })
  }

  #show(snapshot: Snapshot): void {
    this.runs.clear()
    this.session.replace(snapshot)
    this.view.answer = 'command'
    this.view.lesson = false
    this.view.problem = undefined
    this.view.traceStep = 0
  }

  #failed(problem: string, died: boolean): void {
    this.session.engine = { kind: 'failed', problem }
    if (!died) return
    this.#faults++
    if (this.#faults >= 2) this.safeMode = true
    else this.analyse()
  }

  /** Load what the dialect's bundle holds, for the tree and the editor. */
  async readBundle(name: Snapshot['bundle']): Promise<void> {
    const answer = await this.query({ kind: 'bundle', name })
    // The engine has the texts; a page whose engine died loads them itself, so that the draft can still be looked at.
    const files =
      answer?.kind === 'bundle' ? answer.files : await (await import('../files/bundles.ts')).loadBundle(name)
    if (this.session.snapshot.bundle.id === name.id) this.session.systemFiles = files
  }
}

/** Make the playground known to the components below. */
export function providePlayground(playground: Playground): Playground {
  return setContext(key, playground)
}

/** The playground of the page. */
export function usePlayground(): Playground {
  return getContext<Playground>(key)
}

/** What the page shows first: the tab's draft if it had one, else the first example; `safe` never restores. */
export async function firstDraft(drafts: Drafts, safe: boolean): Promise<Snapshot> {
  const restored = safe ? undefined : await drafts.restore()
  if (restored) {
    await drafts.resume(restored)
    return restored.snapshot
  }
  drafts.begin({ kind: 'example', slug: firstExample })
  return (await openExample(firstExample)) ?? emptySnapshot
}

/** A draft with no file in it. */
export const emptySnapshot: Snapshot = {
  format: 1,
  name: 'Empty',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  item_id: 'rye/bash',
  parameters: '{}',
  files: {},
}
