import type { NearMiss } from '../diagnostics/near-miss.ts'
import { extensionOf, nameOf } from '../text/path.ts'
import { limits } from '../limits.ts'
import { KnownNames } from '../text/known-names.ts'
import { isSystem } from '../rules/space.ts'
import type { Found } from '../trace.ts'
import type { Place } from '../workspace/place.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { idFiles, idOf, unreadFiles } from './files.ts'

/** The file of an ID in one place, and the other files with the same ID in this place (R1.3). */
export interface Match {
  readonly place: Place
  readonly path: string
  readonly others: readonly string[]
}

/** R1.2: the places to search for an executor. For a label that is not a space, all places are searched. */
export function placesFrom(workspace: Workspace, from: string): readonly Place[] {
  if (workspace.settings.search === 'global') return workspace.places
  return placesInReach(workspace, from)
}

/** R1.2 without the `search` setting: system sees bundles, user sees user and bundles, and project sees all places. */
export function placesInReach(workspace: Workspace, from: string): readonly Place[] {
  if (from.startsWith('system')) return workspace.places.filter((place) => isSystem(place.space))
  if (from === 'user') return workspace.places.filter((place) => place.space !== 'project')
  return workspace.places
}

/**
 * R1.1: the first match in the order of the places; undefined if there is none, or if the ID exceeds `limits.idLength`.
 * Check the ID with `idProblem` first.
 */
export function findItem(workspace: Workspace, itemId: string, places: readonly Place[]): Match | undefined {
  // File systems do not support longer paths, and checking each folder of such a path takes a long time.
  if (itemId.length > limits.idLength) return undefined
  const withTools = placesWithTools(workspace)
  for (const place of places) {
    if (!withTools.has(place)) continue
    const match = matchIn(workspace, itemId, place)
    if (match) return match
  }
  return undefined
}

/** R1.5: the first match of each place after the winner's place, in order; empty if no place has the space `winner`. */
export function findShadowed(workspace: Workspace, itemId: string, winner: string): readonly Found[] {
  const at = workspace.places.findIndex((place) => place.space === winner)
  if (at === -1) return []
  const shadowed: Found[] = []
  const withTools = placesWithTools(workspace)
  for (const place of workspace.places.slice(at + 1)) {
    if (!withTools.has(place)) continue
    const match = matchIn(workspace, itemId, place)
    if (match) shadowed.push({ path: match.path, space: place.space })
  }
  return shadowed
}

/** The places with a tool folder. Each item is searched for in all of them, so places without tools are skipped. */
function placesWithTools(workspace: Workspace): ReadonlySet<Place> {
  return workspace.remember(
    'places with tools',
    workspace.figures.list,
    () => new Set(workspace.places.filter(({ tools }) => workspace.listing(tools) !== undefined)),
  )
}

function matchIn(workspace: Workspace, itemId: string, place: Place): Match | undefined {
  const slash = itemId.lastIndexOf('/')
  const directory = place.folder(itemId.slice(0, Math.max(0, slash)))
  const folder = workspace.toolFolder(directory)
  if (workspace.dialect.stemSearch) return stemMatch(workspace, itemId, place)
  const paths = folder?.byStem.get(itemId.slice(slash + 1))
  if (!paths) return undefined
  let path: string | undefined
  let others: readonly string[] = none
  for (const named of paths) {
    const known = workspace.knownFile(named)
    if (path === undefined) path = known
    else if (known !== undefined) others = [...others, known]
  }
  return path === undefined ? undefined : { place, path, others }
}

const none: readonly string[] = []

/**
 * Section 0, kiwi: the match of an ID is `tools/{id}.py`, otherwise the first file in path order, at any depth, whose
 * stem is the ID.
 */
function stemMatch(workspace: Workspace, itemId: string, place: Place): Match | undefined {
  const exact = `${place.tools}/${itemId}.py`
  const { directory, name } = { directory: exact.slice(0, exact.lastIndexOf('/')), name: nameOf(exact) }
  const found = workspace.hasFile(directory, name) ? [exact] : []
  for (const path of byStem(workspace, place).get(itemId) ?? []) if (path !== exact) found.push(path)
  const [path, ...others] = found
  return path === undefined ? undefined : { place, path, others }
}

/** Section 0, kiwi: the files of a place by their stem, in path order. */
function byStem(workspace: Workspace, place: Place): ReadonlyMap<string, readonly string[]> {
  return workspace.remember(`stems ${place.tools}`, workspace.figures.list, () => {
    const stems = new Map<string, string[]>()
    for (const path of idFiles(workspace, place)) {
      const stem = nameOf(path).slice(0, -extensionOf(path).length)
      const others = stems.get(stem)
      if (others) others.push(path)
      else stems.set(stem, [path])
    }
    return stems
  })
}

/** Similar IDs, and the units of work used to find them. */
interface NearMisses {
  readonly near: readonly NearMiss[]
  readonly work: number
}

const nothingNear: NearMisses = { near: [], work: 0 }

