import type { Analysis, DiagnosticEntry, Fix, PlacedRange } from '#core/answer'
import { graphRuntime } from '#core/graph'
import type { ListedItem } from '#core/resolve'
import type { DialectName } from '#core/rules'
import { bundleOfDialect, describeSnapshotProblem, parseSnapshot, type Snapshot } from '#core/workspace'
import type { ItemSummary, SignatureState } from '../analysis/messages.ts'
import { lengthOf, type FileChanges, type FileContent } from '../files/content.ts'
import { isReadOnly, ownIds, placeProblem } from '../files/places.ts'
import { History } from './history.svelte.ts'
import {
  byId,
  byPath,
  countByPath,
  noFiles,
  noSignatures,
  pathsOf,
  steadyCounts,
  steadySet,
  type Count,
} from './indexes.ts'

/** The engine's state, as the page shows it. */
export type EngineState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly took_ms: number }
  | { readonly kind: 'failed'; readonly problem: string }

/** A place for the editor to show. `turn` distinguishes two requests for the same place. */
export interface Jump {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly turn: number
}

/** The open draft, the engine's answers about it, and the parts of the draft that the page shows. */
export class Session {
  /** The states of the draft. The current state is `snapshot`. */
  readonly history: History
  systemFiles = $state.raw<ReadonlyMap<string, string>>(noFiles)
  analysis = $state.raw<Analysis | undefined>()
  items = $state.raw<readonly ListedItem[]>([])
  /** The environment of the last complete chain, because typing often breaks the chain. */
  env = $state.raw<Readonly<Record<string, string>>>({})
  engine = $state.raw<EngineState>({ kind: 'starting' })
  /**
   * Changes that fix a finding. The engine has verified them, except those that need a key. They arrive shortly after
   * the analysis.
   */
  fixes = $state.raw<readonly Fix[]>([])
  /** Whether the current step of a lesson withholds quick fixes, because one could solve the step. */
  withholdsFixes = $state(false)
  /** The state of every item in the draft. */
  summaries = $state.raw<readonly ItemSummary[]>([])
  /** The signature state of each file in the tool folders of the draft. */
  signatures = $state.raw<ReadonlyMap<string, SignatureState['state']>>(noSignatures)
  /** The spaces and bundles that the analysis leaves out. */
  without = $state.raw<readonly string[]>([])
  /** The number of times another draft was opened. */
  openings = $state(0)
  tabs = $state.raw<readonly string[]>([])
  active = $state.raw<string | undefined>()
  jump = $state.raw<Jump | undefined>()
  /** The value that "Why" explains, as a JSON pointer into the analysis. */
  asked = $state.raw<string | undefined>()

