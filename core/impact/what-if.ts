import type { PlacedRange } from '../answer/analysis.ts'
import { WorkspaceChecker, type ItemCheck } from '../answer/check.ts'
import { Placer } from '../answer/placer.ts'
import type { Resolution } from '../answer/resolution.ts'
import type { FileTree } from '../input/file-tree.ts'
import type { Host } from '../input/host.ts'
import type { Space } from '../rules/space.ts'
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts'
import { Workspace } from '../workspace/workspace.ts'
import { planChange, type Hypothesis } from './changes.ts'
import { OutcomeComparer, type Aspect, type Cause } from './compare.ts'
import { OutcomeReader, type Outcome } from './outcome.ts'
import { OverlayTree } from './overlay-tree.ts'
import { isUnchecked } from './use-index.ts'

/** An item that a change affects. */
export interface AffectedItem {
  readonly item_id: string
  /** The file of the item after the change, or before it if the change removes the item. */
  readonly path: string
  readonly space: Space
  readonly change: 'added' | 'removed' | 'changed'
  /** Whether the item can run, before and after; null where the item does not exist. */
  readonly ready: { readonly before: boolean | null; readonly after: boolean | null }
  /** The affected parts of the answer, in the order of the pipeline; empty for an added or removed item. */
  readonly aspects: readonly Aspect[]
  /** The first difference; null for an added or removed item. */
  readonly cause: (Omit<Cause, 'at'> & { readonly at: PlacedRange | null }) | null
}

/**
 * The effects of a change: every added or removed item, and every item whose chain, verdict, environment, values or
 * command differs.
 */
export type Impact =
  | {
      readonly kind: 'possible'
      /** The number of items before and after the change. */
      readonly items: { readonly before: number; readonly after: number }
      readonly affected: readonly AffectedItem[]
      /** The number of items that a check skipped, because it reached a limit. The effects on them are unknown. */
      readonly unchecked: number
    }
  | { readonly kind: 'impossible'; readonly because: string }

/** The checked tools of a project in one state. */
interface State {
  readonly items: ReadonlyMap<string, { readonly check: ItemCheck; readonly outcome: Outcome }>
  readonly unchecked: number
  readonly devMode: boolean
}

/** A workspace whose checks also keep the outcome of each item. */
class OutcomeCheck {
  readonly workspace: Workspace
  readonly #checker: WorkspaceChecker
  readonly #reader = new OutcomeReader()
  readonly #outcomes = new Map<string, Outcome>()

  constructor(workspace: Workspace) {
    this.workspace = workspace
    const resolved = (item_id: string, run: Resolution | null): void => {
      if (run) this.#outcomes.set(item_id, this.#reader.of(run))
    }
    this.#checker = new WorkspaceChecker(workspace, {}, { digests: false, keepsFiles: true, resolved })
  }

  /** Checks the items whose dependencies have changed since the last check (R12.1). */
  state(): State {
    const items = new Map<string, { check: ItemCheck; outcome: Outcome }>()
    let unchecked = 0
    for (const check of this.#checker.checkAll()) {
      if (isUnchecked(check)) unchecked++
      else if (check.kind === 'tool') items.set(check.item_id, { check, outcome: this.#outcomes.get(check.item_id)! })
    }
    for (const id of this.#outcomes.keys()) if (!items.has(id)) this.#outcomes.delete(id)
    return { items, unchecked, devMode: this.workspace.settings.dev_mode }
  }
}

/**
 * Answers questions about changes to a project by making each change in memory and checking the project again. No
 * answer is predicted: an item is listed exactly if its answers before and after the change differ.
 */
export class WhatIf {
  readonly #tree: OverlayTree
  readonly #host: Host
  readonly #check: OutcomeCheck
  readonly #comparer: OutcomeComparer

  constructor(settings: WorkspaceSettings, files: FileTree, host: Host) {
    this.#tree = new OverlayTree(files)
    this.#host = host
    this.#check = new OutcomeCheck(this.#open(settings, this.#tree))
    this.#comparer = new OutcomeComparer(host.parts)
  }

  /** The workspace without changes. */
  get workspace(): Workspace {
    return this.#check.workspace
  }

  /** The effects of a change on all items. Parameters of callers are not considered. */
  impact(hypothesis: Hypothesis): Impact {
    const before = this.#check.state()
    const planned = planChange(this.workspace, hypothesis)
    if (planned.kind === 'impossible') return planned
    if (planned.kind === 'settings') return this.#compareWith(before, this.workspace.withRules(planned.settings))
    this.#tree.set(planned.overlay)
    try {
      return this.#compare(before, this.#check.state(), this.workspace)
    } finally {
      this.#tree.set()
      this.workspace.refresh()
    }
  }

  /** The items that differ in another state of the project, such as another user space, dialect or machine. */
  against({ settings, files }: Pick<Workspace, 'settings' | 'files'>): Extract<Impact, { kind: 'possible' }> {
    return this.#compareWith(this.#check.state(), this.#open(settings, files))
  }

  #open(settings: WorkspaceSettings, files: FileTree): Workspace {
    return new Workspace(settings, files, this.#host, { suggests: false })
  }

  #compareWith(before: State, other: Workspace): Extract<Impact, { kind: 'possible' }> {
    return this.#compare(before, new OutcomeCheck(other).state(), other)
  }

  #compare(before: State, after: State, workspace: Workspace): Extract<Impact, { kind: 'possible' }> {
    const placer = new Placer(workspace)
    const affected: AffectedItem[] = []
    for (const item_id of new Set([...before.items.keys(), ...after.items.keys()])) {
      const item = this.#affected(item_id, before, after, placer)
      if (item) affected.push(item)
    }
    const items = { before: before.items.size, after: after.items.size }
    return { kind: 'possible', items, affected, unchecked: Math.max(before.unchecked, after.unchecked) }
  }

  #affected(item_id: string, before: State, after: State, placer: Placer): AffectedItem | undefined {
    const [a, b] = [before.items.get(item_id), after.items.get(item_id)]
    const ready = { before: a?.outcome.ready ?? null, after: b?.outcome.ready ?? null }
    const { path, space } = (b ?? a)!.check
    if (!a || !b) return { item_id, path, space, change: a ? 'removed' : 'added', ready, aspects: [], cause: null }
    if (a.outcome === b.outcome) return undefined
    const change = this.#comparer.compare(a.outcome, b.outcome, [before.devMode, after.devMode])
    if (!change) return undefined
    const { aspects, cause } = change
    return { item_id, path, space, change: 'changed', ready, aspects, cause: { ...cause, at: placer.range(cause.at) } }
  }
}
