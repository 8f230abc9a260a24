import { decodeValue, encodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, type Dict, type Value } from '../read/value/value.ts'
import type { Host } from '../input/host.ts'
import type { AnalysedCall } from './call.ts'
import type { GraphEvent } from './graph-events.ts'
import type { Ending } from './outcome.ts'
import { knownBefore, timeTaken, type ExecutionResult, type GraphRun } from './result.ts'
import { addressText } from '../graph/address.ts'
import type { ReachedStep } from '../graph/breakpoint.ts'
import { Budget, type WalkLimits } from '../graph/budget.ts'
import type { ResultCache } from '../graph/cache.ts'
import { readItemId } from '../graph/capability.ts'
import { field } from '../graph/document.ts'
import { driveWalk } from '../graph/call-host.ts'
import type { CallAnswer, GraphCall } from '../graph/effects.ts'
import type { SavedWalk, WalkResult } from '../graph/ending.ts'
import { endingInWords } from '../graph/ending-words.ts'
import { walkGraph } from '../graph/walk.ts'

/** The services of the host for walking graphs: a clock, cancellation and an event observer. */
export interface GraphHost {
  /** Milliseconds since 1970. */
  milliseconds(): number
  cancelled(): boolean
  /** Receives the events of the graph and of all graphs that it calls. */
  observe(event: GraphEvent): void
  /** Yields to the event loop. */
  pause(): Promise<void>
  /** Whether to pause before a step. */
  holds?(step: ReachedStep): boolean
  /** Pauses before a step. The returned keys override state keys. */
  hold?(step: ReachedStep): Promise<Dict | null>
  /** A prepared answer to a call: a pin or a recorded result; null if the call must be made. */
  given?(call: GraphCall): CallAnswer | null
  readonly cache?: ResultCache
  /** Limits that override the defaults of the engine. */
  readonly limits?: Partial<WalkLimits>
  /** The saved walk of an interrupted run, by its run ID (R16.8). */
  saved?(runId: string): SavedWalk | null
}

/** The position of a graph inside other graphs. */
export interface GraphNesting {
  readonly budget: Budget
  /** The addresses of the enclosing calls, outermost first. */
  readonly path: readonly string[]
}

/** Executes the call of a node. */
export type CallTool = (itemId: string, parameters: Dict, nesting: GraphNesting) => Promise<ExecutionResult>

/** R16.1: walks the graph of an analyzed call. The action of each node is a separate call. */
export async function executeGraph(
  call: AnalysedCall,
  document: Dict,
  parameters: Dict,
  host: GraphHost & Pick<Host, 'sha256'>,
  callTool: CallTool,
  outside?: GraphNesting,
): Promise<ExecutionResult> {
  const { item_id } = call
  const began = host.milliseconds()
  const budget = outside?.budget ?? new Budget(began, host.limits)
  const path = outside?.path ?? []
  const calls = new Map<string, ExecutionResult>()
  if (path.length >= budget.limits.graphDepth) return resultOf(call, { walk: tooDeep(budget), calls }, 0)
  const walk = walkGraph(
    {
      document,
      parameters,
      environ: call.env ?? {},
      budget,
      path,
      ...steeringOf(parameters, host),
      ...(host.cache ? { cache: host.cache } : {}),
    },
    {
      sha256: host.sha256,
      now: () => host.milliseconds(),
      cancelled: () => host.cancelled(),
      holds: (held) => host.holds?.({ ...held, item_id }) ?? false,
      observe: (event) => host.observe({ ...event, graph: path }),
    },
  )
  const result = await driveWalk(walk, {
    pause: () => host.pause(),
    hold: (held) => host.hold?.({ ...held, item_id }) ?? Promise.resolve(null),
    call: (asked) => {
      const given = host.given?.(asked)
      if (given) return Promise.resolve(given)
      return answerCall(asked, { budget, path }, callTool, (address, answered) => {
        calls.set(address, answered)
        host.observe({ kind: 'call_answered', graph: path, address, result: answered })
      })
    },
  })
  const { ending, steps, errors } = result
  host.observe({ kind: 'walk_ended', graph: path, ending, steps, errors })
  return resultOf(call, { walk: result, calls }, timeTaken(host.milliseconds() - began))
}

