import type { SourceRange } from '../text/source.ts'
import { buildChain, type ChainElement } from '../resolve/chain.ts'
import { pyStr } from '../read/value/text.ts'
import { isDict, isList, type Value } from '../read/value/value.ts'
import { untraced } from '../trace.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { allowingCapability, heldCapabilities, neededCapability, readItemId, withKind } from './capability.ts'
import { edgesOf } from './check.ts'
import { conditionInWords } from './condition-words.ts'
import { dictOf, field, readGraph, type Graph, type GraphNode, type NodeKind } from './document.ts'
import { graphFileOf, rangeAt, stretchAt, type GraphFile } from './graph-file.ts'

/** The number of nodes, in file order, whose chains are resolved for a picture. Later nodes have no chain. */
const mostChains = 500

/** The item that a node calls. */
interface PicturedItem {
  /**
   * The ID as written, with its expressions, at most 300 characters. The kind comes from `item_type` if the ID has
   * none.
   */
  readonly id: string
  /**
   * The chain of the item, tool first; null if only the walk can determine the ID, if the ID does not name a tool, or
   * after the first `mostChains` nodes.
   */
  readonly chain: readonly string[] | null
  /** The code of the finding that prevents a chain; null if there is none. */
  readonly problem: string | null
  /** Whether the item is a graph. */
  readonly isGraph: boolean
  /** The capability that the item needs; null if only the walk can determine the ID, or if the ID has no kind. */
  readonly needed: string | null
  /** The graph's permission that allows the call; null if there is none. */
  readonly allowed: string | null
}

/** A node in the picture and in the list. */
export interface PicturedNode {
  readonly name: string
  readonly kind: NodeKind
  readonly at: SourceRange
  readonly item: PicturedItem | null
  readonly over: string | null
  readonly about: string | null
}

/** An edge in the picture. `to` can be a missing node. */
export interface PicturedEdge {
  readonly from: string
  readonly to: string
  readonly kind: 'next' | 'on_error'
  /** The index in the node's `next`; 0 if `next` is not a list, and for an error edge. */
  readonly index: number
  readonly when: string | null
  readonly at: SourceRange
}

/** The graph before a run, in file order. */
export interface GraphPicture {
  readonly item_id: string
  readonly path: string
  readonly start: string | null
  readonly nodes: readonly PicturedNode[]
  readonly edges: readonly PicturedEdge[]
  readonly hooks: readonly { readonly event: string; readonly item: string | null; readonly at: SourceRange }[]
}

/** R16.2: the picture of the graph at the start of a chain; null if the tool is not a graph. */
export function pictureOf(workspace: Workspace, elements: readonly ChainElement[]): GraphPicture | null {
  const file = graphFileOf(workspace, elements)
  if (!file) return null
  const graph = readGraph(file.document)
  const nodes = [...graph.nodes.values()]
  return {
    item_id: file.item_id,
    path: file.path,
    start: typeof graph.start === 'string' ? graph.start : null,
    nodes: nodes.map((node, index) => pictureNode(workspace, file, graph, node, index < mostChains)),
    // R16.2: a return node uses no field except its output.
    edges: nodes.filter(({ kind }) => kind !== 'return').flatMap((node) => pictureEdges(file, node)),
    hooks: graph.hooks.map(({ index, event, action }) => ({
      event: pyStr(event),
      item: action ? textOf(field(action, 'item_id')) : null,
      at: rangeAt(file, ['config', 'hooks', index]),
    })),
  }
}

function pictureNode(
  workspace: Workspace,
  file: GraphFile,
  graph: Graph,
  { name, kind, fields }: GraphNode,
  withChain: boolean,
): PicturedNode {
  const action = field(fields, 'action')
  const calls = (kind === 'action' || kind === 'foreach') && isDict(action)
  const about = field(fields, 'description') ?? field(fields, 'comment')
  return {
    name,
    kind,
    at: stretchAt(file, ['config', 'nodes', name]),
    item: calls
      ? pictureItem(workspace, graph, withKind(field(action, 'item_id'), field(action, 'item_type')), withChain)
      : null,
    over: kind === 'foreach' ? textOf(field(fields, 'over')) : null,
    about: textOf(about),
  }
}

function pictureItem(workspace: Workspace, graph: Graph, itemId: Value, withChain: boolean): PicturedItem {
  const id = textOf(itemId) ?? ''
  const item = id.includes('${') || id.includes('{input:') ? null : readItemId(itemId)
  const needed = item && neededCapability('execute', itemId)
  const allowed = item && allowingCapability(heldCapabilities(graph.permissions), 'execute', itemId)
  if (item?.kind !== 'tool' || !withChain) return { id, chain: null, problem: null, isGraph: false, needed, allowed }
  const { elements, problem } = buildChain(workspace, item.id, untraced)
  return {
    id,
    chain: elements.map(({ item_id }) => item_id),
    problem: problem?.code ?? null,
    isGraph: graphFileOf(workspace, elements) !== null,
    needed,
    allowed,
  }
}

function pictureEdges(file: GraphFile, node: GraphNode): readonly PicturedEdge[] {
  const next = field(node.fields, 'next')
  return edgesOf(node).map(({ kind, to, at }): PicturedEdge => {
    const index = typeof at[4] === 'number' ? at[4] : 0
    const edge = kind === 'unknown-next' && isList(next) ? dictOf(next[index] ?? null) : null
    const when = edge ? field(edge, 'when') : null
    return {
      from: node.name,
      to,
      kind: kind === 'unknown-next' ? 'next' : 'on_error',
      index,
      when: when === null ? null : conditionInWords(when),
      at: rangeAt(file, at),
    }
  })
}

function textOf(value: Value): string | null {
  return value === null ? null : pyStr(value).slice(0, 300)
}