  readonly snapshot = $derived.by((): Snapshot => this.history.now)
  /** Whether the analysis leaves out spaces, so that it does not describe the whole draft. */
  readonly hypothetical = $derived.by(() => this.without.length > 0)
  /** R16.1: whether the selected item is a state graph. A graph is walked, not started. */
  readonly isGraph = $derived.by(
    () => this.analysis?.chain[0]?.tool_type === 'graph' && this.analysis.chain[1]?.item_id === graphRuntime,
  )
  /** The quick fixes that the page offers: none in a lesson step that withholds them. */
  readonly offeredFixes = $derived.by(() => (this.withholdsFixes ? [] : this.fixes))
  readonly diagnostics = $derived.by((): readonly DiagnosticEntry[] => this.analysis?.diagnostics ?? [])
  readonly activeText = $derived.by(() => (this.active === undefined ? undefined : this.textOf(this.active)))
  readonly itemsById = $derived.by(() => byId(this.items))
  readonly summariesByPath = $derived.by(() => byPath(this.summaries))
  // Every file row depends on these values, so an unchanged value keeps its identity, and the rows do not render again.
  #chainPaths: ReadonlySet<string> = pathsOf([])
  readonly chainPaths = $derived.by(
    () => (this.#chainPaths = steadySet(this.#chainPaths, pathsOf(this.analysis?.chain ?? []))),
  )
  #problems: ReadonlyMap<string, Count> = countByPath([])
  readonly problemsByPath = $derived.by(
    () => (this.#problems = steadyCounts(this.#problems, countByPath(this.diagnostics))),
  )

  readonly #refused: (problem: string) => void
  /** Removed files that had an open tab, each with whether that tab was active. */
  #gone: readonly { readonly path: string; readonly inFront: boolean }[] = []

  /** `refused` is called with the error message if a change is refused. */
  constructor(snapshot: Snapshot, refused: (problem: string) => void) {
    this.#refused = refused
    this.history = new History(snapshot)
    this.openMainFile()
  }

  /** The text of a file in the draft or the system space; undefined if it is missing or binary. */
  textOf(path: string): string | undefined {
    const content = Object.hasOwn(this.snapshot.files, path) ? this.snapshot.files[path] : this.systemFiles.get(path)
    return typeof content === 'string' ? content : undefined
  }

  /** Every text file in the draft and the system space, by path. */
  texts(): readonly (readonly [path: string, text: string])[] {
    const own = Object.entries(this.snapshot.files).flatMap(([path, text]) =>
      typeof text === 'string' ? [[path, text] as const] : [],
    )
    return [...own, ...this.systemFiles]
  }

  /** Whether a path is in the draft or in the system space. */
  has(path: string): boolean {
    return Object.hasOwn(this.snapshot.files, path) || this.systemFiles.has(path)
  }

  /** Replace this draft with another draft. */
  replace(snapshot: Snapshot): void {
    this.history.restart(snapshot)
    this.openings++
    this.analysis = undefined
    this.env = {}
    this.fixes = []
    this.summaries = []
    this.asked = undefined
    this.without = []
    this.tabs = []
    this.active = undefined
    this.#gone = []
    this.openMainFile()
  }

  /**
   * Type into a file. Keystrokes in the same file that soon follow each other are merged into one step of the history.
   */
  type(path: string, text: string): void {
    if (isReadOnly(path) || this.textOf(path) === text) return
    const files = { ...this.snapshot.files, [path]: text }
    this.history.push({ ...this.snapshot, files }, `Edit ${path}`, path, text.length)
  }

  /**
   * Change several files as one undo step. If a change exceeds the draft limits, refuses the whole change and shows a
   * notice. Bundle files change only together with the bundle list. Returns whether the change was made.
   */
  change(changes: FileChanges, label: string, head: Partial<Omit<Snapshot, 'files'>> = {}): boolean {
    const files: Record<string, FileContent> = { ...this.snapshot.files }
    const added: string[] = []
    let written = 0
    for (const [path, content] of changes) {
      if (isReadOnly(path) && !head.systems) continue
      if (content === null) delete files[path]
      else {
        if (!Object.hasOwn(this.snapshot.files, path)) added.push(path)
        files[path] = content
        written += lengthOf(content)
      }
    }
    const problem = added.length === 0 ? undefined : placeProblem(added, Object.keys(files), ownIds(head))
    if (this.#refuses(problem ?? this.#headProblem(head))) return false
    const former = this.snapshot.files
    this.history.push({ ...this.snapshot, ...head, files }, label, undefined, written)
    this.#gone = this.#gone.filter(({ path }) => !added.includes(path))
    this.#closeGone(former)
    return true
  }

  /** Undo one step. Returns its label; undefined if there is nothing to undo. */
  undo(): string | undefined {
    return this.#travel(() => this.history.undo())
  }

  /** Redo one step. Returns its label; undefined if there is nothing to redo. */
  redo(): string | undefined {
    return this.#travel(() => this.history.redo())
  }

  /** Show any state of the history. */
  goToState(at: number): void {
    this.#travel(() => this.history.goTo(at))
  }

  /** Return to the first state of the history, as one undo step. */
  reset(label: string): void {
    const [first] = this.history.steps
    if (first) this.#travel(() => this.history.push(first.snapshot, label))
  }

  /** Go to another state. A restored file gets its tab back, active if it was active before. */
  #travel<T>(go: () => T): T {
    const former = this.snapshot.files
    const said = go()
    const isBack = ({ path }: { readonly path: string }): boolean => Object.hasOwn(this.snapshot.files, path)
    const back = this.#gone.filter(isBack)
    this.#gone = this.#gone.filter((one) => !isBack(one))
    this.tabs = [...this.tabs, ...back.map(({ path }) => path)]
    this.#closeGone(former)
    const inFront = back.findLast((one) => one.inFront)
    if (inFront) this.active = inFront.path
    return said
  }

  /** Close the tabs of files that were removed from the draft. Ignores files of the system space, which load later. */
  #closeGone(former: Snapshot['files']): void {
    const gone = this.tabs.filter((path) => Object.hasOwn(former, path) && !this.has(path))
    this.#gone = [...this.#gone, ...gone.map((path) => ({ path, inFront: path === this.active }))]
    this.tabs = this.tabs.filter((path) => !gone.includes(path))
    if (this.active !== undefined && gone.includes(this.active)) this.active = this.tabs.at(-1)
  }

  /**
   * Change fields other than the files: item, parameters, dialect, search or world. Refuses and reports an invalid
   * value.
   */
  set(head: Partial<Omit<Snapshot, 'files'>>, label: string, merge?: string): void {
    if (!this.#refuses(this.#headProblem(head))) this.history.push({ ...this.snapshot, ...head }, label, merge)
  }

  // The problem with these fields, if any. A value that the parser in `core` refuses would create links that cannot be
  // opened.
  #headProblem(head: Partial<Omit<Snapshot, 'files'>>): string | undefined {
    const parsed = parseSnapshot({ ...this.snapshot, ...head, files: {} })
    return parsed.kind === 'rejected' ? describeSnapshotProblem(parsed.problem) : undefined
  }

  #refuses(problem: string | undefined): boolean {
    if (problem !== undefined) this.#refused(`${problem} Your draft is unchanged.`)
    return problem !== undefined
  }

