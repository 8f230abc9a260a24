import { analyze, isOwnFinding, Parts, WorkspaceChecker, type Analysis, type ItemCheck } from '#core/answer'
import { severityOf } from '#core/diagnostics'
import { MemoryTree, purePorts, type FileTree, type Host } from '#core/input'
import { listItems, type ListedItem } from '#core/resolve'
import type { DialectName } from '#core/rules'
import {
  bundleOfDialect,
  bundleRoot,
  ownBundles,
  settingsOfSnapshot,
  Workspace,
  type Snapshot,
  type WorkspaceSettings,
  usesProductBundle,
} from '#core/workspace'
import { loadBundle } from '../files/bundles.ts'
import { bytesOf } from '../files/content.ts'
import type { Asked } from './integrity.ts'
import { loadLacking } from './late-parts.ts'
import { warmUp } from './warm-up.ts'
import type {
  Answer,
  Bring,
  FileContent,
  ItemSummaries,
  ItemSummary,
  NamedAnalysis,
  SnapshotHead,
  Variant,
  Without,
} from './messages.ts'

type Change = readonly [path: string, content: FileContent | null]

/** The worker's engine, with a copy of the draft's files and one workspace with a cache. */
export class Engine {
  readonly #host: Host
  #tree = new MemoryTree()
  /** The product's bundles, separate from the draft's bundles, which can have the same IDs. */
  readonly #product = new MemoryTree()
  #head: SnapshotHead | undefined
  readonly #mounted = new Map<string, string>()
  #workspace: Workspace | undefined
  #key = ''
  #listed = false
  /** The files of the next draft that have arrived so far; undefined if no draft is arriving in batches. */
  #next: MemoryTree | undefined
  #reported: { readonly by: WorkspaceChecker; readonly checks: readonly ItemCheck[] } | undefined
  #checker: { readonly of: Workspace; readonly checker: WorkspaceChecker } | undefined

  constructor(parts = new Parts()) {
    this.#host = { ...purePorts, parts }
  }

