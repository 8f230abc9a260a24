import { isObject } from '#core/read'
import { hostProcess, isRequest } from '#core/rules'
import { execute, unstarted, type ExecutionResult, type Outcome } from '#core/run'
import { isoTime } from '../engine/iso-time.ts'
import type { AwaitedRun } from '../run/run-service.ts'
import { unperformed } from '../run/perform.ts'
import { endedRun } from '../run/result-message.ts'
import { noteEnding, type NotedBy } from '../run/run-trace.ts'
import type { Turns } from './bull.ts'
import type { RunStore } from './run-store.ts'
import { unpackHead } from './waiting-run.ts'

/** Maximum number of characters that are shown per output stream of a lost run. */
const MOST_LENGTH = 1024 * 1024

/** The ending of a run whose data cannot be read or does not match its digest. */
export const damaged = { kind: 'not-started', reason: 'The worker received damaged data for this run.' } as const

/** The result of a run whose data cannot be read, so its client still receives a result. */
export function unreadableResult(
  ending: typeof damaged | { readonly kind: 'cancelled' | 'worker-lost' },
): ExecutionResult {
  const nothing = { chain: [], env: null, plan: null, diagnostics: [], trace: [] }
  const lockfile = { state: 'absent', path: null, would_write: '' } as const
  return unstarted({ dialect: 'lillux', item_id: '', status: 'ready', ...nothing, lockfile }, ending)
}

/** The services for ending a run that no worker performs. */
export interface EndingParts {
  readonly store: RunStore
  readonly turns: Turns
  readonly host: NotedBy
}

/** End a waiting run as canceled. If a worker has already taken the run, the worker ends it. */
export async function endWaiting({ store, turns, host }: EndingParts, id: string): Promise<void> {
  const head = unpackHead(await store.head(id))
  const ending = { kind: 'cancelled' } as const
  const run = head ? await unperformed(head, ending) : await endedRun(unreadableResult(ending))
  if (await store.end({ id, token: '' }, run, null)) noteEnding(host, id, head?.traceparent ?? '', ending.kind)
  await turns.remove(id)
}

/** End a run that lost its worker or its data set, with its output so far. */
export async function endLost({ store, host }: Omit<EndingParts, 'turns'>, id: string): Promise<void> {
  const facts = await store.facts(id)
  if (facts?.state !== 'running' && facts?.state !== 'waiting') return
  const head = unpackHead(await store.head(id))
  const run = await endedRun(await lostResult(head, await printedBy(store, id)))
  if (await store.end({ id, token: facts.token }, run, null))
    noteEnding(host, id, head?.traceparent ?? '', 'worker-lost')
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

/** R14.2: the result of a lost run, with its output so far. */
export async function lostResult(
  head: Pick<AwaitedRun, 'call' | 'graph'> | undefined,
  { stdout, stderr }: Printed,
): Promise<ExecutionResult> {
  const ending = { kind: 'worker-lost' } as const
  if (!head) return unreadableResult(ending)
  const printed = { stdout: captured(stdout), stderr: captured(stderr) }
  const { call, graph } = head
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
