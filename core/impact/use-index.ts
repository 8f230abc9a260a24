import { WorkspaceChecker, type ItemCheck } from '../answer/check.ts'
import type { PlacedRange } from '../answer/analysis.ts'
import { Placer } from '../answer/placer.ts'
import type { Resolution } from '../answer/resolution.ts'
import type { Space } from '../rules/space.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { UseReader, type Use } from './uses.ts'

/** An item, a file or a variable, to find the items that use it. */
export type UseTarget =
  | { readonly kind: 'item'; readonly item_id: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'variable'; readonly name: string }

/** One place where an item, or an element of its chain, uses a target. */
interface PlacedUse {
  readonly kind: Use['kind']
  readonly by: string
  readonly at: PlacedRange | null
}

/** An item that uses a target. `direct` if the item itself, not another element of its chain, contains a use. */
export interface User {
  readonly item_id: string
  readonly path: string
  readonly space: Space
  readonly direct: boolean
  readonly uses: readonly PlacedUse[]
}

/** The items that use a target, in item order. */
export interface Users {
  readonly users: readonly User[]
  /** The number of items that the check skipped, because it reached a limit. Their uses are unknown. */
  readonly unchecked: number
}

/**
 * The items, files and variables that each item of a workspace uses. The index is computed during a check, and a later
 * request reads only the items whose dependencies have changed (R12.1).
 */
export class UseIndex {
  readonly #workspace: Workspace
  readonly #reader: UseReader
  readonly #uses = new Map<string, readonly Use[]>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    this.#reader = new UseReader(workspace)
  }

  /** Stores the uses of one item. Pass this to a `WorkspaceChecker` as `resolved`. */
  readonly note = (item_id: string, run: Resolution | null): void => {
    if (run) this.#uses.set(item_id, this.#reader.of(run))
    else this.#uses.delete(item_id)
  }

  /** The users of a target among checked items. */
  of(items: readonly ItemCheck[], target: UseTarget): Users {
    const placer = new Placer(this.#workspace)
    const users: User[] = []
    let unchecked = 0
    for (const item of items) {
      if (isUnchecked(item)) unchecked++
      const found = (this.#usesOf(item) ?? []).filter((use) => isOf(use, target))
      if (found.length === 0) continue
      const { item_id, path, space } = item
      const uses = found.map(({ kind, by, at }) => ({ kind, by, at: placer.range(at) }))
      users.push({ item_id, path, space, direct: found.some(({ by }) => by === item_id), uses })
    }
    return { users, unchecked }
  }

  /** For each item that is used, the number of items that use it. */
  counts(items: readonly ItemCheck[]): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const item of items) {
      const targets = new Set<string>()
      for (const { kind, target } of this.#usesOf(item) ?? []) if (isOfItem(kind)) targets.add(target)
      for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1)
    }
    return counts
  }

  #usesOf(item: ItemCheck): readonly Use[] | undefined {
    return item.kind === 'tool' && !isUnchecked(item) ? this.#uses.get(item.item_id) : undefined
  }
}

/** The items that use a target in a workspace, from one check of all items. */
export function usersOf(workspace: Workspace, target: UseTarget): Users {
  const index = new UseIndex(workspace)
  return index.of(new WorkspaceChecker(workspace, {}, { digests: false, resolved: index.note }).checkAll(), target)
}

/** Whether a check skipped an item, because it reached a limit. */
export function isUnchecked({ findings }: ItemCheck): boolean {
  return findings[0]?.code === 'check-limit'
}

function isOfItem(kind: Use['kind']): boolean {
  return kind === 'executor' || kind === 'call'
}

function isOf({ kind, target, path }: Use, wanted: UseTarget): boolean {
  switch (wanted.kind) {
    case 'item':
      return isOfItem(kind) && target === wanted.item_id
    case 'file':
      return path === wanted.path
    case 'variable':
      return kind === 'variable' && target === wanted.name
  }
}
