/** Work that waits for its turn. */
export interface Job {
  readonly client: string
  /** Called once, when it is this job's turn; the signal says that it was cancelled. */
  run(signal: AbortSignal): Promise<void>
  /** Called instead, if its turn never comes. */
  dropped(reason: 'cancelled' | 'shutdown'): void
  /** Called with the number of jobs before it, whenever that changes. */
  moved?(position: number): void
}

interface Ticket {
  /** Jobs that must start before this one; 0 once it runs. */
  position(): number
  /** Milliseconds until its turn, from how long the latest jobs took. */
  estimateMs(): number
  cancel(): void
}

export type Submitted =
  | { readonly kind: 'accepted'; readonly ticket: Ticket }
  | { readonly kind: 'busy'; readonly because: 'queue' | 'client' }

/** Where runs wait. In this process here; a distributed one can take its place. */
export interface Queue {
  submit(job: Job): Submitted
  readonly waiting: number
  readonly running: number
  estimateMs(position: number): number
  /** Accept nothing more, drop what waits, and wait for what runs: at most so long, then it is cancelled. */
  close(patienceMs: number): Promise<void>
}

export interface QueueBounds {
  readonly atOnce: number
  readonly length: number
  readonly perClient: number
}

interface Entry {
  readonly job: Job
  readonly controller: AbortController
  state: 'waiting' | 'running' | 'ended'
}

/** How many finished jobs the estimate looks back on. */
const REMEMBERED = 20
const FIRST_GUESS_MS = 500

/** A bounded first-in-first-out queue in this process, fair only by its bound on each client. */
export function processQueue(bounds: QueueBounds, now: () => number = () => performance.now()): Queue {
  const waiting: Entry[] = []
  const running = new Set<Entry>()
  const durations: number[] = []
  const idle: (() => void)[] = []
  let open = true

  const estimateMs = (position: number): number => {
    const mean = durations.length === 0 ? FIRST_GUESS_MS : durations.reduce((sum, ms) => sum + ms, 0) / durations.length
    const free = bounds.atOnce - running.size
    return position < free ? 0 : Math.round(mean * Math.ceil((position - free + 1) / bounds.atOnce))
  }
  const announce = (): void => waiting.forEach((entry, position) => entry.job.moved?.(position))

  const start = (entry: Entry): void => {
    entry.state = 'running'
    running.add(entry)
    const began = now()
    void entry.job
      .run(entry.controller.signal)
      .catch(() => {}) // a job reports its own troubles
      .finally(() => {
        entry.state = 'ended'
        running.delete(entry)
        durations.push(now() - began)
        if (durations.length > REMEMBERED) durations.shift()
        advance()
      })
  }
  const advance = (): void => {
    let moved = false
    while (running.size < bounds.atOnce) {
      const next = waiting.shift()
      if (next === undefined) break
      start(next)
      moved = true
    }
    if (moved) announce()
    if (running.size === 0 && waiting.length === 0) for (const done of idle.splice(0)) done()
  }
  const drop = (entry: Entry, reason: 'cancelled' | 'shutdown'): void => {
    const at = waiting.indexOf(entry)
    if (at !== -1) waiting.splice(at, 1)
    entry.state = 'ended'
    entry.job.dropped(reason)
  }

  return {
    get waiting() {
      return waiting.length
    },
    get running() {
      return running.size
    },
    estimateMs,
    submit(job) {
      if (!open || waiting.length >= bounds.length) return { kind: 'busy', because: 'queue' }
      const own = [...waiting, ...running].filter((entry) => entry.job.client === job.client).length
      if (own >= bounds.perClient) return { kind: 'busy', because: 'client' }
      const entry: Entry = { job, controller: new AbortController(), state: 'waiting' }
      waiting.push(entry)
      // Its submitter first learns that it was accepted.
      queueMicrotask(advance)
      return {
        kind: 'accepted',
        ticket: {
          position: () => Math.max(0, waiting.indexOf(entry)),
          estimateMs: () => (entry.state === 'waiting' ? estimateMs(waiting.indexOf(entry)) : 0),
          cancel() {
            if (entry.state === 'waiting') {
              drop(entry, 'cancelled')
              announce()
            } else entry.controller.abort()
          },
        },
      }
    },
    async close(patienceMs) {
      open = false
      for (const entry of [...waiting]) drop(entry, 'shutdown')
      if (running.size === 0) return
      const done = new Promise<void>((resolve) => idle.push(resolve))
      const timer = setTimeout(() => running.forEach((entry) => entry.controller.abort()), patienceMs)
      await done
      clearTimeout(timer)
    },
  }
}
