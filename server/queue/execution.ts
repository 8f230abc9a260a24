import type { ExecutionResult, QueueMessage } from '#core'
import type { Host } from '../engine/host.ts'
import type { Slots } from '../run/graph/slots.ts'
import { perform, unperformed } from '../run/perform.ts'
import { beginRun, noteEnding } from '../run/run-trace.ts'
import { damaged, damagedResult } from './lost-run.ts'
import type { RunStore, TakenRunText } from './run-store.ts'
import type { SharedFiles } from './shared-files.ts'
import { TakenRun } from './taken-run.ts'
import { unpackHead, unpackRun } from './waiting-run.ts'

/** What a worker executes its runs with. */
export interface ExecutionParts {
  readonly host: Host
  readonly store: RunStore
  readonly shared: SharedFiles
  readonly slots: Slots
  /** The id of the worker. */
  readonly worker: string
  /** The runs under way, for the heartbeat. */
  readonly runs: Set<TakenRun>
}

/** Execute a run whose marker this worker has, and give it its ending. */
export async function executeTaken(
  parts: ExecutionParts,
  id: string,
  token: string,
  { body, waitedMs }: TakenRunText,
): Promise<void> {
  const { host, store, worker, runs } = parts
  const began = performance.now()
  const head = unpackHead(body)
  const record = new TakenRun(store, id, token, host.log)
  const end = (result: ExecutionResult): Promise<boolean> => record.end(result, performance.now() - began)
  runs.add(record)
  try {
    if ('problem' in head) {
      if (await end(damagedResult())) noteEnding(host, id, '', damaged.kind)
      return
    }
    const trace = beginRun(host, head.value, id, waitedMs, worker)
    const result = await performed({ ...parts, host: trace.host }, head.value, record)
    // Where others took this worker for lost, they have ended the run, and noted it.
    if (await end(result)) trace.ended(result)
  } finally {
    runs.delete(record)
    record.close()
  }
}

/** What was changed on its way is not what a person confirmed: it is not run. */
async function performed(
  { host, slots, shared }: ExecutionParts,
  head: QueueMessage<'waiting run'>,
  record: TakenRun,
): Promise<ExecutionResult> {
  const whole = unpackRun(head, await shared.find(head.shared))
  if ('value' in whole) return perform({ host, slots }, whole.value, record, record.signal)
  return unperformed(head, damaged)
}
