import type { Analysis, Plan } from '../answer/analysis.ts'
import { resolveRun, type AnalysisOptions, type Resolution } from '../answer/analyze.ts'
import { guardedDocument } from '../answer/fault.ts'
import { lockfileToWrite } from '../trust/lockfile/create.ts'
import type { FileToWrite } from '../trust/integrity/sign.ts'
import type { HttpOutcome, Outcome } from './outcome.ts'
import { endingInWords, outputOf, readOutput, type OutputReading } from './result.ts'
import { portableElement } from '../trust/seals.ts'
import type { TraceEvent } from '../trace.ts'
import { encodeValue, type JsonValue } from '../read/value/encode.ts'
import type { Dict, Value } from '../read/value/value.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { LockedElement } from '../trust/lockfile/document.ts'

/** A call as an agent makes it (seed 004). */
export interface ExecuteRequest {
  readonly item_type: 'tool'
  readonly action: 'run'
  readonly item_id: string
  readonly parameters: Dict
  readonly project_path: string
}

/** What the host lends: something that runs a plan, and a clock. */
export interface ExecuteHost {
  run(plan: Plan): Promise<Outcome>
  /** ISO time with offset, for a new lockfile. */
  now(): string
}

/** R14.1. `refused` carries the analysis that says why; nothing ran. */
export type ExecutionResult =
  | { readonly kind: 'refused'; readonly success: false; readonly analysis: Analysis }
  | {
      readonly kind: 'ran'
      readonly success: boolean
      readonly data: JsonValue
      readonly error: string | null
      readonly duration_ms: number
      readonly chain: readonly LockedElement[]
      readonly metadata: { readonly resolved_env_keys: readonly string[]; readonly lockfile_used: boolean }
      readonly outcome: Outcome
      readonly trace: readonly TraceEvent[]
      /** R11.3: the lockfile to keep after a first success. */
      readonly lockfile: FileToWrite | null
    }

/** Seed 004: one call, through exactly the pipeline of `analyze`, and then through the primitive the host lends. */
export async function execute(
  workspace: Workspace,
  request: ExecuteRequest,
  host: ExecuteHost,
  options: AnalysisOptions = {},
): Promise<ExecutionResult> {
  workspace.refresh()
  const { item_id, parameters, project_path } = request
  const resolution = resolveRun(workspace, { item_id, parameters }, { ...options, project_path })
  const analysis = guardedDocument(workspace, resolution, options)
  if (!analysis.plan || analysis.status !== 'ready') return { kind: 'refused', success: false, analysis }
  const outcome = await host.run(analysis.plan)
  const read = readOutcome(outcome)
  const { duration_ms } = outcome
  return {
    kind: 'ran',
    success: read.success,
    data: encodeValue(read.data),
    error: read.error,
    duration_ms,
    chain: resolution.chain.elements.map((element) => portableElement(workspace, element)),
    metadata: {
      resolved_env_keys: [...(resolution.env?.keys() ?? [])].sort(),
      lockfile_used: resolution.lock.state === 'matches',
    },
    outcome,
    trace: [
      ...analysis.trace,
      { step: 'run', primitive: analysis.plan.primitive, ending: outcome.ending.kind, duration_ms },
    ],
    lockfile: read.success ? newLockfile(workspace, resolution, host.now()) : null,
  }
}

/** R14.1 for either primitive. */
export function readOutcome(outcome: Outcome): OutputReading {
  if (outcome.primitive === 'http_client') return readResponse(outcome)
  const read = readOutput(outputOf(outcome))
  // A tool that was ended from outside often had no time to say anything, and an empty reason is none.
  return read.error === '' ? { ...read, error: endingInWords(outcome) ?? '' } : read
}

/** R15.2: 200 to 399 is success. */
function readResponse(outcome: HttpOutcome): OutputReading {
  const { ending } = outcome
  const status = ending.kind === 'responded' ? ending.status_code : 0
  const data = new Map<Value, Value>([
    ['status_code', status],
    ['body', plainJson(outcome.body)],
    ['headers', new Map(Object.entries(outcome.headers))],
  ])
  const success = status >= 200 && status < 400
  const reason = ending.kind === 'responded' ? `HTTP ${status}` : 'reason' in ending ? ending.reason : ending.kind
  return { success, data, error: success ? null : reason }
}

function plainJson(body: unknown): Value {
  if (Array.isArray(body)) return body.map(plainJson)
  if (typeof body === 'object' && body !== null)
    return new Map(Object.entries(body).map(([key, item]) => [key, plainJson(item)]))
  return typeof body === 'string' || typeof body === 'number' || typeof body === 'boolean' ? body : null
}

/** R11.3: the lockfile of a first success, or null where one exists or the dialect has none. */
export function newLockfile(workspace: Workspace, resolution: Resolution, now: string): FileToWrite | null {
  const { would_pin } = resolution.lock
  if (would_pin === null) return null
  const chain = resolution.chain.elements.map((element) => portableElement(workspace, element))
  const pin = {
    tool_id: resolution.item_id,
    version: would_pin,
    integrity: chain[0]?.integrity ?? null,
    chain,
    generated_at: now,
  }
  const file = lockfileToWrite(workspace, pin)
  return 'problem' in file ? null : file
}
