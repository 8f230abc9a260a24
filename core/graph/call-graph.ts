import type { Diagnostic } from '../diagnostics/facts.ts'
import { buildChain, elementValue, type Chain } from '../resolve/chain.ts'
import { untraced } from '../trace.ts'
import type { WorkShare } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { isDict, type Dict } from '../read/value/value.ts'
import { readItemId } from './capability.ts'
import { dictOf, field, readGraph, type GraphNode } from './document.ts'
import { graphFileOf, rangeAt, type GraphFile } from './graph-file.ts'
import { namedItems, type NamedItem } from './named-items.ts'
import { parameterProblems } from './parameter-types.ts'
import type { GraphReading } from './reading.ts'
import { declaredOutputs, ValueTypes } from './value-types.ts'

/**
 * Maximum number of items to examine in one graph, and of called graphs to follow. It limits the work for a hostile
 * file.
 */
const mostItems = 500

/** Units of work to build one chain, and to read one character of a file in it. */
const chainWork = 300
const characterWork = 1

/** Units of work to check one parameter against a schema. */
const parameterWork = 20

/** The tools that a graph, and each graph that it calls, call by constant IDs (R16.1). */
export class CallGraph {
  readonly #workspace: Workspace
  readonly #home: GraphFile
  readonly #share: WorkShare
  readonly #chains = new Map<string, Chain>()
  /** The graph of each tool, stored so that each graph is read only once, even if another cache drops it. */
  readonly #graphs = new Map<string, GraphFile | null>()
  readonly #read = new Set<string>()
  readonly #reading: GraphReading
  readonly #types: ValueTypes

  constructor(workspace: Workspace, home: GraphFile, reading: GraphReading, share: WorkShare) {
    this.#workspace = workspace
    this.#home = home
    this.#share = share
    this.#reading = reading
    this.#types = new ValueTypes(reading, (node) => this.#outputsOf(node))
  }

  /**
   * The findings about tools with a broken chain, calls that lead back to this graph, and params that violate a tool's
   * schema.
   */
  findings(): readonly Diagnostic[] {
    const next = this.#nextOnTheWayHome()
    return this.#itemsOf(this.#home).flatMap(({ node, tool, at }): readonly Diagnostic[] => {
      const chain = this.#chainOf(tool)
      const { problem } = chain
      if (problem)
        return [{ code: 'graph-action-broken', at: rangeAt(this.#home, at), node, item_id: tool, ...brokenBy(problem) }]
      const called = this.#graphOf(tool)
      const loop = called && wayHome(called.item_id, this.#home.item_id, next)
      if (loop)
        return [{ code: 'graph-calls-itself', at: rangeAt(this.#home, at), node, loop: [this.#home.item_id, ...loop] }]
      return this.#wrongParameters(node, tool, chain)
    })
  }

  /** R5: findings about node params that violate the tool's schema. */
  #wrongParameters(node: string, tool: string, { elements: [first] }: Chain): readonly Diagnostic[] {
    const caller = this.#reading.graph.nodes.get(node)
    const given = field(dictOf(field(caller?.fields ?? new Map(), 'action')), 'params')
    if (!first || (given !== null && !isDict(given))) return []
    const params = dictOf(given)
    const problems = parameterProblems(elementValue(first, 'config_schema') ?? null, params, this.#types, caller)
    this.#share.draw((params.size + problems.length) * parameterWork)
    return problems.map(({ parameter, kind, found, wanted }): Diagnostic => {
      const at = rangeAt(this.#home, ['config', 'nodes', node, 'action', 'params', parameter])
      return { code: 'graph-parameter-wrong', at, node, item_id: tool, parameter, problem: kind, found, wanted }
    })
  }

  /**
   * The declared outputs of a node's tool. For a graph, the default is the fields of every walk result; for other
   * tools, null.
   */
  #outputsOf({ fields }: GraphNode): Dict | null {
    const itemId = field(dictOf(field(fields, 'action')), 'item_id')
    const item = typeof itemId === 'string' ? readItemId(itemId) : null
    if (item?.kind !== 'tool') return null
    const [first] = this.#chainOf(item.id).elements
    const declared = first && declaredOutputs(elementValue(first, 'outputs') ?? null)
    return declared ?? (this.#graphOf(item.id) ? walkOutputs : null)
  }

  /** The next graph on the way to the first graph, for every graph on a cycle with the first graph. */
  #nextOnTheWayHome(): ReadonlyMap<string, string> {
    const callers = new Map<string, Set<string>>()
    const seen = new Set<string>([this.#home.item_id])
    const open: GraphFile[] = [this.#home]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const { tool } of this.#itemsOf(file)) {
        const called = this.#graphOf(tool)
        if (!called) continue
        callers.set(called.item_id, (callers.get(called.item_id) ?? new Set()).add(file.item_id))
        if (seen.has(called.item_id) || seen.size > mostItems) continue
        seen.add(called.item_id)
        open.push(called)
      }
    }
    const next = new Map<string, string>()
    const reached = [this.#home.item_id]
    for (const id of reached) {
      for (const caller of callers.get(id) ?? []) {
        if (next.has(caller)) continue
        next.set(caller, id)
        reached.push(caller)
      }
    }
    return next
  }

  #itemsOf(file: GraphFile): readonly (NamedItem & { readonly tool: string })[] {
    const named = file === this.#home ? this.#reading.named : namedItems(readGraph(file.document))
    return named.slice(0, mostItems).flatMap((named) => {
      const item = readItemId(named.itemId)
      return item?.kind === 'tool' ? [{ ...named, tool: item.id }] : []
    })
  }

  #graphOf(tool: string): GraphFile | null {
    const known = this.#graphs.get(tool)
    if (known !== undefined) return known
    const file = graphFileOf(this.#workspace, this.#chainOf(tool).elements)
    this.#graphs.set(tool, file)
    return file
  }

  #chainOf(itemId: string): Chain {
    const known = this.#chains.get(itemId)
    if (known) return known
    const chain = buildChain(this.#workspace, itemId, untraced)
    this.#share.draw(chainWork)
    for (const { path } of chain.elements) {
      if (path === null || this.#read.has(path)) continue
      this.#read.add(path)
      this.#share.draw((this.#workspace.file(path)?.text?.length ?? 0) * characterWork)
    }
    this.#chains.set(itemId, chain)
    return chain
  }
}

const walkOutputs: Dict = new Map([
  ['status', 'string'],
  ['steps', 'integer'],
  ['errors', 'array'],
])

/** The problem of a broken chain, with similar item IDs if the tool is missing. */
function brokenBy(problem: Diagnostic): { readonly problem: string; readonly near: readonly string[] } {
  const near = problem.code === 'item-not-found' ? problem.near.map(({ item_id }) => item_id) : []
  return { problem: problem.code, near: [...new Set(near)] }
}

/** The graphs on the path from a called graph back to its caller; null without a path. */
function wayHome(from: string, home: string, next: ReadonlyMap<string, string>): readonly string[] | null {
  const way = [from]
  for (let at = from; at !== home; way.push(at)) {
    const step = next.get(at)
    if (step === undefined) return null
    at = step
  }
  return way
}