/**
 * R1.6: existing items similar to an ID that is missing in the searched places; none if the workspace makes no
 * suggestions.
 */
export function nearMisses(workspace: Workspace, itemId: string, searched: readonly Place[]): NearMisses {
  if (!workspace.suggests) return nothingNear
  const within = new Set<string>(searched.map((place) => place.space))
  // All items that use the same missing runtime have the same near misses.
  const key = `near ${[...within].join(' ')} ${itemId}`
  return workspace.remember(key, workspace.figures.list, () => {
    const { near, work } = closeTo(candidatesOf(workspace), itemId, within)
    const unread = searched.flatMap((place) => unreadAs(workspace, place, itemId)).slice(0, limits.nearMisses)
    return { near: [...unread, ...near].slice(0, limits.nearMisses), work: work + unread.length }
  })
}

/** The files of a place that would have the ID with a supported extension (R1.3). */
function unreadAs(workspace: Workspace, place: Place, itemId: string): readonly NearMiss[] {
  const files = unreadFiles(workspace, place, folded)
  const bare = itemId.slice(0, itemId.length - extensionOf(itemId).length)
  const named = [folded(itemId), folded(bare)].flatMap((key) => (files.get(key) ?? []).slice(0, limits.nearMisses))
  return [...new Map(named.map((file) => [file.path, file])).values()]
    .filter(({ path }) => workspace.isFile(path))
    .map((file) => ({ ...file, space: place.space, because: 'unread-extension' }))
}

/** The candidates for near misses: every file of every place, then the built-in items, in search order. */
interface Candidates {
  readonly all: readonly Candidate[]
  readonly ids: KnownNames
  /** Indexes in `all`. A tree with many errors is read once, not once per error. */
  readonly byLower: ReadonlyMap<string, readonly number[]>
  readonly byStem: ReadonlyMap<string, readonly number[]>
}

interface Candidate {
  readonly item_id: string
  readonly path: string | null
  readonly space: string
}

function candidatesOf(workspace: Workspace): Candidates {
  return workspace.remember('near candidates', workspace.figures.list, () => {
    const all: Candidate[] = []
    for (const place of workspace.places) {
      for (const path of idFiles(workspace, place))
        all.push({ item_id: idOf(workspace, path, place), path, space: place.space })
    }
    for (const id of workspace.dialect.builtin.keys()) all.push({ item_id: id, path: null, space: 'system' })
    const [byLower, byStem] = [new Map<string, number[]>(), new Map<string, number[]>()]
    all.forEach(({ item_id }, at) => {
      for (const [index, key] of [
        [byLower, folded(item_id)],
        [byStem, composed(nameOf(item_id))],
      ] as const) {
        const known = index.get(key)
        if (known) known.push(at)
        else index.set(key, [at])
      }
    })
    return { all, ids: new KnownNames(all.map(({ item_id }) => item_id)), byLower, byStem }
  })
}

/** An ID in composed Unicode form (NFC). File systems and keyboards can produce the decomposed form. */
function composed(id: string): string {
  return id.normalize('NFC')
}

/** An ID with normalized case and Unicode form. */
export function folded(id: string): string {
  return composed(id.toLowerCase())
}

function closeTo({ all, ids, byLower, byStem }: Candidates, itemId: string, within: ReadonlySet<string>): NearMisses {
  const misses: NearMiss[] = []
  const withoutExtension = itemId.slice(0, itemId.length - extensionOf(itemId).length)
  const lower = folded(itemId)
  const named = [lower, folded(withoutExtension)].flatMap((key) => byLower.get(key) ?? [])
  // The number of listed near misses is limited, so further items with the same stem are not compared.
  const alike = (byStem.get(composed(nameOf(itemId))) ?? []).slice(0, limits.nearMisses + named.length)
  for (const at of [...new Set([...named, ...alike])].sort((a, b) => a - b)) {
    const candidate = all[at]
    if (!candidate) continue
    const { item_id: id, space } = candidate
    if (id === itemId) {
      if (!within.has(space)) misses.push({ ...candidate, because: 'out-of-reach' })
    } else if (composed(id) === composed(itemId)) misses.push({ ...candidate, because: 'unicode' })
    else if (composed(id) === composed(withoutExtension)) misses.push({ ...candidate, because: 'extension' })
    else if (folded(id) === lower) misses.push({ ...candidate, because: 'case' })
    else if (composed(nameOf(id)) === composed(nameOf(itemId))) misses.push({ ...candidate, because: 'same-stem' })
  }
  const exact = new Set(misses.map((miss) => miss.item_id))
  const { names, work } = ids.near(itemId)
  for (const id of names) {
    const candidate = all[byLower.get(folded(id))?.find((at) => all[at]?.item_id === id) ?? -1]
    if (candidate && !exact.has(id) && id !== itemId) misses.push({ ...candidate, because: 'similar' })
  }
  return { near: misses.slice(0, limits.nearMisses), work }
}
