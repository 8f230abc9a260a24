import type { Outcome } from '#core'
import type { ExecutionPlan } from './plan.ts'
import type { Host } from '../engine/host.ts'
import type { SnapshotFile } from './materialize.ts'
import { runHttp } from '../primitives/http-client.ts'
import { runProcess } from '../primitives/subprocess.ts'
import type { PeakUse } from '../sandbox/watchdog.ts'
import { runUnconfined } from '../sandbox/unconfined.ts'

export interface Execution {
  readonly plan: ExecutionPlan
  readonly files: readonly SnapshotFile[]
  readonly signal: AbortSignal
  onOutput(stream: 'stdout' | 'stderr', chunk: Buffer): void
  onEvent(data: string): void
}

export interface Executed {
  readonly outcome: Outcome
  readonly peak: PeakUse | undefined
}

/** Hand a plan to its primitive (R15); which one is the plan's own word, never the client's. */
export async function executePlan(host: Host, execution: Execution): Promise<Executed> {
  const { plan, files, signal, onOutput, onEvent } = execution
  if (plan.primitive === 'http_client') {
    return { outcome: await runHttp(host.http, { plan, signal, onEvent }), peak: undefined }
  }
  if (host.sandbox.level === 'none') {
    return { outcome: await runUnconfined(host.sandbox, { plan, files, signal, onOutput }), peak: undefined }
  }
  return runProcess(host.sandbox, { plan, files, signal, onOutput })
}

/** An outcome as it goes over the wire: content of files as base64, which JSON can carry. */
export function outcomeDocument(outcome: Outcome): unknown {
  if (outcome.primitive === 'http_client' || outcome.changes === undefined) return outcome
  const changes = outcome.changes.map(({ bytes, ...change }) => ({
    ...change,
    base64: bytes === null ? null : Buffer.from(bytes).toString('base64'),
  }))
  return { ...outcome, changes }
}
