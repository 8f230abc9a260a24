import type { IdProblem } from '../../rules/item-id.ts'
import { joinPath } from '../../text/path.ts'
import { compareCodePoints } from '../integrity/canonical.ts'
import { idProblem } from '../../rules/item-id.ts'
import { isSystem } from '../../rules/space.ts'
import { pyStr } from '../../read/value/text.ts'
import type { Value } from '../../read/value/value.ts'
import { lockfileFolder, type Place } from '../../workspace/place.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/**
 * The reason why an ID and a version cannot name a lockfile: the ID is invalid (R1.4), or the version leads outside the
 * lockfile folder.
 */
export type NameProblem =
  | { readonly problem: 'item-id'; readonly because: IdProblem }
  | { readonly problem: 'version'; readonly because: 'nul' | 'backslash' | 'segment' }

/** Maximum number of files and folders in a listing. */
export const mostListed = 10_000

/** The version in the file name of a lockfile. A missing or null version is `0.0.0` for every file type (L4). */
export function lockVersion(version: Value | undefined): string {
  return version === undefined || version === null ? '0.0.0' : pyStr(version)
}

/** The path of the lockfile for an ID and version in a root. Slashes in the ID make directories (R11.1). */
export function lockfilePath(root: string, toolId: string, version: string): string | NameProblem {
  return pathIn(joinPath(root, lockfileFolder), toolId, version)
}

function pathIn(folder: string, toolId: string, version: string): string | NameProblem {
  return nameProblem(toolId, version) ?? joinPath(folder, lockfileName(toolId, version))
}

/**
 * The reason why an ID and a version cannot name a lockfile; undefined if they can. A valid ID contains no backslash or
 * `..`, so only the version is checked for them.
 */
function nameProblem(toolId: string, version: string): NameProblem | undefined {
  const because = idProblem(toolId)
  if (because !== undefined) return { problem: 'item-id', because }
  if (version.includes('\0')) return { problem: 'version', because: 'nul' }
  if (version.includes('\\')) return { problem: 'version', because: 'backslash' }
  if (version.includes('..') && lockfileName(toolId, version).split('/').includes('..'))
    return { problem: 'version', because: 'segment' }
  return undefined
}

function lockfileName(toolId: string, version: string): string {
  return `${toolId}@${version}${suffix}`
}

/** The lockfile to read, from project, user or system (R11.1); null if there is none. */
export function findLockfile(
  workspace: Workspace,
  toolId: string,
  version: string,
): { readonly path: string | null } | NameProblem {
  return firstOf(workspace, workspace.places, toolId, version)
}

/** The path of a new lockfile, which is always in the project (R11.1). */
export function lockfileWritePath(workspace: Workspace, toolId: string, version: string): string | NameProblem {
  return pathIn(workspace.places[0]!.lockfiles, toolId, version)
}

/** The lockfile to delete: in the project, otherwise in the user space, never in system; null if there is none. */
export function lockfileToDelete(
  workspace: Workspace,
  toolId: string,
  version: string,
): { readonly path: string | null } | NameProblem {
  const own = workspace.places.filter(({ space }) => !isSystem(space))
  return firstOf(workspace, own, toolId, version)
}

function firstOf(
  workspace: Workspace,
  places: readonly Place[],
  toolId: string,
  version: string,
): { readonly path: string | null } | NameProblem {
  const problem = nameProblem(toolId, version)
  if (problem) return problem
  const some = placesWithLockfiles(workspace)
  for (const place of places) {
    if (!some.has(place)) continue
    const path = joinPath(place.lockfiles, lockfileName(toolId, version))
    if (workspace.exists(path)) return { path }
  }
  return { path: null }
}

/** The places with a lockfile folder. Most places have none, and every tool needs this set. */
function placesWithLockfiles(workspace: Workspace): ReadonlySet<Place> {
  return workspace.remember(
    'places with lockfiles',
    workspace.figures.list,
    () => new Set(workspace.places.filter(({ lockfiles }) => workspace.listing(lockfiles))),
  )
}

/** One row of a listing, in which every bundle is plain `system`. */
export interface ListedLockfile {
  readonly tool_id: string
  readonly version: string
  readonly space: 'project' | 'user' | 'system'
  readonly path: string
}

/** All lockfiles of a space, including those in subfolders, sorted by path (L5). Linked folders are skipped. */
export function listLockfiles(
  workspace: Workspace,
  space: 'all' | 'project' | 'user' | 'system' = 'all',
): readonly ListedLockfile[] {
  const rows: ListedLockfile[] = []
  let left = mostListed
  for (const place of workspace.places) {
    const label = isSystem(place.space) ? 'system' : place.space === 'user' ? 'user' : 'project'
    if (space !== 'all' && space !== label) continue
    const top = place.lockfiles
    const open = [top]
    for (let folder = open.pop(); folder !== undefined && left > 0; folder = open.pop()) {
      for (const name of workspace.listing(folder)?.keys() ?? []) {
        if (left-- <= 0) break
        const path = `${folder}/${name}`
        if (workspace.listing(path)) {
          if (!isLinked(workspace, folder, name)) open.push(path)
        } else if (name.endsWith(suffix) && workspace.isFile(path))
          rows.push({ ...identity(path.slice(top.length + 1)), space: label, path })
      }
    }
  }
  return rows.sort((a, b) => compareCodePoints(a.path, b.path))
}

const suffix = '.lock.json'

function isLinked(workspace: Workspace, folder: string, name: string): boolean {
  return workspace.files.real(`${folder}/${name}`) !== `${workspace.files.real(folder) ?? ''}/${name}`
}

/**
 * ID and version in the path of a lockfile, which is relative to the lockfile folder. The last `@` separates them.
 * Without `@`, the version is `unknown`.
 */
function identity(below: string): { readonly tool_id: string; readonly version: string } {
  const name = below.slice(0, -suffix.length)
  const cut = name.lastIndexOf('@')
  return cut === -1
    ? { tool_id: name, version: 'unknown' }
    : { tool_id: name.slice(0, cut), version: name.slice(cut + 1) }
}
