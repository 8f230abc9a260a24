import { Tinypool } from 'tinypool'
import { Refusal } from '../http/errors.ts'
import type { AnalysisReply, AnalysisTask } from './analysis.ts'
import type { Caller } from './host.ts'

/** Where drafts are analysed. */
export interface AnalysisPool {
  run(task: AnalysisTask, caller: Caller): Promise<AnalysisReply>
  close(): Promise<void>
}

export interface AnalysisPoolSettings {
  /** The built file of `analysis-worker.ts`. */
  readonly worker: string
  readonly threads: number
  /** Analyses of one client that may wait or be under way. */
  readonly perClient: number
  /** How long one may wait and take; then its thread is ended. */
  readonly seconds: number
}

/** Enough for the largest request and the largest answer that the work budget lets through. */
const memory = { maxOldGenerationSizeMb: 1024, stackSizeMb: 4 }
const idleMs = 60_000

/**
 * Threads that parse and analyse what strangers send, so that the loop which answers everybody does neither. An analysis
 * whose client went away, or that is not done in time, is ended with its thread.
 */
export function openAnalysisPool({ worker, threads, perClient, seconds }: AnalysisPoolSettings): AnalysisPool {
  const pool = new Tinypool({
    filename: worker,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: memory,
    // A thread sees nothing of the server's own environment.
    env: {},
  })
  const byClient = new Map<string, number>()
  return {
    async run(task, { client, signal }) {
      const own = byClient.get(client) ?? 0
      if (own >= perClient)
        throw new Refusal(
          503,
          'busy',
          `You have all the ${perClient} analyses you may have at once.`,
          'Try again in a second.',
          {
            retryAfterSeconds: 1,
          },
        )
      byClient.set(client, own + 1)
      const deadline = AbortSignal.timeout(seconds * 1000)
      try {
        // What comes back was made by `analyzeBody` on the other side.
        return (await pool.run(task, { signal: AbortSignal.any([signal, deadline]) })) as AnalysisReply
      } catch (error) {
        if (deadline.aborted) throw tooSlow(seconds)
        if (signal.aborted) throw new Refusal(503, 'cancelled', 'The client went away.', 'Ask again.')
        throw error
      } finally {
        const left = (byClient.get(client) ?? 1) - 1
        if (left === 0) byClient.delete(client)
        else byClient.set(client, left)
      }
    },
    close: () => pool.destroy(),
  }
}

function tooSlow(seconds: number): Refusal {
  return new Refusal(
    503,
    'analysis-too-slow',
    `The analysis was not done within ${seconds} s (analysis_seconds).`,
    'Try again; if the server is idle, make the draft smaller.',
    { retryAfterSeconds: 1 },
  )
}