  /** Analyze another item, with its last parameters in this draft, and show its file. */
  chooseItem(item_id: string): void {
    if (item_id !== this.snapshot.item_id) {
      const { steps, at } = this.history
      const former = steps.slice(0, at + 1).findLast(({ snapshot }) => snapshot.item_id === item_id)
      this.set({ item_id, parameters: former?.snapshot.parameters ?? '{}' }, 'Choose another item')
    }
    const path = this.itemsById.get(item_id)?.path
    if (path !== undefined) this.open(path)
  }

  /** Switch to another dialect with its system space. */
  setDialect(dialect: DialectName): void {
    this.set({ dialect, bundle: bundleOfDialect[dialect] }, `Switch to dialect ${dialect}`)
  }

  setSearch(search: Snapshot['search']): void {
    this.set({ search }, 'Change the search')
  }

  setDevMode(dev_mode: boolean): void {
    this.set({ dev_mode }, dev_mode ? 'Turn dev mode on' : 'Turn dev mode off')
  }

  /** Exclude a space or bundle from the analysis, or include it again. */
  toggleSpace(id: string): void {
    this.without = this.without.includes(id) ? this.without.filter((one) => one !== id) : [...this.without, id]
  }

  /** Show a file in its own tab of the editor. */
  open(path: string): void {
    if (!this.tabs.includes(path)) this.tabs = [...this.tabs, path]
    this.active = path
  }

  /** Close a tab. If it was active, activate its neighbor. */
  close(path: string): void {
    const at = this.tabs.indexOf(path)
    this.tabs = this.tabs.filter((tab) => tab !== path)
    if (this.active === path) this.active = this.tabs[Math.min(at, this.tabs.length - 1)]
  }

  /** Show a place in the editor. */
  goTo(at: Pick<PlacedRange, 'path' | 'start' | 'end'> | null | undefined): void {
    if (!at) return
    this.open(at.path)
    this.jump = { path: at.path, start: at.start, end: at.end, turn: (this.jump?.turn ?? 0) + 1 }
  }

  /** Open the file that most likely contains the draft's item, so that the editor is not empty. */
  openMainFile(): void {
    const ends = ['.py', '.yaml', '.yml', '.js', '.ts', '.sh'].map(
      (extension) => `/${this.snapshot.item_id}${extension}`,
    )
    const { files } = this.snapshot
    let [main, first]: (string | undefined)[] = []
    // Not sorted, because sorting 10,000 names would block the page.
    for (const path of Object.keys(files)) {
      if (typeof files[path] !== 'string') continue
      if (first === undefined || path < first) first = path
      if ((main === undefined || path < main) && ends.some((end) => path.endsWith(end))) main = path
    }
    const shown = main ?? first
    if (shown !== undefined) this.open(shown)
  }
}
