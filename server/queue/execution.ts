import type { Host } from '../engine/host.ts'
import type { Slots } from '../run/graph/slots.ts'
import { perform, unperformed } from '../run/perform.ts'
import { endedRun, type EndedRun } from '../run/result-message.ts'
import { beginRun, noteEnding } from '../run/run-trace.ts'
import { damaged, unreadableResult } from './lost-run.ts'
import type { TakenText } from './run-replies.ts'
import type { SharedFiles } from './shared-files.ts'
import type { TakenRun } from './taken-run.ts'
import { unpackHead, unpackRun, type RunHead } from './waiting-run.ts'

/** The services that a worker uses to execute its runs. */
export interface ExecutionParts {
  readonly host: Host
  readonly shared: SharedFiles
  readonly slots: Slots
  /** The ID of the worker. */
  readonly worker: string
}

/** Execute a run whose marker belongs to this worker, and publish its result. */
export async function executeTaken(parts: ExecutionParts, record: TakenRun, taken: TakenText): Promise<void> {
  const { host, worker } = parts
  const began = performance.now()
  const end = (run: EndedRun): Promise<boolean> => record.end(run, performance.now() - began)
  const head = unpackHead(taken.head)
  if (!head) {
    if (await end(await endedRun(unreadableResult(damaged)))) noteEnding(host, record.id, '', damaged.kind)
    return
  }
  const trace = beginRun(host, head, record.id, taken.waitedMs, worker)
  const run = await performed({ ...parts, host: trace.host }, head, taken.files, record)
  // If other processes considered this worker lost, they have already ended and logged the run.
  if (await end(run)) trace.ended(run.figures)
}

/** Performs a run. A run that was changed in transit differs from the confirmed one, so it is not executed. */
async function performed(
  { host, slots, shared }: ExecutionParts,
  head: RunHead,
  files: string,
  record: TakenRun,
): Promise<EndedRun> {
  const whole = unpackRun(head, files, head.shared === null ? null : String(await shared.find(head.shared)))
  return whole ? perform({ host, slots }, whole, record, record.signal) : unperformed(head, damaged)
}
