import type { Analysis } from '#core/answer'
import { isObject } from '#core/read'
import type { ListedItem } from '#core/resolve'
import type { Snapshot } from '#core/workspace'

type Entry = Analysis['chain'][number]

/** The summary of a draft, which the library shows without loading the draft. */
export interface DraftAbout {
  readonly item_id: string
  /** The number of items in project and user space, including libraries. */
  readonly items: number
  readonly files: number
  readonly status: Analysis['status'] | 'unknown'
  /** The chain of its item, tool first. */
  readonly chain: readonly { readonly role: Entry['role']; readonly space: string }[]
}

/** Summarize a draft from the latest analysis and item list. */
export function aboutOf(
  { item_id, files }: Snapshot,
  known: { readonly analysis: Analysis | undefined; readonly items: readonly ListedItem[] },
): DraftAbout {
  // The latest analysis can belong to another item.
  const analysis = known.analysis?.item_id === item_id ? known.analysis : undefined
  return {
    item_id,
    items: known.items.filter(({ space }) => space === 'project' || space === 'user').length,
    files: Object.keys(files).length,
    status: analysis?.status ?? 'unknown',
    chain: (analysis?.chain ?? []).map(({ role, space }) => ({ role, space })),
  }
}

const roles: readonly unknown[] = ['tool', 'runtime', 'primitive'] satisfies readonly Entry['role'][]
const states: readonly unknown[] = [
  'ready',
  'refused',
  'not_found',
  'unknown',
] satisfies readonly DraftAbout['status'][]

/** Parse a stored summary. Returns undefined for a value of another format. */
export function readAbout(value: unknown): DraftAbout | undefined {
  if (!isObject(value) || typeof value['item_id'] !== 'string' || !states.includes(value['status'])) return undefined
  if (!Number.isInteger(value['items']) || !Number.isInteger(value['files'])) return undefined
  const { chain } = value
  const isChain =
    Array.isArray(chain) &&
    chain.every((one: unknown) => isObject(one) && roles.includes(one['role']) && typeof one['space'] === 'string')
  // Every field is checked above.
  return isChain ? (value as unknown as DraftAbout) : undefined
}