  /** Load everything that the first question needs. */
  warmUp(): Promise<void> {
    return warmUp(this.#host)
  }

  /** Replace the draft. */
  async open(snapshot: Snapshot): Promise<void> {
    const { files, ...head } = snapshot
    this.#tree = this.#next ?? new MemoryTree()
    this.#next = undefined
    this.#workspace = undefined
    this.#listed = false
    for (const root of ['/project', '/user']) this.#tree.makeDirectory(root)
    this.apply(Object.entries(files))
    await this.place(head)
  }

  /** Write and delete files of the draft. */
  apply(changes: readonly Change[]): void {
    // The list of items depends on file paths, never on file contents.
    if (changes.some(([path, content]) => content === null || !this.#tree.look(path))) this.#listed = false
    write(this.#tree, changes)
  }

  /** Add a piece of a large draft before the question that it belongs to. */
  bring({ isNew, changes }: Bring): void {
    if (isNew) write((this.#next ??= new MemoryTree()), changes)
    else this.apply(changes)
  }

  /**
   * Set all fields of a draft except its files. If the draft uses a product bundle that is not mounted yet, mount it.
   */
  async place(head: SnapshotHead): Promise<void> {
    this.#head = head
    if (usesProductBundle(head)) await this.#mount(head.bundle)
  }

  /**
   * Mount the product bundles of all dialects, because switching the dialect switches the bundle. Does nothing for a
   * draft that uses no product bundle.
   */
  async mountAll(): Promise<void> {
    if (!this.#head || !usesProductBundle(this.#head)) return
    for (const bundle of Object.values(bundleOfDialect)) if (!this.#mounted.has(bundle.id)) await this.#mount(bundle)
  }

  async #mount({ id, version }: Snapshot['bundle']): Promise<void> {
    if (this.#mounted.get(id) === version) return
    this.#product.remove(bundleRoot(id))
    for (const [path, text] of await loadBundle({ id, version })) this.#product.write(path, bytesOf(text))
    this.#mounted.set(id, version)
  }

  /**
   * The files of the draft and the product, except files under the hidden roots. A bundle in the draft overrides the
   * product's bundle.
   */
  #filesOf(head: SnapshotHead, hidden: readonly string[]): FileTree {
    const own = ownBundles(head.systems).map(({ id }) => bundleRoot(id))
    const treeAt = (path: string): FileTree | undefined => {
      if (isBelow(path, hidden)) return undefined
      return path.startsWith('/system/') && !isBelow(path, own) ? this.#product : this.#tree
    }
    return {
      read: (path) => treeAt(path)?.read(path),
      list: (path) => treeAt(path)?.list(path),
      look: (path) => treeAt(path)?.look(path),
      real: (path) => treeAt(path)?.real(path),
    }
  }

  get #open(): SnapshotHead {
    if (!this.#head) throw new Error('no draft is open')
    return this.#head
  }

  #workspaceOf(head: SnapshotHead, without: Without = []): Workspace {
    const settings = settingsOfSnapshot(head)
    return new Workspace(settings, this.#filesOf(head, rootsOf(settings, without)), this.#host)
  }

  /** The draft in another dialect, with the system space of that dialect. */
  inDialect(dialect: DialectName): Workspace {
    return this.#workspaceOf({ ...this.#open, dialect, bundle: bundleOfDialect[dialect] })
  }

  /** A separate engine that has another draft and shares the loaded parts. */
  async draftOf(snapshot: Snapshot): Promise<Engine> {
    const other = new Engine(this.#host.parts)
    await other.open(snapshot)
    return other
  }

  /** The workspace of another draft, in a separate engine. */
  async workspaceOf(snapshot: Snapshot): Promise<Workspace> {
    return (await this.draftOf(snapshot)).#workspaceOf(snapshot)
  }

  /**
   * Analyze the draft's item without some roots. `items` is null if the list of items has not changed since the last
   * call.
   */
  analyze(without: Without): { readonly analysis: Analysis; readonly items: readonly ListedItem[] | null } {
    const head = this.#open
    const settings = settingsOfSnapshot(head)
    const key = JSON.stringify([settings, head.systems, without])
    if (!this.#workspace || this.#key !== key) {
      this.#workspace = this.#workspaceOf(head, without)
      this.#key = key
      this.#listed = false
    }
    this.#workspace.refresh()
    const analysis = analyze(this.#workspace, { item_id: head.item_id, parameters: head.parameters })
    const items = this.#listed ? null : listItems(this.#workspace)
    this.#listed = true
    return { analysis, items }
  }

  /** Analyze variants of the draft. Returns one answer per variant, without caching; none if no draft is open. */
  variants(variants: readonly Variant[]): readonly NamedAnalysis[] {
    const head = this.#head
    if (!head) return []
    return variants.map((variant) => {
      const changed = { ...head, ...variant.head }
      const workspace = this.#workspaceOf(changed, variant.without)
      const request = { item_id: variant.item_id ?? changed.item_id, parameters: changed.parameters }
      return { name: variant.name, analysis: analyze(workspace, request) }
    })
  }

  /** The workspace and the request of the last analysis; undefined before the first analysis of the draft. */
  get asked(): Asked | undefined {
    const head = this.#head
    return head && this.#workspace && { workspace: this.#workspace, item_id: head.item_id, parameters: head.parameters }
  }

  /**
   * The state of every item in the draft; empty before its first analysis. Only items that a change affects are checked
   * again.
   */
  check(): readonly ItemCheck[] {
    return this.checker?.checkAll() ?? []
  }

  /** The checker of the draft's items; undefined before the first analysis of the draft. */
  get checker(): WorkspaceChecker | undefined {
    const workspace = this.#workspace
    if (!workspace) return undefined
    if (this.#checker?.of !== workspace) this.#checker = { of: workspace, checker: new WorkspaceChecker(workspace) }
    return this.#checker.checker
  }

  /**
   * The item summaries for the page: all summaries first, and then only changed summaries until the list of items
   * changes.
   */
  summaries(): ItemSummaries {
    const checks = this.check()
    const reported = this.#reported
    const by = this.#checker?.checker
    this.#reported = by && { by, checks }
    const isSame = reported?.by === by && reported?.checks.length === checks.length
    const whole = !isSame || !checks.every(({ path }, at) => reported?.checks[at]?.path === path)
    const changed = whole ? checks : checks.filter((check, at) => reported?.checks[at] !== check)
    const devMode = this.#workspace?.settings.dev_mode ?? true
    return { items: changed.map((check) => summary(check, devMode)), whole }
  }

  /** Run `work`. If it requires an engine part that is not loaded, load the part and run `work` again. */
  async complete<T>(work: () => T | Promise<T>): Promise<T> {
    for (;;) {
      const done = await work()
      if (!(await loadLacking(this.#host.parts))) return done
      this.#workspace?.clear()
      this.#checker = undefined
      // The answer with the list is dropped, so send the list again.
      this.#listed = false
    }
  }

  /** Analyze several drafts separately. */
  async compare(snapshots: readonly Snapshot[]): Promise<Answer> {
    const analyses: NamedAnalysis[] = []
    for (const snapshot of snapshots)
      analyses.push({ name: snapshot.name, analysis: (await this.draftOf(snapshot)).analyze([]).analysis })
    return { kind: 'analyses', analyses }
  }
}

function summary(check: ItemCheck, devMode: boolean): ItemSummary {
  const { item_id, path, tool_type, kind, ready, warnings, findings } = check
  const errors = findings.filter(
    (finding) => severityOf(finding, devMode) === 'error' && isOwnFinding(finding.code, finding, check),
  )
  return { item_id, path, tool_type, kind, ready, errors: errors.length, warnings }
}

// Delete first: a file can replace a folder, and a folder can replace a file.
function write(tree: MemoryTree, changes: readonly Change[]): void {
  for (const [path, content] of changes) if (content === null) tree.remove(path)
  for (const [path, content] of changes) if (content !== null) tree.write(path, bytesOf(content))
}

function rootsOf(settings: WorkspaceSettings, without: Without): readonly string[] {
  return without.map((name) => {
    if (name === 'project') return settings.project
    if (name === 'user') return settings.user
    return settings.systems.find((bundle) => bundle.bundle_id === name)?.root ?? `/system/${name}`
  })
}

function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`))
}
