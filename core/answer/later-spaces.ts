import type { Diagnostic } from '../diagnostics/facts.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * R1.9: a finding for the project and for the user space, if the space has tools and also a file or folder from a later
 * release.
 */
export function laterSpaces(workspace: Workspace): readonly Diagnostic[] {
  const { project, user } = workspace.settings
  return [project, user].flatMap((root): readonly Diagnostic[] => {
    if (workspace.listing(`${root}/.ai/tools`) === undefined) return []
    const [manifest, kinds] = [`${root}/.ai/manifest.yaml`, `${root}/.ai/node/engine/kinds`]
    const path = workspace.isFile(manifest) ? manifest : workspace.listing(kinds) === undefined ? undefined : kinds
    return path === undefined ? [] : [{ code: 'later-generation', mark: path, at: { path, start: 0, end: 0 } }]
  })
}
