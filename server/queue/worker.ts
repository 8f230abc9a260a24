import { randomBytes } from 'node:crypto'
import { DelayedError, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { readQueueMessage } from '#core'
import type { Host } from '../engine/host.ts'
import { Slots } from '../run/graph/slots.ts'
import { openBullQueue } from './bull.ts'
import { executeTaken, type ExecutionParts } from './execution.ts'
import { openHeartbeat } from './heartbeat.ts'
import { LEASE_MS, openKeeper } from './keeper.ts'
import { bullPrefix, queueName } from './keys.ts'
import { demandedLevel, mayServe, reaches } from './level.ts'
import { openRedis, unreachable, type RedisPlace } from './redis.ts'
import { RunStore } from './run-store.ts'
import { SharedFiles } from './shared-files.ts'
import type { TakenRun } from './taken-run.ts'

/** How long a message of another version is left to those who know it, before it is looked at again. */
const LEFT_ALONE_MS = 1000

export interface RunningWorker {
  readonly id: string
  /** Take no more, and finish what runs: at most so long, then it is cancelled. */
  close(): Promise<void>
}

const HOSTED_ONLY =
  'A hosted server uses this queue: its runs need control groups that bound memory, processes and processor time. Start the worker with --hosted and its --allowed-hosts.'

/** Why a worker may not serve a queue: its level, or that it does not insist on control groups; undefined where it may. */
export async function levelProblem(place: RedisPlace, host: Host): Promise<string | undefined> {
  const redis = openRedis(place)
  try {
    const demanded = await demandedLevel(redis).catch((error: unknown) => {
      throw unreachable(place.url, error)
    })
    const { level, hint } = host.report
    if (!(await mayServe(redis, host.config))) return HOSTED_ONLY
    if (reaches(level, demanded)) return undefined
    return `This queue demands sandbox level ${demanded}, and runs here are at level ${level}.${hint === null ? '' : ` For level full: ${hint}`}`
  } finally {
    redis.disconnect()
  }
}

/** Execute the runs of a queue, with the host's own sandbox and limits. */
export function openWorker(host: Host, place: RedisPlace): RunningWorker {
  const { config, log } = host
  const id = randomBytes(8).toString('hex')
  const redis = openRedis(place, null)
  const store = new RunStore(redis, config)
  const queue = openBullQueue(redis, log)
  const keeper = openKeeper({ store, queue, host })
  const runs = new Set<TakenRun>()
  const heartbeat = openHeartbeat(host, store, id, runs)
  const parts = { host, store, shared: new SharedFiles(store), slots: new Slots(config.runs_at_once), worker: id, runs }
  const taking = openRedis(place, null)
  const worker = openTaker(parts, taking)
  void heartbeat.begun.then(() => worker.run()).catch((error: unknown) => log.error({ error }, 'queue'))
  return {
    id,
    async close() {
      heartbeat.drain()
      const cancelLater = setTimeout(() => runs.forEach((run) => run.stop()), config.shutdown_seconds * 1000)
      await worker.close()
      clearTimeout(cancelLater)
      heartbeat.close()
      keeper.close()
      await store.leave(id).catch(() => {})
      await queue.close()
      taking.disconnect()
      redis.disconnect()
    },
  }
}

/** What takes runs from the queue, as many at once as the settings say; it begins when it is told to. */
function openTaker(parts: ExecutionParts, connection: Redis): Worker {
  const { config, log } = parts.host
  const taker = new Worker(queueName, (job, token) => takeJob(parts, job, token), {
    connection,
    prefix: bullPrefix,
    concurrency: config.runs_at_once,
    // R14: a run is executed at most once, so what was begun is never begun again.
    maxStalledCount: 0,
    // What a lost worker had fetched and not yet begun is free again as soon as its lease is over.
    lockDuration: LEASE_MS,
    stalledInterval: LEASE_MS / 2,
    drainDelay: 2,
    autorun: false,
  })
  taker.on('error', (error) => log.warn({ error }, 'queue'))
  return taker
}

/** Take the marker of the run that a job names, and execute it. What we do not understand, or may not run, stays for others. */
async function takeJob(parts: ExecutionParts, job: Job, lock: string | undefined): Promise<void> {
  const { host, store, worker } = parts
  const read = readQueueMessage('run job', job.data)
  if ('problem' in read) return leaveAlone(job, lock)
  const { run } = read.value
  const token = randomBytes(12).toString('hex')
  const taken = await store.take(run, worker, token, { level: host.report.level, hosted: host.config.hosted })
  if (taken.kind === 'left alone') return leaveAlone(job, lock)
  if (taken.kind === 'taken') await executeTaken(parts, run, token, taken)
}

async function leaveAlone(job: Job, lock: string | undefined): Promise<never> {
  await job.moveToDelayed(Date.now() + LEFT_ALONE_MS, lock)
  throw new DelayedError()
}
