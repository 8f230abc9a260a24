import type { Queue } from 'bullmq'
import { execute, hostProcess, isObject, isRequest, unstarted, type ExecutionResult, type Outcome } from '#core'
import { isoTime } from '../engine/iso-time.ts'
import { unperformed } from '../run/perform.ts'
import { noteEnding, type NotedBy } from '../run/run-trace.ts'
import type { RunStore } from './run-store.ts'
import { unpackHead } from './waiting-run.ts'
import type { PendingRun } from '../run/pending.ts'

/** What is shown of the output of a lost run. */
const MOST_LENGTH = 1024 * 1024

/** The ending of a run that cannot be read any more. */
export const damaged = { kind: 'not-started', reason: 'The run was damaged on its way to the worker.' } as const

/** The result of a run of which nothing can be read: even then its client gets an ending. */
export function damagedResult(): ExecutionResult {
  const nothing = { chain: [], env: null, plan: null, diagnostics: [], trace: [] }
  const lockfile = { state: 'absent', path: null, would_write: '' } as const
  return unstarted({ dialect: 'lillux', item_id: '', status: 'ready', ...nothing, lockfile }, damaged)
}

/** What it takes to end a run that waits. */
export interface WaitingParts {
  readonly store: RunStore
  readonly queue: Queue
  readonly host: NotedBy
}

/** End a run as cancelled whose turn has not come; where a worker was faster, it does that. */
export async function endWaiting({ store, queue, host }: WaitingParts, id: string): Promise<void> {
  const body = await store.body(id)
  const head = body === null ? undefined : unpackHead(body)
  if (head === undefined) return
  const ending = { kind: 'cancelled' } as const
  const result = 'value' in head ? await unperformed(head.value, ending) : damagedResult()
  if (await store.end(id, '', result, null)) noteEnding(host, id, traceparentIn(head), ending.kind)
  // Its place is free at once, also where no worker comes for hours. What a worker has fetched stays with it.
  await queue.remove(id)
}

/** End a run whose worker is gone, with what it had printed. */
export async function endLost(store: RunStore, host: NotedBy, id: string): Promise<void> {
  const facts = await store.facts(id)
  const body = await store.body(id)
  const head = body === null ? undefined : unpackHead(body)
  if (facts?.state !== 'running' || head === undefined) return
  const result = 'value' in head ? await lostResult(head.value, await printedBy(store, id)) : damagedResult()
  if (await store.end(id, facts.token, result, null)) noteEnding(host, id, traceparentIn(head), 'worker-lost')
}

/** What a message says of its trace, as far as it can be read. */
function traceparentIn(head: ReturnType<typeof unpackHead>): string {
  return 'value' in head ? head.value.traceparent : ''
}

interface Printed {
  readonly stdout: string
  readonly stderr: string
}

async function printedBy(store: RunStore, id: string): Promise<Printed> {
  const printed = { stdout: '', stderr: '' }
  for (let after = 0; ;) {
    const page = await store.events(id, after)
    const last = page.at(-1)
    if (last === undefined) return printed
    after = last.number
    for (const { event, text } of page) {
      if (event !== 'stdout' && event !== 'stderr') continue
      const data: unknown = JSON.parse(text)
      if (isObject(data) && 'text' in data) printed[event] += String(data['text'])
    }
  }
}

/** R14.2: the result of a run whose worker was lost on the way. */
export async function lostResult(
  { call, graph }: Pick<PendingRun, 'call' | 'graph'>,
  { stdout, stderr }: Printed,
): Promise<ExecutionResult> {
  const ending = { kind: 'worker-lost' } as const
  const printed = { stdout: captured(stdout), stderr: captured(stderr) }
  if (graph) return { ...unstarted(call, ending), output: { primitive: hostProcess, ...printed } }
  const { plan } = call
  const outcome: Outcome = isRequest(plan)
    ? { primitive: plan.primitive, ending, headers: {}, body: null, attempts: 0, duration_ms: 0 }
    : { primitive: plan.primitive, ending, ...printed, duration_ms: 0 }
  return execute(call, { run: () => Promise.resolve(outcome), now: () => isoTime(new Date()) })
}

function captured(text: string): { readonly text: string; readonly bytes: number; readonly omitted_bytes: number } {
  const bytes = Buffer.byteLength(text)
  const shown = text.slice(0, MOST_LENGTH)
  return { text: shown, bytes, omitted_bytes: bytes - Buffer.byteLength(shown) }
}
