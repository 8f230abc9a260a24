import type { Dict, Value } from '../read/value/value.ts'
import { Budget, type WalkLimits } from './budget.ts'
import type { ResultCache } from './cache.ts'
import { checkGraph } from './check.ts'
import { Traversal } from './traversal.ts'
import { dictOf, field, integerOf, readGraph, type Graph } from './document.ts'
import type { Walking } from './effects.ts'
import type { SavedWalk, WalkEnding, WalkRefusal, WalkResult } from './ending.ts'
import { completeInputs, inputsOf } from './inputs.ts'
import type { StepRecord } from './record.ts'
import { missingVariables } from './required-env.ts'
import { defaultBounds } from './budget.ts'
import { StepContext, type WalkHost } from './step-context.ts'

/** The request for one walk (R16.2, R16.8). */
export interface WalkRequest {
  /** The graph tool's document: `permissions`, `env_requires`, `config_schema`, `config`. */
  readonly document: Dict
  /** The parameters of the call. Parameters that control the run are not inputs. */
  readonly parameters: Dict
  readonly environ: Readonly<Record<string, string>>
  /**
   * Limits from the execution configuration. Limits in the parameters override them, and limits of the graph override
   * both.
   */
  readonly max_steps?: number
  readonly max_concurrency?: number
  /** The capabilities of this walk. Undefined or null: the permissions of the graph. */
  readonly capabilities?: Value
  /** Runs only this node. */
  readonly node?: string | null
  readonly inject_state?: Dict | null
  /** A saved walk to resume; null if the requested walk does not exist. */
  readonly resume?: SavedWalk | null
  readonly cache?: ResultCache
  /** The budget shared with the calling graph. Default: a new budget. */
  readonly budget?: Budget
  readonly limits?: Partial<WalkLimits>
  /** The addresses of the enclosing calls. */
  readonly path?: readonly string[]
}

/**
 * Walks a graph: a generator that yields calls and receives their results. Failed calls and exceeded limits end the
 * walk and throw nothing.
 */
export function* walkGraph(request: WalkRequest, host: WalkHost): Walking<WalkResult> {
  const records: StepRecord[] = []
  const begun = beginWalk(request, {
    ...host,
    observe: (event) => {
      if (event.kind === 'step_recorded') records.push(event.record)
      host.observe(event)
    },
  })
  if ('refused' in begun) {
    const ending: WalkEnding = { kind: 'refused', because: begun.refused }
    return { ending, steps: 0, state: new Map(), errors: [], records, saved: null }
  }
  const ending = yield* begun.run()
  const { state, steps, errors } = begun.context
  return { ending, steps, state, errors, records, saved: begun.saved(ending) }
}

function beginWalk(request: WalkRequest, host: WalkHost): Traversal | { readonly refused: WalkRefusal } {
  const { document, resume, node = null } = request
  const { errors } = checkGraph(document)
  if (errors.length > 0) return { refused: { kind: 'graph-invalid', errors } }
  const graph = readGraph(document)
  const missing = missingVariables(graph, request.environ)
  if (missing.length > 0) return { refused: { kind: 'env-missing', missing } }
  if (node !== null && !graph.nodes.has(node)) return { refused: { kind: 'unknown-node', node } }
  if (resume === null) return { refused: { kind: 'no-saved-state' } }
  if (resume) {
    const { current_node } = resume
    if (current_node === null) return { refused: { kind: 'no-current-node' } }
    return traversalOf(request, graph, host, resumedState(resume, request.parameters), node ?? current_node)
  }
  const given = completeInputs(graph.schema, inputsOf(request.parameters))
  if (given.missing.length > 0) return { refused: { kind: 'inputs-missing', missing: given.missing } }
  const state = new Map(graph.state).set('inputs', given.inputs)
  return traversalOf(request, graph, host, state, node ?? String(graph.start))
}

function traversalOf(request: WalkRequest, graph: Graph, host: WalkHost, state: Dict, start: string): Traversal {
  const { parameters, resume, inject_state } = request
  const asked = (key: string): number | null => integerOf(field(parameters, key))
  const context = new StepContext({
    graph,
    host,
    budget: request.budget ?? new Budget(host.now(), request.limits),
    path: request.path ?? [],
    capabilities: request.capabilities ?? graph.permissions,
    maxConcurrency:
      graph.maxConcurrency ?? asked('max_concurrency') ?? request.max_concurrency ?? defaultBounds.concurrency,
    cache: request.cache,
    state,
    steps: resume?.step_count ?? 0,
    errors: resume?.errors ?? [],
  })
  return new Traversal(context, {
    start,
    resumes: resume !== undefined,
    single: typeof request.node === 'string',
    maxSteps: graph.maxSteps ?? asked('max_steps') ?? request.max_steps ?? defaultBounds.steps,
    visits: resume?.visits ?? new Map(),
    inject: inject_state ?? null,
  })
}

/** R16.8: the saved state, with the call's inputs. Defaults and required inputs are not checked. */
function resumedState({ state }: SavedWalk, parameters: Dict): Dict {
  const inputs = inputsOf(parameters)
  if (inputs.size === 0) return state
  return new Map(state).set('inputs', new Map([...dictOf(field(state, 'inputs')), ...inputs]))
}
