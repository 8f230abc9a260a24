import type { RunServiceStatus } from '../run/run-service.ts'
import { keys } from './keys.ts'
import { troubleOf } from './redis.ts'
import type { RunStore } from './run-store.ts'
import type { Watch } from './watch.ts'

/**
 * The state of a queue. A small write tests whether its Redis accepts writes; if it does not, or if no worker accepts
 * runs, the status contains the reason.
 */
export async function queueStatus(store: RunStore, watch: Watch): Promise<RunServiceStatus> {
  const { workers } = watch
  const none = { waiting: 0, running: 0, endings: {} }
  try {
    const [load, figures] = await Promise.all([store.load(), store.redis.hgetall(keys.figures)])
    const endings = Object.entries(figures).flatMap(([field, count]) => {
      const [kind, ending = ''] = field.split(':')
      return kind === 'ending' ? [[ending, Number(count)] as const] : []
    })
    const takesRuns = workers.some(({ draining }) => !draining)
    const problem = await store.redis.set(keys.probe, '1', 'PX', 1000).then(
      () => (takesRuns ? null : 'No worker takes runs: accepted runs wait for a worker.'),
      (error: unknown) => troubleOf(error),
    )
    return { ...load, problem, workers, endings: Object.fromEntries(endings) }
  } catch (error) {
    return { ...none, problem: troubleOf(error), workers: [] }
  }
}
