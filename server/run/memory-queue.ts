/** A job for a queue: one run of a client. */
export interface Job {
  readonly client: string
  /** Called when the job starts. The signal aborts when the job is canceled. */
  run(signal: AbortSignal): Promise<void>
  /** Called instead if the job is dropped before its turn. */
  dropped(reason: 'cancelled' | 'shutdown'): void
  /** Called with the number of jobs before this one, whenever it changes. */
  moved?(position: number): void
}

interface Ticket {
  /** The number of jobs that must start before this one; 0 while it runs. */
  position(): number
  /** The estimated milliseconds until the job starts, from the durations of recent jobs. */
  estimateMs(): number
  cancel(): void
}

export type Submitted =
  | { readonly kind: 'accepted'; readonly ticket: Ticket }
  | { readonly kind: 'busy'; readonly because: 'queue' | 'client' }

/** A queue of runs in this process, which limits the runs that execute at the same time. */
export interface Queue {
  submit(job: Job): Submitted
  readonly waiting: number
  readonly running: number
  estimateMs(position: number): number
  /**
   * Accept no more jobs, drop waiting jobs, and wait for running jobs. After `patienceMs` milliseconds, the running
   * jobs are canceled.
   */
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
  isWaiting: boolean
}

/** The number of recent jobs whose durations determine the estimate. */
const REMEMBERED = 20
const FIRST_GUESS_MS = 500

/** A bounded FIFO queue in this process. A limit per client makes it fair. */
export function processQueue(bounds: QueueBounds, now: () => number = () => performance.now()): Queue {
  return new MemoryQueue(bounds, now)
}

class MemoryQueue implements Queue {
  readonly #bounds: QueueBounds
  readonly #now: () => number
  readonly #waiting: Entry[] = []
  readonly #running = new Set<Entry>()
  /** The durations of recent jobs. */
  readonly #durations: number[] = []
  /** Callers that wait until all jobs have finished. */
  readonly #idle: (() => void)[] = []
  #isOpen = true

  constructor(bounds: QueueBounds, now: () => number) {
    this.#bounds = bounds
    this.#now = now
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get running(): number {
    return this.#running.size
  }

  estimateMs(position: number): number {
    const { atOnce } = this.#bounds
    const took = this.#durations
    const mean = took.length === 0 ? FIRST_GUESS_MS : took.reduce((sum, ms) => sum + ms, 0) / took.length
    const free = atOnce - this.running
    return position < free ? 0 : Math.round(mean * Math.ceil((position - free + 1) / atOnce))
  }

  submit(job: Job): Submitted {
    const { length, perClient } = this.#bounds
    if (!this.#isOpen || this.waiting >= length) return { kind: 'busy', because: 'queue' }
    const own = [...this.#waiting, ...this.#running].filter((entry) => entry.job.client === job.client).length
    if (own >= perClient) return { kind: 'busy', because: 'client' }
    const entry: Entry = { job, controller: new AbortController(), isWaiting: true }
    this.#waiting.push(entry)
    // The submitter must receive the acceptance before the job starts.
    queueMicrotask(() => this.#advance())
    return { kind: 'accepted', ticket: this.#ticketOf(entry) }
  }

  async close(patienceMs: number): Promise<void> {
    this.#isOpen = false
    for (const entry of [...this.#waiting]) this.#drop(entry, 'shutdown')
    if (this.running === 0) return
    const done = new Promise<void>((resolve) => this.#idle.push(resolve))
    const timer = setTimeout(() => this.#running.forEach((entry) => entry.controller.abort()), patienceMs)
    await done
    clearTimeout(timer)
  }

  #ticketOf(entry: Entry): Ticket {
    return {
      position: () => Math.max(0, this.#waiting.indexOf(entry)),
      estimateMs: () => (entry.isWaiting ? this.estimateMs(this.#waiting.indexOf(entry)) : 0),
      cancel: () => {
        if (entry.isWaiting) {
          this.#drop(entry, 'cancelled')
          this.#announce()
        } else entry.controller.abort()
      },
    }
  }

  /** Start as many jobs as the concurrency allows. */
  #advance(): void {
    let moved = false
    while (this.running < this.#bounds.atOnce) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      this.#start(next)
      moved = true
    }
    if (moved) this.#announce()
    if (this.running === 0) for (const done of this.#idle.splice(0)) done()
  }

  #start(entry: Entry): void {
    entry.isWaiting = false
    this.#running.add(entry)
    const began = this.#now()
    void entry.job
      .run(entry.controller.signal)
      .catch(() => {}) // A job reports its own errors.
      .finally(() => {
        this.#running.delete(entry)
        this.#durations.push(this.#now() - began)
        if (this.#durations.length > REMEMBERED) this.#durations.shift()
        this.#advance()
      })
  }

  #drop(entry: Entry, reason: 'cancelled' | 'shutdown'): void {
    this.#waiting.splice(this.#waiting.indexOf(entry), 1)
    entry.isWaiting = false
    entry.job.dropped(reason)
  }

  #announce(): void {
    this.#waiting.forEach((entry, position) => entry.job.moved?.(position))
  }
}
