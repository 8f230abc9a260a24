import { describeSnapshotProblem, snapshotLimits } from './snapshot/snapshot-problem.ts'
import { pathConflict, pathProblem } from './snapshot/snapshot-path.ts'

/** The three spaces in the user interface, where all bundles are `system`. */
export type SpaceName = 'project' | 'user' | 'system'

/** The space that a label names. `system:<bundle>` counts as system (R4.1), like any other label. */
export function spaceName(label: string): SpaceName {
  return label === 'project' || label === 'user' ? label : 'system'
}

/** The space of an absolute path (section 0: all files of a space are under the space's root). */
export function spaceOfPath(path: string): SpaceName {
  if (path.startsWith('/project/')) return 'project'
  return path.startsWith('/user/') ? 'user' : 'system'
}

/** Whether a path is a system file. System files are read-only; to change one, copy it to the project. */
export function isReadOnly(path: string): boolean {
  return spaceOfPath(path) === 'system'
}

/** The ID of a tool file (R1.4); undefined outside `.ai/tools` and for other extensions. */
export function itemIdOf(path: string): string | undefined {
  const inside = /^\/(?:project|user|system\/[^/]+)\/\.ai\/tools\/(.+)\.(?:py|ya?ml|json|[mc]?js|ts|sh|toml)$/.exec(
    path,
  )
  return inside?.[1]
}

/**
 * The reason why files cannot be added to existing files; undefined if they can. A link cannot contain files that this
 * function refuses.
 */
export function placeProblem(
  added: readonly string[],
  there: Iterable<string>,
  systems?: readonly string[],
): string | undefined {
  for (const path of added) {
    const because = pathProblem(path, systems)
    if (because) return describeSnapshotProblem({ code: 'bad-path', path, because })
  }
  const conflict = pathConflict([...new Set([...there, ...added])])
  if (conflict?.code === 'too-many-names') return describeSnapshotProblem({ ...conflict, most: snapshotLimits.names })
  return conflict && describeSnapshotProblem({ code: 'bad-path', path: conflict.path, because: 'file-and-folder' })
}
