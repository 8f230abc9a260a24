import { WorkspaceChecker } from '#core/answer'
import { UseIndex, WhatIf, type AffectedItem, type Hypothesis, type User } from '#core/impact'
import { listItems } from '#core/resolve'
import type { Workspace } from '#core/workspace'

/** The users of a file. `item_id` is the ID of the file if it is the winner of this ID. */
export interface FileUsers {
  readonly item_id: string | null
  readonly users: readonly User[]
}

/** The effects of a change. Only the first items are listed. */
export type DraftImpact =
  | {
      readonly kind: 'possible'
      readonly affected: readonly AffectedItem[]
      readonly total: number
      readonly broken: number
    }
  | { readonly kind: 'impossible'; readonly because: string }

/** The maximum number of listed users and affected items (limit `impactRows`). */
const impactRows = 1_000

/** Questions about the whole draft: the users of a file, and the effects of a change. */
export type ImpactQuery =
  { readonly kind: 'users'; readonly path: string } | { readonly kind: 'impact'; readonly change: Hypothesis }

export type ImpactAnswer =
  ({ readonly kind: 'users' } & FileUsers) | { readonly kind: 'impact'; readonly found: DraftImpact }

/** Answers a question about the whole draft. */
export function answerImpact(workspace: Workspace | undefined, query: ImpactQuery): ImpactAnswer {
  if (query.kind === 'users')
    return { kind: 'users', ...(workspace ? usersOfFile(workspace, query.path) : { item_id: null, users: [] }) }
  const found = workspace ? impactOn(workspace, query.change) : impossible
  return { kind: 'impact', found }
}

const impossible = { kind: 'impossible', because: 'No draft is open yet. Try again when the chain is shown.' } as const

/** The items that use a file: as the item that the file defines, or as a config, a lockfile or a verified file. */
function usersOfFile(workspace: Workspace, path: string): FileUsers {
  const index = new UseIndex(workspace)
  const items = new WorkspaceChecker(workspace, {}, { digests: false, resolved: index.note }).checkAll()
  const item_id = listItems(workspace).find((item) => item.path === path)?.item_id ?? null
  const target = item_id === null ? ({ kind: 'file', path } as const) : ({ kind: 'item', item_id } as const)
  return { item_id, users: index.of(items, target).users.slice(0, impactRows) }
}

/** The effects of a change to the draft. The change is made only in the engine's memory. */
function impactOn({ settings, files, host }: Workspace, change: Hypothesis): DraftImpact {
  const found = new WhatIf(settings, files, host).impact(change)
  if (found.kind === 'impossible') return found
  const { affected } = found
  const broken = affected.filter(({ ready }) => ready.before === true && ready.after === false).length
  return { kind: 'possible', affected: affected.slice(0, impactRows), total: affected.length, broken }
}
