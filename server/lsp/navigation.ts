import {
  SymbolKind,
  type DocumentHighlight,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type SymbolInformation,
} from 'vscode-languageserver/node'
import { executorLines } from '#core/editor'
import { listItems } from '#core/resolve'
import type { Asked, Opened } from './projects.ts'

/** Maximum number of items in one answer to a search for symbols. */
const mostSymbols = 200

/** The items of the open projects whose ID contains the typed text. */
export function itemsNamed(query: string, projects: Iterable<Opened>): SymbolInformation[] {
  const typed = query.toLowerCase()
  const found: SymbolInformation[] = []
  for (const { project, places } of projects)
    for (const { item_id, space, path } of listItems(project.directory.workspace)) {
      const location = item_id.toLowerCase().includes(typed) ? places.location({ path, start: 0, end: 0 }) : undefined
      if (location) found.push({ name: item_id, kind: SymbolKind.Function, containerName: space, location })
      if (found.length === mostSymbols) return found
    }
  return found
}

/** The outline parts that have several lines, such as a graph node. */
export function foldsOf(symbols: readonly DocumentSymbol[]): FoldingRange[] {
  return symbols.flatMap(({ range: { start, end }, children = [] }) => [
    ...(end.line > start.line ? [{ startLine: start.line, endLine: end.line }] : []),
    ...foldsOf(children),
  ])
}

/** The places in a file that name the same thing as the text at a position. */
export function highlightsOf({ project, places, path, text }: Asked, offset: number): DocumentHighlight[] {
  const all = project.knowledge.references(path, text, offset)
  return all.flatMap((one) => (one.path === path ? [{ range: places.range(path, one.start, one.end) }] : []))
}

/** The executor IDs of a file, each as a link to its file on the disk. */
export function linksOf({ project, places, path, text }: Asked): DocumentLink[] {
  return executorLines(text).flatMap(({ start, end }) => {
    const place = project.knowledge.definition(path, text, start)
    const target = place && places.uriOf(place.path)
    return target === undefined ? [] : [{ range: places.range(path, start, end), target }]
  })
}
