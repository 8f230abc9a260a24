import { missingVariables, readGraph, type Dict } from '#core'

/** Every variable that a graph requires of its environment: all of them lack in an empty one. */
export function requiredNames(document: Dict): readonly string[] {
  return missingVariables(readGraph(document), {}).map(({ name }) => name)
}
