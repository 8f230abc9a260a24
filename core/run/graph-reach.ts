import type { Plan } from '../answer/analysis.ts'
import { analyze } from '../answer/analyze.ts'
import type { AnalysisOptions } from '../answer/request.ts'
import { prepareAction, refusalOf } from '../graph/action.ts'
import { heldCapabilities, readItemId, withKind } from '../graph/capability.ts'
import { dictOf, field, readGraph, type Graph } from '../graph/document.ts'
import {
  foresee,
  foreseenItem,
  foreseenItems,
  foreseenOf,
  foreseenScope,
  isOpen,
  type Foreseen,
} from '../graph/foreseen.ts'
import { graphFileOf, type GraphFile } from '../graph/graph-file.ts'
import { completeInputs, inputsOf } from '../graph/inputs.ts'
import { Interpolator } from '../graph/interpolate.ts'
import { reachableNodes, worstCase, type WorstCase } from '../graph/worst-case.ts'
import { canonicalJson } from '../trust/integrity/canonical.ts'
import { pyStr } from '../read/value/text.ts'
import { isDict, type Dict, type Value } from '../read/value/value.ts'
import { buildChain } from '../resolve/chain.ts'
import { untraced } from '../trace.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { limits } from '../limits.ts'

/** A command that a graph, or a graph that it calls, can reach. */
export interface ReachedCommand {
  /** The item ID of the graph that contains the node. */
  readonly graph: string
  /** A node, or `hook:<event>`. */
  readonly node: string
  /** The item ID of the call, or its expression if it depends on the walk. */
  readonly item_id: string
  /** The expressions that only the walk can evaluate; empty for a complete command. */
  readonly open: readonly string[]
  /** The plan, with expressions in place of values that depend on the walk; null without a plan. */
  readonly plan: Plan | null
  /** The reason why the command is refused; null for an allowed command, and if only the walk determines the item. */
  readonly refused: string | null
}

/** Everything that a graph can reach, known before it runs. */
export interface GraphReach {
  readonly commands: readonly ReachedCommand[]
  /** Whether the list of commands is incomplete. Unlisted commands need approval when the walk reaches them. */
  readonly cut: boolean
  readonly worst: WorstCase
}

/** R16.1: the commands of a graph call and its worst case; null for other tools. Runs nothing. */
export function graphReach(
  workspace: Workspace,
  request: { readonly item_id: string; readonly parameters: Dict },
  options: AnalysisOptions = {},
): GraphReach | null {
  const file = graphNamed(workspace, request.item_id)
  if (!file) return null
  const survey = new Survey(workspace, options)
  survey.graph(file, request.parameters, 0)
  return { commands: survey.commands, cut: survey.cut, worst: worstCaseOf(workspace, file, request.parameters) }
}

/** The maximum number of steps in one graph walk, and of calls, including those of called graphs (R16.2). */
export function worstCaseOf(
  workspace: Workspace,
  { item_id, document }: Pick<GraphFile, 'item_id' | 'document'>,
  parameters: Dict,
): WorstCase {
  const steps = field(parameters, 'max_steps')
  const inside = insideOf(workspace, [item_id], { left: mostInside })
  return worstCase(readGraph(document), inside, typeof steps === 'number' ? steps : null)
}

/**
 * Maximum number of nested graphs in a worst case, each counted once per path. Calls of further graphs remain
 * uncounted.
 */
const mostInside = 500

/** The graph with an item ID; null if the item is not a graph (R16.1). */
export function graphNamed(workspace: Workspace, itemId: string): GraphFile | null {
  return graphFileOf(workspace, buildChain(workspace, itemId, untraced).elements)
}

/**
 * A function that returns the worst case of a called graph: null for an item that is not a graph, and `unknown` for a
 * graph that calls itself or is beyond the limits.
 */
function insideOf(workspace: Workspace, way: readonly string[], looks: { left: number }) {
  const known = new Map<string, WorstCase | null>()
  return (itemId: string): WorstCase | null | 'unknown' => {
    const item = readItemId(itemId)
    if (item?.kind !== 'tool') return null
    if (way.includes(item.id) || way.length >= limits.graphDepth) return 'unknown'
    const found = known.get(item.id)
    if (found !== undefined) return found
    const file = graphNamed(workspace, item.id)
    if (file && looks.left-- <= 0) return 'unknown'
    const worst = file && worstCase(readGraph(file.document), insideOf(workspace, [...way, item.id], looks))
    known.set(item.id, worst)
    return worst
  }
}

class Survey {
  readonly commands: ReachedCommand[] = []
  cut = false
  readonly #workspace: Workspace
  readonly #options: AnalysisOptions
  readonly #seen = new Set<string>()

  constructor(workspace: Workspace, options: AnalysisOptions) {
    this.#workspace = workspace
    this.#options = options
  }

