import type { Diagnostic } from '../diagnostics/facts.ts'
import { itemKind } from '../read/metadata/metadata.ts'
import { extensionOf, nameOf, parentOf } from '../text/path.ts'
import type { DiagnosticEntry } from './analysis.ts'
import { diagnosticEntry } from './document.ts'
import { Placer } from './placer.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * R1.3: the finding that a library or data file hides a tool with the same ID in its space; empty if it hides none. Two
 * libraries can share a name, because they are not requested by ID.
 */
export function hiddenTools(workspace: Workspace, item_id: string, path: string): readonly Diagnostic[] {
  const stem = nameOf(path).slice(0, -extensionOf(path).length)
  const named = workspace.toolFolder(parentOf(path))?.byStem.get(stem) ?? []
  if (named[0] !== path) return []
  const others = named.slice(1).filter((other) => {
    const metadata = workspace.metadata(other)
    return metadata !== undefined && metadata.format !== null && itemKind(metadata) === 'tool'
  })
  const at = { path, start: 0, end: 0 }
  return others.length === 0 ? [] : [{ code: 'extension-ambiguous', item_id, winner: path, others, at }]
}

/** The findings of `hiddenTools` with their sentences. */
export function hiddenToolEntries(...[workspace, ...of]: Parameters<typeof hiddenTools>): readonly DiagnosticEntry[] {
  const placer = new Placer(workspace)
  return hiddenTools(workspace, ...of).map((finding) => diagnosticEntry(placer, finding, workspace.settings.dev_mode))
}
