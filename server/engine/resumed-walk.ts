import type { SavedWalk } from '#core/graph'
import { parameterValues } from '#core/plan'
import { encodeValue, isDict, writeJson } from '#core/read'

/** The parameters of a resumed run: the saved inputs, overlaid by the given ones (R16.8). */
export function resumedParameters({ state }: SavedWalk, given: string): string {
  const inputs = state.get('inputs') ?? null
  const written = parameterValues(given)
  return isDict(inputs) && written ? writeJson(encodeValue(new Map([...inputs, ...written]))) : given
}

/** S28: the parameters that resume a walk; the host knows which walk. */
export const resumeParameters = [
  ['resume', true],
  ['graph_run_id', 'saved'],
] as const

/**
 * Returns the saved walk to the first caller, the outermost graph, and null to later callers: graphs that it calls
 * start from the beginning.
 */
export function savedOnce(saved: SavedWalk | null): () => SavedWalk | null {
  let left = saved
  return () => {
    const taken = left
    left = null
    return taken
  }
}
