import { buildChain, graphFileOf, untraced, type Dict, type Workspace } from '#core'

/** The document of the graph that an item is, or null where it is none. */
export function documentOf(workspace: Workspace, itemId: string): Dict | null {
  return graphFileOf(workspace, buildChain(workspace, itemId, untraced).elements)?.document ?? null
}
