import { missingVariables, readGraph } from '#core/graph'
import type { Dict } from '#core/read'

/** The environment variables that a graph requires: all variables that are missing in an empty environment. */
export function requiredNames(document: Dict): readonly string[] {
  return missingVariables(readGraph(document), {}).map(({ name }) => name)
}
