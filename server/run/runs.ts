import { randomBytes } from 'node:crypto'
import type { SteerMessage } from '../engine/walk-link.ts'
import type { UserAnswer, Taken } from './graph/questions.ts'
import { eventText, type SentEvent } from './result-message.ts'

/**
 * A numbered event of a run. Listeners receive events in order. Numbers start at 1, so a listener can resume after an
 * event.
 */
export interface NumberedEvent {
  readonly number: number
  readonly event: SentEvent['event']
  /** The event data as JSON text, written once for all listeners. */
  readonly text: string
}

type RunListener = (event: NumberedEvent) => void

/** A run, from its acceptance until its result expires. */
export interface RunRecord {
  readonly id: string
  /** The session that may read and cancel the run; null on a local server, where all requests are from one user. */
  readonly session: string | null
  readonly events: readonly NumberedEvent[]
  readonly isEnded: boolean
  publish(event: SentEvent): void
  /** Listen to all past and new events after a number. Returns a function that stops listening. */
  listen(after: number, listener: RunListener): () => void
  /** Set the action of `cancel`, after the run has a position in the queue. */
  onCancel(cancel: () => void): void
  cancel(): void
  /** Set the action of `answer`, for a walk that can ask questions (R16.1). */
  onAnswer(answer: Answer): void
  readonly answer: Answer
  /** Set the action of `steer`, for a walk that can be steered (R16.8). */
  onSteer(listener: (message: SteerMessage) => void): void
  /** Steer the walk. Returns false without a walk. */
  steer(message: SteerMessage): boolean
}

/** The part of a record that an active run uses to publish events and receive messages. */
export type RunPublisher = Pick<RunRecord, 'id' | 'publish' | 'onAnswer' | 'onSteer'>

/** Accepts the user's answer to a question. */
type Answer = (question: string, digest: string, answer: UserAnswer) => Taken

export interface Runs {
  open(session: string | null): RunRecord
  find(id: string): RunRecord | undefined
  /** Drop a run that was never accepted. */
  drop(id: string): void
}

export interface RunsBounds {
  /** Milliseconds that a run continues without a listener. */
  readonly reconnectMs: number
  /** Milliseconds that the events of an ended run are kept. */
  readonly keepMs: number
  /** Maximum number of ended runs that are kept. */
  readonly keepRuns: number
  /**
   * Maximum size of all ended runs (setting `kept_result_bytes`): the characters of their events, plus `eventBytes` per
   * event.
   */
  readonly keepBytes: number
}

/** Bytes of memory that an event uses in addition to its text. */
const eventBytes = 120

/** The runs of this process. A run without a listener is canceled after `reconnectMs`, because the page was closed. */
export function openRuns(bounds: RunsBounds): Runs {
  const records = new Map<string, RunRecord>()
  const ended = new Map<string, number>()
  const drop = (id: string): void => {
    records.delete(id)
    ended.delete(id)
  }
  /** Keeps a result, and drops the oldest results beyond the limits, whether or not a client has fetched them. */
  const keepResult = ({ id, events }: RunRecord): void => {
    ended.set(
      id,
      events.reduce((sum, { text }) => sum + text.length + eventBytes, 0),
    )
    for (const oldest of ended.keys()) {
      const bytes = [...ended.values()].reduce((sum, size) => sum + size, 0)
      if (ended.size <= bounds.keepRuns && bytes <= bounds.keepBytes) break
      drop(oldest)
    }
    setTimeout(() => drop(id), bounds.keepMs).unref()
  }
  return {
    open(session) {
      const id = randomBytes(16).toString('hex')
      const record: RunRecord = runRecord(id, session, bounds.reconnectMs, () => keepResult(record))
      records.set(id, record)
      return record
    },
    find: (id) => records.get(id),
    drop,
  }
}

function runRecord(id: string, session: string | null, reconnectMs: number, onEnd: () => void): RunRecord {
  const events: NumberedEvent[] = []
  const listeners = new Set<RunListener>()
  let isEnded = false
  let lonely: NodeJS.Timeout | undefined
  let cancel = (): void => {}
  let answer: Answer = () => 'unknown'
  let steered: ((message: SteerMessage) => void) | undefined
  return {
    id,
    session,
    events,
    get isEnded() {
      return isEnded
    },
    publish(sent) {
      if (isEnded) return
      const { event } = sent
      const text = eventText(sent)
      const numbered = { number: events.length + 1, event, text }
      events.push(numbered)
      if (event === 'result') {
        isEnded = true
        clearTimeout(lonely)
        onEnd()
      }
      for (const listener of [...listeners]) listener(numbered)
    },
    listen(after, listener) {
      clearTimeout(lonely)
      for (const event of events.slice(Math.max(0, after))) listener(event)
      listeners.add(listener)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0 || isEnded) return
        lonely = setTimeout(() => cancel(), reconnectMs).unref()
      }
    },
    onCancel(action) {
      cancel = action
    },
    cancel: () => cancel(),
    onAnswer(action) {
      answer = action
    },
    answer: (question, digest, given) => (isEnded ? 'unknown' : answer(question, digest, given)),
    onSteer(listener) {
      steered = listener
    },
    steer(message) {
      if (isEnded || !steered) return false
      steered(message)
      return true
    },
  }
}
