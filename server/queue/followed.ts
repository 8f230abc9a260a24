import type { Logger } from 'pino'
import { isObject } from '#core'
import type { FollowedRun } from '../run/desk.ts'
import type { NumberedEvent } from '../run/runs.ts'
import type { Bell } from './bell.ts'
import { endWaiting, type WaitingParts } from './lost-run.ts'
import { PAGE } from './run-store.ts'

export interface FollowParts extends WaitingParts {
  readonly bell: Bell
  readonly reconnectMs: number
  /** Who reads what here, how far they are, and how to end it. */
  readonly readers: Map<symbol, { readonly id: string; readonly last: number; readonly stop: () => void }>
  /** Hears that a reader left, or has all. */
  readonly onLeft: () => void
  /** This server stops: whoever still reads goes on at another one, so the run is not cancelled. */
  readonly isStopping: () => boolean
}

const PAUSE_MS = 300

/** A run on the queue, as any server shows it: its events lie in Redis, numbered, so a reader can go on anywhere. */
export function followedRun(parts: FollowParts, id: string, session: string | null): FollowedRun {
  const { store } = parts
  return {
    id,
    session,
    events: (after, signal) => eventsOf(parts, id, after, signal),
    async cancel() {
      const state = await store.cancel(id)
      if (state === 'waiting') await endWaiting(parts, id)
      return state !== 'ended'
    },
    answer: (question, digest, word) => store.answer(id, question, digest, word),
    steer: (word) => store.steer(id, word),
  }
}

async function* eventsOf(
  parts: FollowParts,
  id: string,
  after: number,
  asked: AbortSignal,
): AsyncIterable<NumberedEvent> {
  const { store, bell, reconnectMs, readers } = parts
  const { log } = parts.host
  const reader = Symbol(id)
  const left = new AbortController()
  const { signal } = left
  const stop = (): void => left.abort()
  asked.addEventListener('abort', stop)
  if (asked.aborted || parts.isStopping()) stop()
  const ringing = bell.listen(id, signal)
  let last = Math.max(0, after)
  readers.set(reader, { id, last, stop })
  let shown = -1
  let ended = false
  /** Somebody hears the run: said now and then, also while a slow reader holds everything else up. */
  const hear = (): void => void store.hear(id).catch((error: unknown) => log.warn({ run: id, error }, 'hear'))
  hear()
  const hearing = setInterval(hear, Math.max(1, reconnectMs / 3))
  try {
    await ringing.ready
    while (!signal.aborted && !ended) {
      const rung = ringing.take(last)
      const page = rung ?? (await patiently(log, signal, () => store.events(id, last)))
      if (page === undefined) return
      for (const event of page) {
        yield event
        last = event.number
        readers.set(reader, { id, last, stop })
        ended = event.event === 'result'
        if (event.event === 'accepted') shown = positionIn(event.text)
      }
      if (ended || signal.aborted || page.length === PAGE) continue
      // Only where nothing new came: an event says more of a run than a look at its state.
      if (page.length === 0 && !rung) {
        const facts = await patiently(log, signal, async () => (await store.facts(id)) ?? null)
        if (facts === null) return // its time is over
        if (facts?.state === 'ended' && (await store.events(id, last)).length === 0) return
        if (facts?.state === 'waiting') {
          const place = await patiently(log, signal, () => store.position(id))
          if (place && place.position !== shown) {
            shown = place.position
            // It bears the number before it: who comes back after it misses nothing.
            yield { number: last, event: 'queued', text: JSON.stringify(place) }
          }
        }
      }
      await ringing.next()
    }
  } finally {
    clearInterval(hearing)
    asked.removeEventListener('abort', stop)
    ringing.stop()
    readers.delete(reader)
    parts.onLeft()
    if (!ended && !parts.isStopping()) leaveLater(parts, id)
  }
}

/** The place in the queue that a run was accepted at. */
function positionIn(text: string): number {
  const data: unknown = JSON.parse(text)
  return isObject(data) && 'position' in data ? Number(data['position']) : -1
}

/** Closing the page is a cancel: nobody here hears the run any more, and in a while perhaps nobody anywhere. */
function leaveLater(parts: FollowParts, id: string): void {
  const { store, host, reconnectMs } = parts
  const look = async (): Promise<void> => {
    if (await store.isHeard(id)) return
    if ((await store.cancel(id)) === 'waiting') await endWaiting(parts, id)
  }
  setTimeout(
    () => void look().catch((error: unknown) => host.log.warn({ run: id, error }, 'nobody hears')),
    reconnectMs + 200,
  ).unref()
}

/** Ask again until Redis answers; undefined once the reader is gone. */
async function patiently<T>(log: Logger, signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await ask()
    } catch (error) {
      log.warn({ error }, 'redis does not answer')
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  return undefined
}
