import type { DiagnosticEntry, Plan } from '../answer/analysis.ts'
import { analyze } from '../answer/analyze.ts'
import type { AnalysisOptions } from '../answer/request.ts'
import { lockfileAfter } from './lock-run.ts'
import { emptyOutcome, type Ending, type Outcome } from './outcome.ts'
import { describeEnding } from './describe-ending.ts'
import { knownBefore, readOutcome, timeTaken, type ExecutionResult } from './result.ts'
import type { TraceEvent } from '../trace.ts'
import type { AnalysedCall } from './call.ts'
import { executeGraph, type CallTool, type GraphHost, type GraphNesting } from './execute-graph.ts'
import { graphRuntime } from '../graph/graph-runtime.ts'
import { graphNamed } from './graph-reach.ts'
import { encodeValue } from '../read/value/encode.ts'
import { dialects } from '../rules/dialect.ts'
import type { Dict } from '../read/value/value.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** A call from an agent (seed 004). */
export interface ExecuteRequest {
  readonly item_type: 'tool'
  readonly action: 'run'
  readonly item_id: string
  readonly parameters: Dict
  readonly project_path: string
}

/** The origin of a plan: the item, and the address of the call in its walk; null for a call outside a walk. */
export interface RunPlace {
  readonly item_id: string
  readonly address: string | null
}

/** The services of the host: running a plan, and a clock. */
export interface ExecuteHost {
  run(plan: Plan, place: RunPlace): Promise<Outcome>
  /** ISO time with offset, for a new lockfile. */
  now(): string
  /** The services for graphs. A host without them cannot run graph tools (R16.1). */
  readonly graphs?: GraphHost
  /** Receives every trace event in order: the analysis before the plan runs, and the run after it. */
  trace?(event: TraceEvent): void
}

/**
 * Seed 004: analyzes a call with the same steps as `analyze`, then runs it with the host's primitive. A graph is walked
 * instead, and this function also executes each of its actions (R16.1).
 */
export async function executeCall(
  workspace: Workspace,
  request: ExecuteRequest,
  host: ExecuteHost,
  options: AnalysisOptions = {},
  outside?: GraphNesting,
): Promise<ExecutionResult> {
  const { item_id, parameters, project_path } = request
  const call = analyze(workspace, { item_id, parameters }, { ...options, project_path })
  const graph = host.graphs && call.status === 'ready' ? graphNamed(workspace, item_id) : null
  if (!host.graphs || !graph) return execute(call, host, outside?.path.join('/'))
  for (const event of call.trace) host.trace?.(event)
  const inside: CallTool = (id, values, nesting) =>
    executeCall(workspace, { ...request, item_id: id, parameters: values }, host, options, nesting)
  const lent = { ...host.graphs, sha256: workspace.host.sha256 }
  const result = await executeGraph(call, graph.document, parameters, lent, inside, outside)
  return { ...result, lockfile: lockfileAfter(result.success, call, () => host.now()) }
}

/**
 * R14.1: the only function that runs a plan and returns its result. The plan comes from the given analysis, so exactly
 * the approved plan runs. Calls share no state, so a primitive can execute further calls.
 */
export async function execute(
  call: AnalysedCall,
  host: ExecuteHost,
  address: string | null = null,
): Promise<ExecutionResult> {
  for (const event of call.trace) host.trace?.(event)
  const { plan } = call
  if (plan === null || call.status !== 'ready') return refused(call)
  if (isGraphCall(call)) return unwalked(call)
  const outcome = await outcomeOf(plan, { item_id: call.item_id, address }, host)
  const { ending, duration_ms: milliseconds, ...output } = outcome
  const duration_ms = timeTaken(milliseconds)
  const read = readOutcome(outcome, dialects[call.dialect].rawOutput)
  const run: TraceEvent = { step: 'run', primitive: plan.primitive, ending: ending.kind, duration_ms }
  host.trace?.(run)
  return {
    success: read.success,
    data: encodeValue(read.data),
    error: encodeValue(read.error),
    duration_ms,
    ...knownBefore(call),
    trace: [...call.trace, run],
    ending,
    output,
    lockfile: lockfileAfter(read.success, call, () => host.now()),
  }
}

/**
 * R14.2: the outcome of a plan. A primitive reports every failure as an ending. An exception means that the plan did
 * not start.
 */
async function outcomeOf(plan: Plan, place: RunPlace, host: ExecuteHost): Promise<Outcome> {
  try {
    return await host.run(plan, place)
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    return emptyOutcome(plan.primitive, { kind: 'not-started', reason })
  }
}

function refused(call: AnalysedCall): ExecutionResult {
  const diagnostics = call.diagnostics.filter(({ severity }) => severity === 'error')
  return nothingRan(call, refusal(diagnostics), { kind: 'refused', diagnostics })
}

/** The result for a graph on a host that cannot walk graphs. */
function unwalked(call: AnalysedCall): ExecutionResult {
  const reason = 'This tool is a state graph, and this host cannot run state graphs.'
  return unstarted(call, { kind: 'not-started', reason })
}

/** The result of a call that its host did not start, canceled before the start, or lost (R14.2). */
export function unstarted(
  call: AnalysedCall,
  ending: Extract<Ending, { readonly kind: 'cancelled' | 'not-started' | 'worker-lost' }>,
): ExecutionResult {
  const { text, advice } = describeEnding(ending)
  return nothingRan(call, ending.kind === 'not-started' ? advice : text, ending)
}

function nothingRan(call: AnalysedCall, error: string, ending: Ending): ExecutionResult {
  return {
    success: false,
    data: null,
    error,
    duration_ms: 0,
    ...knownBefore(call),
    trace: call.trace,
    ending,
    output: null,
    lockfile: null,
  }
}

function isGraphCall({ chain: [tool, runtime] }: AnalysedCall): boolean {
  return tool?.tool_type === 'graph' && runtime?.item_id === graphRuntime
}

function refusal([first]: readonly DiagnosticEntry[]): string {
  return first ? first.message : 'The analysis built no plan to run.'
}
