import { Queue, Worker, type WorkerOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { bullPrefix, queueName } from './keys.ts'

/** How long a job that no worker could take now is left alone, in milliseconds. */
const LATER_MS = 1000

/** The queue of BullMQ. A job is the turn of an accepted run; what the run is made of was written before it. */
export class Turns {
  readonly #queue: Queue

  constructor(connection: Redis, log: Logger) {
    // The marker of a run makes it run at most once, so a job may be handed out as often as it takes.
    const defaultJobOptions = {
      ...{ attempts: 1_000_000, backoff: { type: 'fixed', delay: LATER_MS }, stackTraceLimit: 0 },
      ...{ removeOnComplete: true, removeOnFail: true },
    }
    const streams = { events: { maxLen: 100 } }
    this.#queue = new Queue(queueName, { connection, prefix: bullPrefix, streams, defaultJobOptions })
    this.#queue.on('error', (error) => log.warn({ error }, 'queue'))
  }

  /** Give a run its turn; a second time changes nothing. */
  async add(id: string, turn: number): Promise<void> {
    await this.#queue.add('run', {}, { jobId: id, priority: turn })
  }

  /** Free the place of a run that ended while it waited. What a worker has fetched stays with it. */
  async remove(id: string): Promise<void> {
    await this.#queue.remove(id)
  }

  /** The runs that wait, in the order in which workers get them. */
  order(): Promise<readonly string[]> {
    return this.#queue.getRanges(['wait', 'prioritized'], 0, -1, true)
  }

  close(): Promise<void> {
    return this.#queue.close()
  }
}

/** What hands runs to this worker, as many at once as it has room for; `take` that throws gets the run again later. */
export function openTaker(
  options: Pick<WorkerOptions, 'connection' | 'concurrency'>,
  log: Logger,
  take: (id: string) => Promise<void>,
): Worker {
  const taker = new Worker(queueName, async ({ id }) => (id === undefined ? undefined : take(id)), {
    ...options,
    prefix: bullPrefix,
    maxStalledCount: 1_000_000,
    // The turn of a worker that was lost is free after so long.
    lockDuration: 4000,
    stalledInterval: 2000,
    drainDelay: 2,
    autorun: false,
  })
  taker.on('error', (error) => log.warn({ error }, 'queue'))
  return taker
}
