import type { Diagnostic } from '../diagnostics/facts.ts'
import { buildChain, type ChainElement } from '../resolve/chain.ts'
import { nearest } from '../text/near.ts'
import { pyStr } from '../read/value/text.ts'
import { untraced } from '../trace.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { readItemId } from './capability.ts'
import { checkGraph } from './check.ts'
import { readGraph, type Graph } from './document.ts'
import type { GraphFinding } from './findings.ts'
import { graphFileOf, rangeAt, type GraphFile } from './graph-file.ts'
import { graphHints, namedItems, type GraphHint } from './hints.ts'
import { stateKeys } from './state-keys.ts'

/** Items of one graph whose chains are looked at; more would let a hostile file take its time. */
const mostItems = 500

/** R16.8: everything that can be said of a graph before it runs, with its places; nothing for other tools. */
export function graphFindings(workspace: Workspace, elements: readonly ChainElement[]): readonly Diagnostic[] {
  const file = graphFileOf(workspace, elements)
  if (!file) return []
  const { errors, warnings } = checkGraph(file.document)
  const graph = readGraph(file.document)
  const said = [...errors, ...warnings].map((finding) => diagnosticOf(file, graph, finding))
  if (errors.some(({ kind }) => kind === 'malformed')) return said
  const hints = graphHints(graph).map((hint) => hintOf(file, hint))
  return [...said, ...hints, ...brokenItems(workspace, file, graph)]
}

function diagnosticOf(file: GraphFile, graph: Graph, finding: GraphFinding): Diagnostic {
  const at = rangeAt(file, finding.at)
  const names = graph.nodes.keys()
  switch (finding.kind) {
    case 'malformed':
      return { code: 'graph-malformed', at, node: finding.node, problem: finding.problem }
    case 'no-permissions':
      return { code: 'graph-incomplete', at, missing: 'permissions' }
    case 'no-start':
      return { code: 'graph-incomplete', at, missing: 'start' }
    case 'unknown-start': {
      const target = pyStr(finding.target)
      return { code: 'graph-node-unknown', at, node: null, field: 'start', target, near: nearest(target, names) }
    }
    case 'unknown-next':
    case 'unknown-on-error': {
      const { node, target } = finding
      const field = finding.kind === 'unknown-next' ? 'next' : 'on_error'
      return { code: 'graph-node-unknown', at, node, field, target, near: nearest(target, names) }
    }
    case 'bad-on-error':
      return { code: 'graph-policy-unknown', at, value: pyStr(finding.value) }
    case 'foreach-without-over':
      return { code: 'graph-node-incomplete', at, node: finding.node, missing: 'over' }
    case 'foreach-without-action':
    case 'missing-action':
      return { code: 'graph-node-incomplete', at, node: finding.node, missing: 'action' }
    case 'async-foreach':
      return { code: 'graph-foreach-async', at, node: finding.node }
    case 'unreachable':
      return { code: 'graph-node-unreachable', at, node: finding.node }
    case 'never-assigned': {
      const { assigned } = stateKeys(graph)
      return { code: 'graph-key-unassigned', at, key: finding.key, near: nearest(finding.key, assigned.keys()) }
    }
    case 'never-read':
      return { code: 'graph-key-unread', at, key: finding.key }
  }
}

function hintOf(file: GraphFile, hint: GraphHint): Diagnostic {
  const at = rangeAt(file, hint.at)
  switch (hint.kind) {
    case 'condition-unreadable':
      return { code: 'graph-condition-unreadable', at, problem: hint.problem }
    case 'pipe-unknown':
      return { code: 'graph-pipe-unknown', at, pipe: hint.pipe, near: hint.near }
    case 'may-end':
      return { code: 'graph-may-end', at, node: hint.node }
    case 'action-forbidden':
      return { code: 'graph-action-forbidden', at, node: hint.node, needed: hint.needed, held: hint.held }
  }
}

/** Tools that a graph names and that have no whole chain, and graphs that come back to themselves (R16.1). */
function brokenItems(workspace: Workspace, file: GraphFile, graph: Graph): readonly Diagnostic[] {
  return namedItems(graph)
    .slice(0, mostItems)
    .flatMap(({ node, itemId, at }): readonly Diagnostic[] => {
      const item = readItemId(itemId)
      if (item?.kind !== 'tool') return []
      const { problem, elements } = buildChain(workspace, item.id, untraced)
      if (problem)
        return [{ code: 'graph-action-broken', at: rangeAt(file, at), node, item_id: item.id, problem: problem.code }]
      const loop = wayBack(workspace, file.item_id, elements)
      return loop ? [{ code: 'graph-calls-itself', at: rangeAt(file, at), node, loop: [file.item_id, ...loop] }] : []
    })
}

/** The graphs from a called one back to the one that calls, by fixed names; null where there is no such way. */
function wayBack(workspace: Workspace, home: string, called: readonly ChainElement[]): readonly string[] | null {
  const open: { readonly elements: readonly ChainElement[]; readonly way: readonly string[] }[] = [
    { elements: called, way: [] },
  ]
  const seen = new Set<string>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const file = graphFileOf(workspace, next.elements)
    if (!file) continue
    const way = [...next.way, file.item_id]
    if (file.item_id === home) return way
    if (seen.has(file.item_id) || seen.size >= mostItems) continue
    seen.add(file.item_id)
    for (const { itemId } of namedItems(readGraph(file.document))) {
      const item = readItemId(itemId)
      if (item?.kind === 'tool') open.push({ elements: buildChain(workspace, item.id, untraced).elements, way })
    }
  }
  return null
}
