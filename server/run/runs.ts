import { randomBytes } from 'node:crypto'

/** What a run tells its listeners, in order; numbers begin at 1 so that a listener can say where it stopped. */
export interface RunEvent {
  readonly number: number
  readonly event: 'accepted' | 'queued' | 'started' | 'trace' | 'stdout' | 'stderr' | 'data' | 'result'
  readonly data: unknown
}

export type RunListener = (event: RunEvent) => void

/** One run from its acceptance until its result has been kept long enough for a late listener. */
export interface RunRecord {
  readonly id: string
  readonly events: readonly RunEvent[]
  readonly isEnded: boolean
  publish(event: RunEvent['event'], data: unknown): void
  /** Hear everything after a number: first what was, then what comes. Answers how to stop hearing. */
  listen(after: number, listener: RunListener): () => void
  /** What `cancel` does; set once the run has a place in the queue. */
  onCancel(cancel: () => void): void
  cancel(): void
}

export interface Runs {
  open(): RunRecord
  find(id: string): RunRecord | undefined
  close(): void
}

export interface RunsBounds {
  /** How long a run goes on with nobody listening. */
  readonly reconnectMs: number
  /** How long the events of an ended run are kept. */
  readonly keepMs: number
  /** How many ended runs are kept at most. */
  readonly keepRuns: number
}

/** The runs of this process. A run that nobody listens to is cancelled after a while: closing the page is a cancel. */
export function openRuns(bounds: RunsBounds): Runs {
  const records = new Map<string, RunRecord>()
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, action: () => void): NodeJS.Timeout => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      action()
    }, ms)
    timers.add(timer)
    return timer
  }
  const forget = (id: string): void => {
    records.delete(id)
    const ended = [...records.values()].filter((record) => record.isEnded)
    for (const record of ended.slice(0, Math.max(0, ended.length - bounds.keepRuns))) records.delete(record.id)
  }
  return {
    open() {
      const id = randomBytes(16).toString('hex')
      const record = runRecord(id, bounds.reconnectMs, later, () => later(bounds.keepMs, () => forget(id)))
      records.set(id, record)
      return record
    },
    find: (id) => records.get(id),
    close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

function runRecord(
  id: string,
  reconnectMs: number,
  later: (ms: number, action: () => void) => NodeJS.Timeout,
  onEnd: () => void,
): RunRecord {
  const events: RunEvent[] = []
  const listeners = new Set<RunListener>()
  let isEnded = false
  let lonely: NodeJS.Timeout | undefined
  let cancel = (): void => {}
  return {
    id,
    events,
    get isEnded() {
      return isEnded
    },
    publish(event, data) {
      if (isEnded) return
      const told = { number: events.length + 1, event, data }
      events.push(told)
      if (event === 'result') {
        isEnded = true
        clearTimeout(lonely)
        onEnd()
      }
      for (const listener of [...listeners]) listener(told)
    },
    listen(after, listener) {
      clearTimeout(lonely)
      for (const event of events.slice(Math.max(0, after))) listener(event)
      listeners.add(listener)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0 || isEnded) return
        lonely = later(reconnectMs, () => cancel())
      }
    },
    onCancel(action) {
      cancel = action
    },
    cancel: () => cancel(),
  }
}
