import { isRequest } from '#core/rules'
import type { ExecutionPlan } from '../plan.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'
import { runHttp, type HttpSettings } from './http-client.ts'
import type { RawOutcome } from './http-reply.ts'
import type { Installation } from '../sandbox/command.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { runProcess } from '../sandbox/subprocess.ts'
import { runUnconfined } from '../sandbox/unconfined.ts'

/** One plan on its way to its primitive. */
export interface PlannedRun {
  readonly plan: ExecutionPlan
  readonly files: readonly SnapshotFile[]
  readonly signal: AbortSignal
  onOutput(stream: 'stdout' | 'stderr', chunk: Buffer): void
  onEvent(data: string): void
}

/** What plans are run with. */
interface PlanHost {
  readonly http: HttpSettings
  readonly sandbox: Sandbox
  /** What the interpreter of a plan needs of this machine in addition to what every run sees. */
  neededBy?(plan: ExecutionPlan): Installation | undefined
}

/** Hand a plan to its primitive (R15); which one is the plan's own word, never the client's. */
export async function runPlan(
  host: PlanHost,
  { plan, files, signal, onOutput, onEvent }: PlannedRun,
): Promise<RawOutcome> {
  if (isRequest(plan)) return runHttp(host.http, { plan, signal, onEvent })
  const run = { plan, files, signal, installation: host.neededBy?.(plan), onOutput }
  if (host.sandbox.level === 'none') return runUnconfined(host.sandbox, run)
  return (await runProcess(host.sandbox, run)).outcome
}
