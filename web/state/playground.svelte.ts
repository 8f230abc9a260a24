import { getContext, setContext } from 'svelte'
import type { Fix } from '#core/answer'
import type { DialectName } from '#core/rules'
import type { Snapshot } from '#core/workspace'
import { applyFix } from '../analysis/apply-fix.ts'
import type { EnginePort } from '../analysis/client.ts'
import type { KeyTexts } from '../analysis/messages.ts'
import { firstExample } from '../files/examples.ts'
import { isInputValue, type AnswerName } from './answers.ts'
import { aboutOf } from './draft-about.ts'
import type { Drafts } from './drafts.svelte.ts'
import { EngineLink } from './engine-link.svelte.ts'
import { OpenDraft } from './open-draft.svelte.ts'
import { Runs } from './run.svelte.ts'
import { Session } from './session.svelte.ts'
import { View, type Preferences } from './view.svelte.ts'

const key = Symbol('playground')

/** If no value is selected, Why explains the first of these values that the plan contains. */
const firstValues = ['/plan/command', '/plan/url', '/plan/input', '/plan/cwd']

/**
 * The page's state, with actions that need several parts of it, such as changes with undo and jumps to a place.
 */
export class Playground {
  readonly session: Session
  readonly drafts: Drafts
  readonly runs = new Runs()
  readonly view: View
  readonly engine: EngineLink
  readonly draft: OpenDraft
  /** The key pair of this tab, which is never saved. */
  keys = $state.raw<KeyTexts | undefined>()

  constructor(snapshot: Snapshot, drafts: Drafts, preferences: Preferences, start: () => EnginePort) {
    this.session = new Session(snapshot, (text) => this.view.say({ text, tone: 'trouble' }))
    this.drafts = drafts
    this.view = new View(preferences)
    drafts.describe = (kept) => aboutOf(kept, this.session)
    this.view.lesson = this.view.secretsShown = snapshot.lesson !== undefined
    this.engine = new EngineLink(this.session, drafts, start)
    this.draft = new OpenDraft(this.session, drafts, this.runs, this.view)
  }

  /**
   * Whether the draft is an example with its own item and no further files. The guide explains only such a draft, never
   * a link, an import or a new tool.
   */
  readonly isExample = $derived.by(() => {
    const { history, snapshot } = this.session
    const first = history.steps[0]?.snapshot
    const count = (of: Snapshot | undefined): number => Object.keys(of?.files ?? {}).length
    const isOwnItem = snapshot.item_id === first?.item_id
    return this.drafts.origin.kind === 'example' && isOwnItem && count(snapshot) === count(first)
  })

  /** Show the first-minute guide. If it does not fit the draft, it opens the first example. */
  async showGuide(): Promise<void> {
    if (!this.isExample) await this.draft.openExample(firstExample)
    this.view.lesson = false
    this.view.setGuide(true)
  }

  /**
   * Type into a file. The engine receives the question (`EngineClient.ask`) before the page renders, so that both work
   * in parallel.
   */
  type(path: string, text: string): void {
    this.session.type(path, text)
    this.engine.analyse()
  }

  /** Explain the value of the analysis at `pointer`, in the panel that shows the value. */
  ask(pointer: string): void {
    this.session.asked = pointer
    this.view.show(isInputValue(pointer) ? 'parameters' : 'why')
  }

  /** Open Why on the value that was selected last, or on the command's first value. */
  showWhy(): void {
    const { session } = this
    const asked = session.asked ?? firstValues.find((one) => session.analysis?.provenance[one])
    if (asked === undefined) this.view.show('why')
    else this.ask(asked)
  }

  /** Apply a fix as one undo step. A fix that needs a key opens the Integrity panel. */
  applyFix(fix: Fix): void {
    if (fix.state === 'needs-key') return this.view.show('integrity')
    const { changes, head } = applyFix(
      fix,
      (path) => this.session.snapshot.files[path] ?? this.session.systemFiles.get(path),
    )
    this.change(changes, fix.title, head)
  }

  /** Change the draft as one undo step, and offer Undo. Returns whether the change succeeded. */
  change(...[changes, label, head]: Parameters<Session['change']>): boolean {
    const done = this.session.change(changes, label, head)
    if (done) this.view.say({ text: label, tone: 'calm', action: { title: 'Undo', run: () => this.undo() } })
    return done
  }

  /** Switch the dialect, and offer to switch back: a chain rarely works in both dialects. */
  switchDialect(dialect: DialectName): void {
    const { session, view } = this
    const former = session.snapshot.dialect
    if (dialect === former) return
    session.setDialect(dialect)
    const back = { title: 'Switch back', run: () => session.setDialect(former) }
    view.say({ text: `Switched to the rules and system space of ${dialect}.`, tone: 'calm', action: back })
  }

  /** Undo the last change to the draft, and show its label. */
  undo(): void {
    const undone = this.session.undo()
    if (undone === undefined) return
    const action = { title: 'Redo', run: () => this.redo() }
    this.view.say({ text: `Undone: ${undone}`, tone: 'calm', action })
  }

  /** Redo the last undone change, and show its label. */
  redo(): void {
    const redone = this.session.redo()
    if (redone === undefined) return
    const action = { title: 'Undo', run: () => this.undo() }
    this.view.say({ text: `Redone: ${redone}`, tone: 'calm', action })
  }

  /** Show an answer. */
  show(answer: AnswerName): void {
    this.view.show(answer)
  }

  /** Show a place in the editor. On a phone, also show the editor page. */
  goTo(at: { readonly path: string; readonly start: number; readonly end: number } | null | undefined): void {
    if (!at) return
    // The caller's parameters are not a file, but they have an editor.
    if (at.path === '(parameters)') return this.view.show('parameters')
    this.session.goTo(at)
    this.view.phone = 'editor'
  }
}

/** Provide the playground to all inner components. */
export function providePlayground(playground: Playground): Playground {
  return setContext(key, playground)
}

/** The page's playground. */
export function usePlayground(): Playground {
  return getContext<Playground>(key)
}
