import { createHash } from 'node:crypto'
import type { AnalysisReply } from './analysis.ts'
import type { AnalysisPool } from './analysis-pool.ts'
import type { AnalysisTask } from './host.ts'

export interface AnalysisCacheBounds {
  /** Maximum number of cached answers. */
  readonly count: number
  /** Maximum total bytes of cached drafts and answers. */
  readonly bytes: number
  /**
   * The lifetime of an answer, in milliseconds. Answers expire because they depend on the machine's programs,
   * which can change.
   */
  readonly keptMs: number
}

/**
 * The default limits of the cache. The count is enough for the readers of a lesson; the setting `analysis_cache_bytes`
 * limits the total size.
 */
export const cacheBounds = (bytes: number): AnalysisCacheBounds => ({ count: 1000, bytes, keptMs: 60_000 })

interface Kept {
  readonly reply: AnalysisReply
  readonly bytes: number
  readonly until: number
}

/**
 * Analyzes the same draft once per lifetime of its answer: all callers of this process receive the same answer. Callers
 * wait for a running analysis; if its first caller disconnects, the next one starts it again.
 */
export function cachedAnalyses(
  pool: Pick<AnalysisPool, 'run' | 'close'>,
  bounds: AnalysisCacheBounds,
  now: () => number = () => performance.now(),
): Pick<AnalysisPool, 'run' | 'close'> {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<AnalysisReply>>()
  let total = 0
  const drop = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const keep = (key: string, task: AnalysisTask, reply: AnalysisReply): void => {
    const bytes = task.body.bytes.length + (reply.kind === 'answer' ? reply.answer.bytes : 0)
    drop(key)
    kept.set(key, { reply, bytes, until: now() + bounds.keptMs })
    total += bytes
    for (const oldest of kept.keys()) {
      if (kept.size <= bounds.count && total <= bounds.bytes) break
      drop(oldest)
    }
  }
  return {
    async run(task, caller) {
      const key = keyOf(task)
      for (;;) {
        const found = kept.get(key)
        if (found && found.until > now()) return found.reply
        const others = underWay.get(key)
        if (!others) break
        // A failure concerns only the first caller, which disconnected or reached its own limit.
        const reply = await others.catch(() => undefined)
        if (reply) return reply
        caller.signal.throwIfAborted()
      }
      const begun = pool.run(task, caller)
      underWay.set(key, begun)
      try {
        const reply = await begun
        keep(key, task, reply)
        return reply
      } finally {
        underWay.delete(key)
      }
    },
    async close() {
      kept.clear()
      await pool.close()
    },
  }
}

function keyOf({ body, interpreters, programs }: AnalysisTask): string {
  return createHash('sha256')
    .update(JSON.stringify([interpreters, programs]))
    .update('\0')
    .update(body.digest)
    .digest('base64')
}
