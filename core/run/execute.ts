import type { Analysis, DiagnosticEntry, Plan } from '../answer/analysis.ts'
import { analyze } from '../answer/analyze.ts'
import type { AnalysisOptions } from '../answer/request.ts'
import { newLockfile, portableChain } from './lock-run.ts'
import { emptyOutcome, type Outcome } from './outcome.ts'
import { readOutcome, type ExecutionResult } from './result.ts'
import type { TraceEvent } from '../trace.ts'
import { encodeValue } from '../read/value/encode.ts'
import { dialects } from '../rules/dialect.ts'
import type { Dict } from '../read/value/value.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** A call as an agent makes it (seed 004). */
export interface ExecuteRequest {
  readonly item_type: 'tool'
  readonly action: 'run'
  readonly item_id: string
  readonly parameters: Dict
  readonly project_path: string
}

/** A call that was analysed: the part of its analysis that running it takes. It is plain data, so it can wait and travel. */
export type AnalysedCall = Pick<
  Analysis,
  'dialect' | 'item_id' | 'status' | 'chain' | 'env' | 'plan' | 'lockfile' | 'diagnostics' | 'trace'
>

/** What the host lends: something that runs a plan, and a clock. */
export interface ExecuteHost {
  run(plan: Plan): Promise<Outcome>
  /** ISO time with offset, for a new lockfile. */
  now(): string
  /** Hears every event of the trace when it is its turn: the analysis before the plan runs, the run after it. */
  trace?(event: TraceEvent): void
}

/** Seed 004: one call, through exactly the pipeline of `analyze`, and then through the primitive that the host lends. */
export function executeCall(
  workspace: Workspace,
  request: ExecuteRequest,
  host: ExecuteHost,
  options: AnalysisOptions = {},
): Promise<ExecutionResult> {
  const { item_id, parameters, project_path } = request
  return execute(analyze(workspace, { item_id, parameters }, { ...options, project_path }), host)
}

/**
 * R14.1: the one place where a call becomes a result. It takes the analysis that was made, so what was confirmed is what runs, and it
 * keeps nothing between calls: a primitive may itself execute further calls.
 */
export async function execute(call: AnalysedCall, host: ExecuteHost): Promise<ExecutionResult> {
  for (const event of call.trace) host.trace?.(event)
  const { plan } = call
  if (plan === null || call.status !== 'ready') return refused(call)
  const outcome = await outcomeOf(plan, host)
  const { ending, duration_ms, ...output } = outcome
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
    lockfile: read.success ? newLockfile(call, host.now()) : null,
  }
}

/** R14.2: a primitive has an ending for every trouble; a host that throws all the same never started it. */
async function outcomeOf(plan: Plan, host: ExecuteHost): Promise<Outcome> {
  try {
    return await host.run(plan)
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    return emptyOutcome(plan.primitive, { kind: 'not-started', reason })
  }
}

function refused(call: AnalysedCall): ExecutionResult {
  const diagnostics = call.diagnostics.filter(({ severity }) => severity === 'error')
  return {
    success: false,
    data: null,
    error: refusal(diagnostics),
    duration_ms: 0,
    ...knownBefore(call),
    trace: call.trace,
    ending: { kind: 'refused', diagnostics },
    output: null,
    lockfile: null,
  }
}

function refusal([first]: readonly DiagnosticEntry[]): string {
  return first ? first.message : 'There is no plan to run.'
}

/** What a result takes over from the analysis, with nothing in it that depends on this machine. */
function knownBefore(call: AnalysedCall): Pick<ExecutionResult, 'chain' | 'metadata'> {
  return {
    chain: portableChain(call),
    metadata: {
      resolved_env_keys: Object.keys(call.env ?? {}).sort(),
      lockfile_used: call.lockfile.state === 'matches',
    },
  }
}
