import type { AwaitedRun, FollowedRun } from '../run/run-service.ts'
import { endedRun } from '../run/result-message.ts'
import type { NumberedEvent } from '../run/runs.ts'
import type { Bell } from './bell.ts'
import { endLost, endWaiting, lostResult, type EndingParts } from './lost-run.ts'
import { PAGE } from './run-store.ts'
import { unpackHead } from './waiting-run.ts'
import type { Watch } from './watch.ts'

export interface FollowParts extends EndingParts {
  readonly bell: Bell
  readonly watch: Watch
  readonly reconnectMs: number
  /** The readers at this server, each with its run, the number of its last event, and a function that stops it. */
  readonly readers: Map<symbol, { readonly id: string; readonly last: number; readonly stop: () => void }>
  /** Called when a reader disconnects or has received all events. */
  readonly onLeft: () => void
  /** Whether this server is stopping: its readers continue at another server, so their runs are not canceled. */
  readonly isStopping: () => boolean
}

const PAUSE_MS = 300
/**
 * Milliseconds that Redis can be unreachable before a reader receives the result of a lost run. Workers stop earlier.
 */
const AWAY_MS = 60_000

/**
 * A run on the queue, as any server shows it. Its events are numbered in Redis, so a reader can continue at any server.
 */
export function followedRun(
  parts: FollowParts,
  id: string,
  session: string | null,
  begun?: Pick<AwaitedRun, 'call' | 'graph'>,
): FollowedRun {
  const { store } = parts
  return {
    id,
    session,
    events: (after, signal) => eventsOf(parts, { id, begun }, Math.max(0, after), signal),
    async cancel() {
      const state = await store.cancel(id)
      if (state === 'waiting') await endWaiting(parts, id)
      return state !== 'ended'
    },
    answer: (question, digest, word) => store.answer(id, question, digest, word),
    steer: (word) => store.steer(id, word),
  }
}

interface Read {
  readonly id: string
  /** The confirmed run, if this server confirmed it. */
  readonly begun: Pick<AwaitedRun, 'call' | 'graph'> | undefined
}

async function* eventsOf(
  parts: FollowParts,
  { id, begun }: Read,
  after: number,
  asked: AbortSignal,
): AsyncIterable<NumberedEvent> {
  const { store, bell, watch, reconnectMs, readers } = parts
  const reader = Symbol(id)
  const left = new AbortController()
  const { signal } = left
  const stop = (): void => left.abort()
  asked.addEventListener('abort', stop)
  if (asked.aborted || parts.isStopping()) stop()
  const ringing = bell.listen(id, signal)
  let last = after
  let shown = -1
  let hasEnded = false
  const isRead = (): void => void readers.set(reader, { id, last, stop })
  isRead()
  /** Record regularly that this server follows the run, even while a slow reader blocks the stream. */
  const record = (): void =>
    void store.recordFollower(id).catch((error: unknown) => parts.host.log.warn({ run: id, error }, 'follow'))
  record()
  const recording = setInterval(record, Math.max(1, reconnectMs / 3))
  try {
    await ringing.ready
    const head = begun ?? unpackHead((await patiently(parts, signal, () => store.head(id))) ?? null)
    /** The result of a run whose events are unavailable, because Redis lost them or stays unreachable. */
    const lost = async (): Promise<NumberedEvent> => {
      const { text } = await endedRun(await lostResult(head, { stdout: '', stderr: '' }))
      return { number: last + 1, event: 'result', text }
    }
    for (let isKnownEnded = false; !signal.aborted && !hasEnded; await ringing.next()) {
      let page: readonly NumberedEvent[] | undefined
      do {
        page = await patiently(parts, signal, () => store.events(id, last))
        for (const event of page ?? []) {
          yield event
          last = event.number
          isRead()
          hasEnded = event.event === 'result'
        }
      } while (page?.length === PAGE && !hasEnded && !signal.aborted)
      if (hasEnded || signal.aborted) return
      if (page !== undefined && page.length > 0) continue
      // The state is read only when there are no new events, because events are more informative.
      const facts = page && (await patiently(parts, signal, () => store.facts(id)))
      if (signal.aborted) return
      // If an event that was already sent is missing, Redis has an older copy of the run.
      if (facts && facts.last < last) await patiently(parts, signal, () => endLost(parts, id))
      if (!facts || facts.last < last) {
        hasEnded = true
        // The events of an ended run have only expired, so the run does not count as lost.
        if (!isKnownEnded) yield await lost()
        return
      }
      if (facts.state === 'ended' && facts.last === last) return void (hasEnded = true)
      isKnownEnded = facts.state === 'ended'
      const position = watch.placeOf(id)
      if (facts.state !== 'waiting' || position === shown) continue
      shown = position
      // The event repeats the previous number, so a client that reconnects after it misses no event.
      yield {
        number: last,
        event: 'queued',
        text: JSON.stringify({ position, estimate_ms: watch.estimateMs(position) }),
      }
    }
  } finally {
    clearInterval(recording)
    asked.removeEventListener('abort', stop)
    ringing.stop()
    readers.delete(reader)
    parts.onLeft()
    if (!hasEnded && !parts.isStopping()) leaveLater(parts, id)
  }
}

/** After the time in which a reader can reconnect, cancel the run if no server follows it. */
function leaveLater(parts: FollowParts, id: string): void {
  const { store, host, reconnectMs } = parts
  const look = async (): Promise<void> => {
    if (await store.isFollowed(id)) return
    if ((await store.cancel(id)) === 'waiting') await endWaiting(parts, id)
  }
  setTimeout(
    () =>
      void look().catch((error: unknown) =>
        host.log.warn({ run: id, error }, 'could not cancel a run that no client follows'),
      ),
    reconnectMs + 200,
  ).unref()
}

/** Retry until Redis responds; undefined if the reader disconnects or Redis is unreachable for too long. */
async function patiently<T>({ host }: FollowParts, signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  const began = performance.now()
  while (!signal.aborted && performance.now() - began < AWAY_MS) {
    try {
      return await ask()
    } catch (error) {
      host.log.warn({ error }, 'redis does not answer')
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  return undefined
}