function tooDeep({ limits: { graphDepth: most } }: Budget): WalkResult {
  const ending = { kind: 'limit', limit: 'graphDepth', most, node: null } as const
  return { ending, steps: 0, state: new Map(), errors: [], records: [], saved: null }
}

/** S28: parameters that control the run. The walk itself reads its limits from the parameters. */
function steeringOf(parameters: Dict, host: GraphHost) {
  const node = field(parameters, 'node')
  const injected = field(parameters, 'inject_state')
  const runId = field(parameters, 'graph_run_id')
  const resumes = field(parameters, 'resume') === true
  return {
    capabilities: field(parameters, 'capabilities'),
    node: typeof node === 'string' ? node : null,
    inject_state: isDict(injected) ? injected : null,
    ...(resumes ? { resume: typeof runId === 'string' ? (host.saved?.(runId) ?? null) : null } : {}),
  }
}

async function answerCall(
  { item_id, params, address }: GraphCall,
  { budget, path }: GraphNesting,
  callTool: CallTool,
  keep: (address: string, result: ExecutionResult) => void,
): Promise<CallAnswer> {
  const item = readItemId(item_id)
  if (item?.kind !== 'tool') return { threw: `${item_id} is not a tool. Graphs can call only tools.` }
  if (!isDict(params)) return { threw: 'the params of the action are not a mapping' }
  const here = addressText(address)
  const result = await callTool(item.id, params, { budget, path: [...path, lastPart(here)] })
  keep(here, result)
  return { raw: envelopeOf(item_id, result) }
}

/** The part of an address for the innermost graph; a path contains one part per graph. */
function lastPart(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

/** R16.7: the raw result of a call, which a node unwraps. */
function envelopeOf(itemId: string, { success, data, error, chain, metadata }: ExecutionResult): Value {
  const envelope: Readonly<Record<string, JsonValue>> = {
    status: success ? 'success' : 'error',
    type: 'tool',
    item_id: itemId,
    data,
    ...(success ? {} : { error }),
    chain: chain.map(({ item_id }) => item_id),
    metadata: { lockfile_used: metadata.lockfile_used },
  }
  return decodeValue(envelope)
}

/** R14.1: a walk as the result of its call. `data` contains the ending and the output of the walk. */
function resultOf(call: AnalysedCall, graph: GraphRun, duration_ms: number): ExecutionResult {
  const { ending, steps, errors } = graph.walk
  const completed = ending.kind === 'completed'
  const success = completed || (ending.kind === 'stepped' && ending.success)
  const status = completed && errors.length > 0 ? 'completed_with_errors' : ending.kind
  const output = completed ? encodeValue(ending.output) : null
  return {
    success,
    data: { status, output, steps, errors: errors.map((one) => ({ ...one })) },
    error: success ? null : endingInWords(ending, graph.walk.records),
    duration_ms,
    ...knownBefore(call),
    trace: call.trace,
    ending: processEnding(graph.walk, success, duration_ms),
    output: null,
    lockfile: null,
    graph,
  }
}

/**
 * R14.2: the ending of a walk without a process is `exited`, unless the walk was canceled, timed out, or did not begin.
 */
function processEnding({ ending }: WalkResult, success: boolean, duration_ms: number): Ending {
  if (ending.kind === 'cancelled') return { kind: 'cancelled' }
  if (ending.kind === 'limit' && ending.limit === 'graphTime') return { kind: 'timed-out', after_ms: duration_ms }
  if (ending.kind === 'refused') return { kind: 'not-started', reason: endingInWords(ending) }
  return { kind: 'exited', return_code: success ? 0 : 1 }
}