  /**
   * Adds the commands of a graph. `parameters` are null if the walk determines them. A graph called twice with the same
   * parameters at the same depth is examined once.
   */
  graph(file: GraphFile, parameters: Dict | null, depth: number): void {
    // At a greater depth, fewer of the graph's calls are within the limit.
    const key = `${depth} ${file.item_id} ${parameters ? canonicalJson(parameters) : ''}`
    if (this.#seen.has(key) || depth >= limits.graphDepth) return
    this.#seen.add(key)
    const graph = readGraph(file.document)
    const resumes = parameters?.get('resume') === true
    const inputs = parameters && !resumes ? completeInputs(graph.schema, inputsOf(parameters)).inputs : null
    const injected = dictOf(parameters && field(parameters, 'inject_state'))
    // The state of a saved walk is unknown before the run.
    const known = foreseenOf(resumes ? { ...graph, state: new Map() } : graph, inputs, injected)
    const granted = parameters && field(parameters, 'capabilities')
    const held = heldCapabilities(granted ?? graph.permissions)
    const at = { file, graph, held, depth }
    for (const node of parameters?.has('node') || resumes ? graph.nodes.values() : reachableNodes(graph)) {
      if (node.kind === 'gate' || node.kind === 'return') continue
      const action = dictOf(field(node.fields, 'action'))
      if (node.kind === 'action') this.#action(at, node.name, action, known, new Set())
      else {
        const open = new Set<string>()
        const items = foreseenItems(node, known, open)
        if (!items) this.#action(at, node.name, action, known, open)
        for (const item of items ?? []) this.#action(at, node.name, action, foreseenItem(node, known, item), new Set())
      }
    }
    for (const { event, action } of graph.hooks) {
      if (action && field(action, 'item_id') !== null)
        this.#action(at, `hook:${pyStr(event)}`, action, known, new Set(), 'kept')
    }
  }

  #action(
    at: { readonly file: GraphFile; readonly graph: Graph; readonly held: readonly string[]; readonly depth: number },
    node: string,
    action: Dict,
    known: Foreseen,
    open: Set<string>,
    nulls: 'dropped' | 'kept' = 'dropped',
  ): void {
    if (this.commands.length >= mostCommands) {
      this.cut = true
      return
    }
    const id = foresee(field(action, 'item_id'), known, open)
    const params = foresee(field(action, 'params') ?? new Map(), known, open)
    const written = withKind(id ?? field(action, 'item_id'), field(action, 'item_type'))
    // If only the walk can determine the ID or the parameters, the action keeps its expressions.
    const scope = id !== undefined && params !== undefined ? foreseenScope(known) : null
    const prepared = scope
      ? prepareAction(new Interpolator(), action, scope, nulls)
      : {
          primary: field(action, 'primary') ?? 'execute',
          itemId: written,
          params: field(action, 'params'),
          origins: [],
        }
    const item = readItemId(prepared.itemId)
    const filled = typeof prepared.itemId !== 'string' || !isOpen(prepared.itemId) || id !== undefined
    const refused = filled ? refusalOf(prepared, at.held) : null
    const command = { graph: at.file.item_id, node, item_id: pyStr(prepared.itemId), open: [...open].sort() }
    if (refused !== null || item?.kind !== 'tool' || !filled) {
      const other = refused ?? (filled ? 'the item is not a tool, and graphs can call only tools' : null)
      return this.#note({ ...command, plan: null, refused: other })
    }
    const inner = graphNamed(this.#workspace, item.id)
    if (inner) return this.graph(inner, scope ? dictOf(prepared.params) : null, at.depth + 1)
    this.#note({ ...command, ...this.#planned(item.id, prepared.params, scope !== null) })
  }

  #planned(item_id: string, params: Value, exact: boolean): Pick<ReachedCommand, 'plan' | 'refused'> {
    if (!isDict(params) && params !== null) return { plan: null, refused: 'the params of the action are not a mapping' }
    const request = { item_id, parameters: dictOf(params) }
    // A schema cannot check expressions, so it is skipped.
    const options = { ...this.#options, brief: true, ...(exact ? {} : { skip_schema: true }) }
    const { status, plan, diagnostics } = analyze(this.#workspace, request, options)
    const error = diagnostics.find(({ severity }) => severity === 'error')
    return { plan, refused: status === 'ready' ? null : (error?.message ?? 'the analysis built no plan') }
  }

  #note(command: ReachedCommand): void {
    const key = canonicalKey(command)
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.commands.push(command)
  }
}

function canonicalKey({ graph, node, item_id, open, plan, refused }: ReachedCommand): string {
  return JSON.stringify([graph, node, item_id, open, plan?.digest ?? null, refused])
}

/** Maximum number of commands to analyze and display before the run. */
const mostCommands = 300
