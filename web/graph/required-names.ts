import { missingVariables, readGraph } from '#core/graph'
import type { Dict } from '#core/read'

/** Every variable that a graph requires of its environment: all of them lack in an empty one. */
export function requiredNames(document: Dict): readonly string[] {
  return missingVariables(readGraph(document), {}).map(({ name }) => name)
}
