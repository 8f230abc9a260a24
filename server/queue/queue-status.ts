import { isObject } from '#core'
import type { DeskStatus, WorkerStatus } from '../run/desk.ts'
import { keys } from './keys.ts'
import type { RunStore } from './run-store.ts'

/** How a queue is doing, asked of its Redis; where that is away, the answer says so. */
export async function queueStatus(store: RunStore): Promise<DeskStatus> {
  try {
    const [load, endings, workers] = await Promise.all([
      store.load(),
      store.redis.hgetall(keys.endings),
      workersOf(store),
    ])
    const counts = Object.fromEntries(Object.entries(endings).map(([ending, count]) => [ending, Number(count)]))
    const problem = workers.some(({ draining }) => !draining)
      ? null
      : 'No worker takes runs: what is accepted waits for one.'
    return { ...load, problem, workers, endings: counts }
  } catch {
    return { waiting: 0, running: 0, problem: 'The queue cannot be reached.', workers: [], endings: {} }
  }
}

/** The workers that showed a sign of life just now. */
export async function workersOf({ redis }: RunStore): Promise<readonly WorkerStatus[]> {
  const ids = await redis.zrange(keys.workers, 0, -1)
  if (ids.length === 0) return []
  const texts = await redis.mget(ids.map((id) => keys.worker(id)))
  return ids.flatMap((id, at) => {
    const said: unknown = JSON.parse(texts[at] ?? 'null')
    if (!isObject(said)) return []
    const { level, version, slots, running, draining } = said
    const counts = { slots: Number(slots), running: Number(running), draining: draining === true }
    return [{ id, level: String(level), version: String(version), ...counts }]
  })
}
