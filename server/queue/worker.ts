import { randomBytes } from 'node:crypto'
import type { Host } from '../engine/host.ts'
import { Slots } from '../run/graph/slots.ts'
import { GRACE_MS } from '../run/perform.ts'
import { openTaker, Turns } from './bull.ts'
import { executeTaken, type ExecutionParts } from './execution.ts'
import { openHeartbeat } from './heartbeat.ts'
import { HighMark } from './high-mark.ts'
import { keys } from './keys.ts'
import { demandedLevel, mayServe, reaches } from './level.ts'
import { endWaiting, type EndingParts } from './lost-run.ts'
import { openRedis, unreachable, type RedisPlace } from './redis.ts'
import { RunStore } from './run-store.ts'
import { SharedFiles } from './shared-files.ts'
import { TakenRun } from './taken-run.ts'
import { Watch } from './watch.ts'

export interface RunningWorker {
  readonly id: string
  /** Accept no more runs, and finish active runs. After the time limit in the settings, they are canceled. */
  close(): Promise<void>
}

const HOSTED_ONLY =
  'A hosted server uses this queue, so runs require control groups that limit memory, processes and processor time. Start the worker with --hosted and the --allowed-hosts of the server.'

/**
 * The reason why a worker may not serve a queue: its sandbox level is too low, or it does not require control groups.
 * Undefined if the worker may serve the queue.
 * @throws NoRedis at the first connection error; another error if Redis reports a known problem
 */
export async function levelProblem(place: RedisPlace, host: Host): Promise<string | undefined> {
  let fail = (_error: Error): void => {}
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  const redis = openRedis({ ...place, onError: (error) => fail(error) })
  try {
    const demanded = await Promise.race([demandedLevel(redis), failed]).catch((error: unknown) => {
      throw unreachable(place.url, error)
    })
    const { level, hint } = host.report
    if (!(await mayServe(redis, host.config))) return HOSTED_ONLY
    if (reaches(level, demanded)) return undefined
    return `This queue requires sandbox level ${demanded}, but runs on this machine have level ${level}.${hint === null ? '' : ` For level full: ${hint}`}`
  } finally {
    redis.disconnect()
  }
}

/** Execute the runs of a queue, with the host's own sandbox and limits. */
export function openWorker(host: Host, place: RedisPlace): RunningWorker {
  const { config, log } = host
  const id = randomBytes(8).toString('hex')
  const [redis, taking] = [openRedis(place, null), openRedis(place, null)]
  const store = new RunStore(redis, config, new HighMark(config.queue_dir, place.url, log))
  const ending = { store, turns: new Turns(redis, log), host }
  const watch = new Watch(ending)
  const runs = new Set<TakenRun>()
  const heartbeat = openHeartbeat(host, store, id, runs)
  const shared = new SharedFiles((sha) => store.shared(sha))
  const parts = { host, shared, slots: new Slots(config.runs_at_once), worker: id }
  const taker = openTaker({ connection: taking, concurrency: config.runs_at_once }, log, (run) =>
    takeRun(parts, ending, runs, run),
  )
  void Promise.all([heartbeat.begun, watch.begun])
    .then(() => taker.run())
    .catch((error: unknown) => log.error({ error }, 'queue'))
  const finish = async (): Promise<void> => {
    await taker.close()
    heartbeat.close()
    await redis.hdel(keys.workers, id)
    await ending.turns.close()
  }
  return {
    id,
    async close() {
      heartbeat.drain()
      const patience = config.shutdown_seconds * 1000
      const cancelLater = setTimeout(() => runs.forEach((run) => run.stop()), patience)
      // An unreachable Redis does not prevent the exit, because unreported runs end as lost.
      let late: NodeJS.Timeout | undefined
      await Promise.race([finish(), new Promise((resolve) => (late = setTimeout(resolve, patience + 2 * GRACE_MS)))])
      for (const timer of [cancelLater, late]) clearTimeout(timer)
      heartbeat.close()
      watch.close()
      taking.disconnect()
      redis.disconnect()
    },
  }
}

/**
 * Take the marker of a run, and execute it.
 * @throws an error if the run cannot be taken now, which returns it to the queue
 */
async function takeRun(parts: ExecutionParts, ending: EndingParts, runs: Set<TakenRun>, id: string): Promise<void> {
  const { host, worker } = parts
  const record = new TakenRun(ending.store, id, randomBytes(12).toString('hex'), host.log)
  const walls = { level: host.report.level, hosted: host.config.hosted }
  const taken = await ending.store.take(id, worker, record.token, walls)
  if (taken.kind === 'over') return
  if (taken.kind === 'unfollowed' && taken.times > host.config.reconnect_seconds) return endWaiting(ending, id)
  if (taken.kind !== 'taken') throw new Error('left for later')
  runs.add(record)
  try {
    await executeTaken(parts, record, taken)
  } finally {
    runs.delete(record)
    record.close()
  }
}
