import { untraced } from '#core/answer'
import { graphFileOf } from '#core/graph'
import type { Dict } from '#core/read'
import { buildChain } from '#core/resolve'
import type { Workspace } from '#core/workspace'

/** The document of an item that is a graph; null for any other item. */
export function documentOf(workspace: Workspace, itemId: string): Dict | null {
  return graphFileOf(workspace, buildChain(workspace, itemId, untraced).elements)?.document ?? null
}
