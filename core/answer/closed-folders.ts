import type { Diagnostic } from '../diagnostics/facts.ts'
import type { PlacedAnchor } from '../plan/anchor/anchor.ts'
import type { Chain } from '../resolve/chain.ts'
import { parentOf } from '../text/path.ts'
import { whyClosed } from '../workspace/file-text.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * Findings for searched folders that exist but cannot be listed. Their files are unknown, not absent (R2.6). In
 * `.ai/tools`, only folders that can contain an element or a dependency are reported.
 */
export function closedFolderFindings(
  workspace: Workspace,
  itemId: string,
  chain: Chain,
  anchor: PlacedAnchor | null,
): readonly Diagnostic[] {
  if (workspace.closedFolders.size === 0) return []
  const { problem, elements } = chain
  const missing = problem?.code === 'executor-not-found' ? [problem.executor_id] : []
  const ids = [itemId, ...missing, ...elements.map(({ item_id }) => item_id)]
  const searched = workspace.places.flatMap(({ tools }) => ids.map((id) => parentOf(`${tools}/${id}`)))
  const walked =
    anchor?.active === true ? ['anchor_path', 'runtime_lib'].map((name) => anchor.context.get(name)?.text) : []
  const concerns = (folder: string): boolean =>
    !workspace.places.some(({ tools }) => isWithin(folder, tools)) ||
    searched.some((path) => isWithin(path, folder)) ||
    walked.some((path) => path !== undefined && path !== '' && isWithin(folder, path))
  return [...workspace.closedFolders].filter(concerns).sort().map(closedFolder)
}

/** The finding for an unreadable folder. */
export function closedFolder(path: string): Diagnostic {
  return { code: 'file-unreadable', path, because: whyClosed(path), at: { path, start: 0, end: 0 } }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
