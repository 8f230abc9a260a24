import { isDict } from '../read/value/value.ts'
import { withKind } from './capability.ts'
import { field, type Graph } from './document.ts'
import type { DocumentPath } from './findings.ts'

/** An item that a graph calls by a constant ID, without interpolation. */
export interface NamedItem {
  readonly node: string
  readonly itemId: string
  readonly at: DocumentPath
}

/** The items that the nodes of a graph call by constant ID. An ID without a kind gets the kind of `item_type`. */
export function namedItems(graph: Graph): readonly NamedItem[] {
  const found: NamedItem[] = []
  for (const { name, kind, fields } of graph.nodes.values()) {
    const action = field(fields, 'action')
    if (!isDict(action) || kind === 'gate' || kind === 'return') continue
    const itemId = withKind(field(action, 'item_id'), field(action, 'item_type'))
    if (typeof itemId !== 'string' || itemId.includes('${') || itemId.includes('{input:')) continue
    found.push({ node: name, itemId, at: ['config', 'nodes', name, 'action', 'item_id'] })
  }
  return found
}
