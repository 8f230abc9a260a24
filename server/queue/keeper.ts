import { enqueue } from './bull.ts'
import { keys } from './keys.ts'
import { endLost, endWaiting, type WaitingParts } from './lost-run.ts'

/** How long a worker may be silent before its runs end as lost. */
export const LEASE_MS = 4000
const LOOK_MS = 1000
/** An accepted run stands on the queue after that, or its server was lost in between. */
const QUEUED_MS = 2000
/** Runs that one look goes through. */
const MOST = 500

/** Looks after what others left behind: any process of the queue does it, one at a time. */
export function openKeeper(parts: WaitingParts): { close(): void } {
  const { store, host } = parts
  const { redis } = store
  let connectedAt = performance.now()
  const connected = (): void => void (connectedAt = performance.now())
  redis.on('ready', connected)
  let looking = false
  const look = async (): Promise<void> => {
    // After Redis was away the workers need a moment to show that they are there.
    if (redis.status !== 'ready' || performance.now() - connectedAt < LEASE_MS) return
    if ((await redis.set(keys.keeper, '1', 'PX', LOOK_MS - 100, 'NX')) === null) {
      // A clock that was set back would let one look hold for hours.
      if ((await redis.pttl(keys.keeper)) > LOOK_MS) await redis.del(keys.keeper)
      return
    }
    for (const id of await store.lost(LEASE_MS)) await endLost(store, host, id)
    await putBack(parts)
  }
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void look()
      .catch((error: unknown) => host.log.warn({ error }, 'keeper'))
      .finally(() => (looking = false))
  }, LOOK_MS)
  timer.unref()
  return {
    close() {
      clearInterval(timer)
      redis.off('ready', connected)
    },
  }
}

/** Accepted runs that are not on the queue are put there; what was cancelled meanwhile ends. */
async function putBack(parts: WaitingParts): Promise<void> {
  const { store, queue, host } = parts
  const { redis } = store
  const [seconds = '0'] = await redis.time().then((time) => time.map(String))
  const before = Number(seconds) * 1000 - QUEUED_MS
  for (const id of await redis.zrangebyscore(keys.open, '-inf', before, 'LIMIT', 0, MOST)) {
    const [state, turn, cancelled] = await redis.hmget(keys.run(id), 'state', 'turn', 'cancel')
    if (state !== 'waiting') continue
    if (cancelled) {
      await endWaiting(parts, id)
    } else if ((await redis.exists(keys.bullJob(id))) === 0) {
      host.log.warn({ run: id }, 'accepted but not on the queue: put there')
      await enqueue(queue, id, Number(turn))
    }
  }
}
