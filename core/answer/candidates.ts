import { findItem, placesFrom } from '../resolve/resolve.ts'
import { idProblem } from '../rules/item-id.ts'
import type { Space } from '../rules/space.ts'
import { nameOf, parentOf } from '../text/path.ts'
import type { Place } from '../workspace/place.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Analysis } from './analysis.ts'

/** One searched place for an ID, with the found file and the verdict. */
interface Candidate {
  readonly space: Space
  /** The searched folder; null for built-in items. */
  readonly looked_in: string | null
  /** The file with this ID; null without a file, and for built-in items. */
  readonly path: string | null
  readonly verdict: 'won' | 'shadowed' | 'other-extension' | 'out-of-reach' | 'nothing'
  readonly because: string
}

/** Every place where a chain element is searched, in search order (R1.1). */
export interface CandidateTable {
  readonly item_id: string
  /** The element that names the ID; null for the requested item. */
  readonly named_by: string | null
  readonly candidates: readonly Candidate[]
}

/**
 * The searched places for each element of a chain, and for a missing element at its end. Each has its file, and the
 * reason why it won or lost (R1.1 to R1.5).
 */
export function candidateTables(workspace: Workspace, { item_id, chain }: Analysis): readonly CandidateTable[] {
  const last = chain.at(-1)
  const missing = last === undefined ? item_id : last.role === 'primitive' ? null : last.executor_id
  const ids = [...chain.map((entry) => entry.item_id), ...(typeof missing === 'string' ? [missing] : [])]
  return ids.flatMap((id, index) => {
    if (idProblem(id) !== undefined) return []
    const child = chain[index - 1]
    const candidates = candidatesOf(workspace, id, child?.space ?? 'project')
    return [{ item_id: id, named_by: child?.item_id ?? null, candidates }]
  })
}

function candidatesOf(workspace: Workspace, id: string, from: Space): readonly Candidate[] {
  const reach = new Set(placesFrom(workspace, from))
  let winner: Space | undefined
  const rows = workspace.places.flatMap((place): readonly Candidate[] => {
    const match = findItem(workspace, id, [place])
    const at = { space: place.space, looked_in: folderOf(workspace, place, id) }
    if (!reach.has(place)) {
      const because = `Elements in the ${from} space cannot use items from this space (R1.2).`
      return [{ ...at, path: match?.path ?? null, verdict: 'out-of-reach', because }]
    }
    if (!match) return [{ ...at, path: null, verdict: 'nothing', because: 'No file with this ID.' }]
    const lost = winner
    winner ??= place.space
    const others = match.others.map((path): Candidate => ({
      ...at,
      path,
      verdict: lost === undefined ? 'other-extension' : 'shadowed',
      because: `${nameOf(match.path)} has an extension with higher precedence (R1.3).`,
    }))
    if (lost !== undefined)
      return [
        { ...at, path: match.path, verdict: 'shadowed', because: `The ${lost} space has higher precedence (R1.1).` },
        ...others,
      ]
    return [
      { ...at, path: match.path, verdict: 'won', because: 'The first file with this ID in search order (R1.1).' },
      ...others,
    ]
  })
  if (!workspace.dialect.builtin.has(id)) return rows
  const because =
    winner === undefined
      ? 'No file has this ID, so the built-in item is used.'
      : 'A file with this ID overrides the built-in item.'
  return [
    ...rows,
    { space: 'system', looked_in: null, path: null, verdict: winner === undefined ? 'won' : 'shadowed', because },
  ]
}

/** The folder of a place that is searched for an ID. Kiwi searches at any depth, so its folder is the whole place. */
function folderOf(workspace: Workspace, place: Place, id: string): string {
  return workspace.dialect.stemSearch ? place.tools : parentOf(`${place.tools}/${id}`)
}
