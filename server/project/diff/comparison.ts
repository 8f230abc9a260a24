import { analysisDifferences, analyze, contentDifferences, type Difference } from '#core/answer'
import { itemKind } from '#core/read'
import { listItems } from '#core/resolve'
import { isSystem } from '#core/rules'
import type { Workspace } from '#core/workspace'
import type { Side } from './side.ts'

/** The items and parameters of a comparison, and its progress callbacks. */
export interface ComparisonInput {
  isWanted(item_id: string): boolean
  /** The caller's parameters. If undefined, required parameters are not reported as missing. */
  readonly parameters: string | undefined
  readonly showSecrets: boolean
  /** Reports the progress: the number of items read per side and compared, and the total. */
  read?(done: number, all: number): void
  compared?(done: number, all: number): void
}

/** An item that differs between the sides. */
export interface ChangedItem {
  readonly item_id: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly differences: readonly Difference[]
}

/** The differences in behavior between two states of a project, per item. */
export interface Comparison {
  readonly compared: number
  readonly items: readonly ChangedItem[]
}

/**
 * Compare every item of one state with the same item of the other: chain, verdicts, plan, values and findings (R3, R4,
 * R9).
 */
export function compareSides(before: Side, after: Side, input: ComparisonInput): Comparison {
  const [old, now] = [ownItems(before.workspace, input.read), ownItems(after.workspace, input.read)]
  const wanted = [...new Set([...old, ...now])].filter((id) => input.isWanted(id)).sort()
  const items = wanted.flatMap((item_id, index): readonly ChangedItem[] => {
    input.compared?.(index + 1, wanted.length)
    if (!old.has(item_id)) return [{ item_id, change: 'added', differences: [] }]
    if (!now.has(item_id)) return [{ item_id, change: 'removed', differences: [] }]
    const differences = differencesOf(item_id, before.workspace, after.workspace, input)
    return differences.length === 0 ? [] : [{ item_id, change: 'changed', differences }]
  })
  return { compared: wanted.length, items }
}

/** The items of the project and the user space, without libraries and data (R1.7, R1.8). */
export function ownItems(workspace: Workspace, looked?: (done: number, all: number) => void): ReadonlySet<string> {
  const isItem = (path: string): boolean => {
    const metadata = workspace.metadata(path)
    return metadata === undefined || itemKind(metadata) === 'tool'
  }
  const own = listItems(workspace).filter(({ space }) => !isSystem(space))
  const items = own.filter(({ path }, index) => {
    looked?.(index + 1, own.length)
    return isItem(path)
  })
  return new Set(items.map(({ item_id }) => item_id))
}

function differencesOf(
  item_id: string,
  before: Workspace,
  after: Workspace,
  input: ComparisonInput,
): readonly Difference[] {
  const { parameters, showSecrets } = input
  const [a, b] = [before, after].map((workspace) =>
    analyze(
      workspace,
      { item_id, parameters: parameters ?? '{}' },
      { show_secrets: showSecrets, skip_schema: parameters === undefined },
    ),
  )
  return a && b ? [...analysisDifferences(a, b), ...contentDifferences(a, b)] : []
}
