import { isRequest } from '#core/rules'
import type { ExecutionPlan } from '../plan.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'
import { runHttp, type HttpSettings } from './http-client.ts'
import type { RawOutcome } from './http-reply.ts'
import type { Installation } from '../sandbox/command.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { runProcess } from '../sandbox/subprocess.ts'
import { runUnconfined } from '../sandbox/unconfined.ts'

/** One plan to execute, with its files, the signal that cancels it, and the receivers of its output and events. */
export interface PlannedRun {
  readonly plan: ExecutionPlan
  readonly files: readonly SnapshotFile[]
  readonly signal: AbortSignal
  onOutput(stream: 'stdout' | 'stderr', chunk: Buffer): void
  onEvent(data: string): void
}

/** The HTTP settings and the sandbox with which this machine executes plans. */
interface PlanHost {
  readonly http: HttpSettings
  readonly sandbox: Sandbox
  /** Other files on this machine that a plan's interpreter needs; undefined if it needs none. */
  neededBy?(plan: ExecutionPlan): Installation | undefined
}

/**
 * Execute a plan with its primitive (R15): `runHttp`, `runProcess` in the sandbox, or `runUnconfined` without one. The
 * plan names the primitive; a client cannot choose it.
 */
export async function runPlan(
  host: PlanHost,
  { plan, files, signal, onOutput, onEvent }: PlannedRun,
): Promise<RawOutcome> {
  if (isRequest(plan)) return runHttp(host.http, { plan, signal, onEvent })
  const run = { plan, files, signal, installation: host.neededBy?.(plan), onOutput }
  if (host.sandbox.level === 'none') return runUnconfined(host.sandbox, run)
  return (await runProcess(host.sandbox, run)).outcome
}
