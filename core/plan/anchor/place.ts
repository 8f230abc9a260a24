import type { AnchorContext } from '../env/context.ts'
import { joinPath } from '../../text/path.ts'
import { isList, isTruthy, type Dict } from '../../read/value/value.ts'
import type { WorkShare } from '../../work-budget.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** The reason why an anchor is active or inactive, as in the trace (R7.1). */
export type AnchorReason = 'none-declared' | 'disabled' | 'mode-never' | 'mode-always' | 'marker-found' | 'no-marker'

/**
 * R7.1: whether an anchor is active. `mode: never` deactivates it, and so does an absent or false `enabled`. Otherwise,
 * `always` activates it, and other modes require a marker file.
 */
export function anchorApplies(
  workspace: Workspace,
  anchor: Dict,
  toolDir: string,
  share: WorkShare,
): { readonly active: boolean; readonly because: AnchorReason } {
  const mode = anchor.has('mode') ? anchor.get('mode') : 'auto'
  if (mode === 'never') return { active: false, because: 'mode-never' }
  if (!isTruthy(anchor.get('enabled'))) return { active: false, because: 'disabled' }
  if (mode === 'always') return { active: true, because: 'mode-always' }
  const markers = anchor.get('markers_any')
  if (!isList(markers)) return { active: false, because: 'no-marker' }
  // All tools of a folder share one check for markers.
  const looked = workspace.remember(markersIn(anchor, toolDir), workspace.figures.list, () => ({
    used: markers.length * markerWork,
    found: markers.some((marker) => typeof marker === 'string' && workspace.exists(joinPath(toolDir, marker))),
  }))
  share.drawShared(looked)
  return looked.found ? { active: true, because: 'marker-found' } : { active: false, because: 'no-marker' }
}

/** Units of work to check for one marker. */
const markerWork = 15

/** The maximum number of folders per anchor with a cached marker check. */
const mostFolders = 64

const markerKeys = new WeakMap<Dict, Map<string, object>>()

/** The cache key for the markers of an anchor in a folder. */
function markersIn(anchor: Dict, folder: string): object {
  let keys = markerKeys.get(anchor)
  if (!keys || keys.size > mostFolders) markerKeys.set(anchor, (keys = new Map()))
  let key = keys.get(folder)
  if (!key) keys.set(folder, (key = {}))
  return key
}

/** R7.2: the root that the anchor names. An unknown name means the directory of the tool. */
export function anchorRoot(anchor: Dict, context: AnchorContext): string {
  const root = anchor.has('root') ? anchor.get('root') : 'tool_dir'
  const name = root === 'tool_parent' || root === 'project_path' ? root : 'tool_dir'
  return context.get(name)?.text ?? ''
}

/** Units of work per placeholder with a finding. */
export const findingWork = 40
