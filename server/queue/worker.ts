import { randomBytes } from 'node:crypto'
import { DelayedError, Worker, type Job } from 'bullmq'
import { readQueueMessage, type ExecutionResult, type QueueMessage } from '#core'
import type { Host } from '../engine/host.ts'
import { Slots } from '../run/graph/slots.ts'
import { perform, unperformed } from '../run/perform.ts'
import { openBullQueue } from './bull.ts'
import { LEASE_MS, openKeeper } from './keeper.ts'
import { bullPrefix, queueName } from './keys.ts'
import { demandedLevel, mayServe, reaches } from './level.ts'
import { damaged, damagedResult } from './lost-run.ts'
import { openRedis, unreachable, type RedisPlace } from './redis.ts'
import { RunStore } from './run-store.ts'
import { SharedFiles } from './shared-files.ts'
import { TakenRun } from './taken-run.ts'
import { unpackHead, unpackRun } from './waiting-run.ts'

/** How often a worker shows that it is there, and hears what was cancelled. */
const BEAT_MS = 300
/** How long a worker goes on with a run that it cannot report: Redis may only have been started anew. */
const SILENT_MS = 30_000
/** How long a message of another version is left to those who know it, before it is looked at again. */
const LEFT_ALONE_MS = 1000
const leftAlone = { kind: 'left alone' } as const

export interface RunningWorker {
  readonly id: string
  /** Take no more, and finish what runs: at most so long, then it is cancelled. */
  close(): Promise<void>
}

export interface WorkerEvents {
  ran?(run: {
    readonly primitive: string
    readonly ending: string
    readonly seconds: number
    readonly waitedMs: number
  }): void
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
export function openWorker(host: Host, place: RedisPlace, events: WorkerEvents = {}): RunningWorker {
  const { config, log } = host
  const id = randomBytes(8).toString('hex')
  const redis = openRedis(place, null)
  const store = new RunStore(redis, config)
  const shared = new SharedFiles(store)
  const slots = new Slots(config.runs_at_once)
  const queue = openBullQueue(redis, log)
  const keeper = openKeeper({ store, queue, log })
  const runs = new Set<TakenRun>()
  let draining = false

  const about = (): string =>
    JSON.stringify({
      level: host.report.level,
      version: host.version,
      slots: config.runs_at_once,
      running: runs.size,
      draining,
    })

  async function process(job: Job, token: string | undefined): Promise<void> {
    const read = readQueueMessage('run job', job.data)
    const mark = randomBytes(12).toString('hex')
    const taken =
      'value' in read
        ? await store.take(read.value.run, id, mark, { level: host.report.level, hosted: config.hosted })
        : leftAlone
    if (taken.kind === 'left alone') {
      // A message that we do not understand, or may not run, stays for others.
      await job.moveToDelayed(Date.now() + LEFT_ALONE_MS, token)
      throw new DelayedError()
    }
    if (taken.kind === 'taken' && 'value' in read) await execute(read.value.run, mark, taken.body, taken.waitedMs)
  }

  async function execute(run: string, mark: string, body: string, waitedMs: number): Promise<void> {
    const began = performance.now()
    const head = unpackHead(body)
    const record = new TakenRun(store, run, mark, log)
    runs.add(record)
    try {
      const result = 'value' in head ? await performed(head.value, record) : damagedResult()
      await record.flushed()
      const tookMs = performance.now() - began
      if (!(await store.end(run, mark, result, tookMs))) return
      const { ending, success, duration_ms } = result
      const primitive = 'value' in head ? head.value.call.plan.primitive : 'unknown'
      const waited_ms = Math.round(waitedMs)
      log.info(
        { run, worker: id, primitive, ending: ending.kind, success, duration_ms: Math.round(duration_ms), waited_ms },
        'run',
      )
      events.ran?.({ primitive, ending: ending.kind, seconds: duration_ms / 1000, waitedMs })
    } finally {
      runs.delete(record)
      record.close()
    }
  }

  /** What was changed on its way is not what a person confirmed: it is not run. */
  async function performed(head: QueueMessage<'waiting run'>, record: TakenRun): Promise<ExecutionResult> {
    const whole = unpackRun(head, await shared.find(head.shared))
    if ('value' in whole) return perform({ host, slots }, whole.value, record, record.signal)
    return unperformed(head, damaged)
  }

  let beating = false
  let heardAt = performance.now()
  const beat = async (): Promise<void> => {
    const own = [...runs]
    const words = own.map(({ id: run, token }) => [run, token] as const)
    const heard = await store.beat(id, about(), LEASE_MS, draining ? 0 : config.runs_at_once, words)
    heardAt = performance.now()
    heard.forEach((one, at) => own[at]?.hear(one))
  }
  const timer = setInterval(() => {
    if (performance.now() - heardAt > SILENT_MS) for (const run of runs) run.stop()
    if (beating) return
    beating = true
    void beat()
      .catch((error: unknown) => log.warn({ error }, 'beat'))
      .finally(() => (beating = false))
  }, BEAT_MS)

  const taking = openRedis(place, null)
  const worker = new Worker(queueName, process, {
    connection: taking,
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
  worker.on('error', (error) => log.warn({ error }, 'queue'))
  void beat()
    .catch(() => {})
    .then(() => worker.run())
    .catch((error: unknown) => log.error({ error }, 'queue'))

  return {
    id,
    async close() {
      draining = true
      const cancelLater = setTimeout(() => runs.forEach((run) => run.stop()), config.shutdown_seconds * 1000)
      await worker.close()
      clearTimeout(cancelLater)
      clearInterval(timer)
      keeper.close()
      await store.leave(id).catch(() => {})
      await queue.close()
      taking.disconnect()
      redis.disconnect()
    },
  }
}
