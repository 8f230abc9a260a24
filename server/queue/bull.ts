import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { queueVersion } from '#core'
import { bullPrefix, queueName } from './keys.ts'

/** The queue of BullMQ. Jobs leave nothing behind: the events of a run and how it ended are kept beside it. */
export function openBullQueue(redis: Redis, log: Logger): Queue {
  const queue = new Queue(queueName, {
    connection: redis,
    prefix: bullPrefix,
    streams: { events: { maxLen: 100 } },
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  })
  queue.on('error', (error) => log.warn({ error }, 'queue'))
  return queue
}

/** Put an accepted run on the queue; a second time changes nothing. */
export async function enqueue(queue: Queue, id: string, turn: number): Promise<void> {
  await queue.add('run', { protocol: queueVersion, run: id }, { jobId: id, priority: turn })
}
