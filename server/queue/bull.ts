import { Queue, Worker, type WorkerOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { bullPrefix, queueName } from './keys.ts'

/** Milliseconds until a job that a worker could not take is offered again. */
const LATER_MS = 1000

/** The BullMQ queue. A job is the turn of an accepted run whose data is already stored. */
export class Turns {
  readonly #queue: Queue

  constructor(connection: Redis, log: Logger) {
    // A run's marker ensures that the run starts at most once, so repeated delivery of a job is harmless.
    const defaultJobOptions = {
      ...{ attempts: 1_000_000, backoff: { type: 'fixed', delay: LATER_MS }, stackTraceLimit: 0 },
      ...{ removeOnComplete: true, removeOnFail: true },
    }
    const streams = { events: { maxLen: 100 } }
    this.#queue = new Queue(queueName, { connection, prefix: bullPrefix, streams, defaultJobOptions })
    this.#queue.on('error', (error) => log.warn({ error }, 'queue'))
  }

  /** Add a job for a run; adding it twice has no effect. */
  async add(id: string, turn: number): Promise<void> {
    await this.#queue.add('run', {}, { jobId: id, priority: turn })
  }

  /** Free the position of a run that ended while it waited. A job that a worker has already fetched is not removed. */
  async remove(id: string): Promise<void> {
    await this.#queue.remove(id)
  }

  /** The waiting runs, in the order in which workers receive them. */
  order(): Promise<readonly string[]> {
    return this.#queue.getRanges(['wait', 'prioritized'], 0, -1, true)
  }

  close(): Promise<void> {
    return this.#queue.close()
  }
}

/**
 * Pass runs to this worker, up to its concurrency, once `run()` is called. If `take` throws, the run is offered again
 * later.
 */
export function openTaker(
  options: Pick<WorkerOptions, 'connection' | 'concurrency'>,
  log: Logger,
  take: (id: string) => Promise<void>,
): Worker {
  const taker = new Worker(queueName, async ({ id }) => (id === undefined ? undefined : take(id)), {
    ...options,
    prefix: bullPrefix,
    maxStalledCount: 1_000_000,
    // Milliseconds after which the job of a lost worker is released.
    lockDuration: 4000,
    stalledInterval: 2000,
    drainDelay: 2,
    autorun: false,
  })
  taker.on('error', (error) => log.warn({ error }, 'queue'))
  return taker
}
