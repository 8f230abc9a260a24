import { Tinypool } from 'tinypool'
import { Refusal } from '../protocol/refusal.ts'
import type { OutputTask, ReadOutput } from './read-output.ts'
import type { ShareTask } from '../shares/share-body.ts'
import type { ShareCard } from '../shares/share-card.ts'
import type { AnalysisReply, ShareReply } from './analysis.ts'
import type { AnalysisTask, Caller } from './host.ts'

/** Analyzes drafts on worker threads. */
export interface AnalysisPool {
  run(task: AnalysisTask, caller: Caller): Promise<AnalysisReply>
  /** Check a share request in a thread. The reply contains the text to store, or the refusal. */
  readShare(task: ShareTask, caller: Caller): Promise<ShareReply>
  /** The card of a stored snapshot, read in a thread. */
  readCard(text: string, caller: Caller): Promise<ShareCard>
  /** Read the output of a run in a thread. The output has a limited size and is read once, so there is no deadline. */
  readOutput(task: OutputTask): Promise<ReadOutput>
  close(): Promise<void>
}

export interface AnalysisPoolSettings {
  /** The path of the built `analysis-worker.ts`. */
  readonly worker: string
  readonly threads: number
  /** Maximum number of analyses that wait or run, per client. */
  readonly perClient: number
  /** Maximum number of analyses that wait for a thread, from all clients. */
  readonly waiting: number
  /** The time limit of an analysis in seconds; afterwards its thread is ended. */
  readonly seconds: number
}

type ThreadTask = AnalysisTask | ShareTask | string

/** Memory limits in MB: enough for the largest request and the largest answer within the work limit. */
const memory = { maxOldGenerationSizeMb: 1024, stackSizeMb: 4 }
const idleMs = 60_000

/**
 * Threads that parse and analyze untrusted requests outside the event loop. If the client disconnects or the time limit
 * passes, the analysis ends together with its thread.
 */
export function openAnalysisPool({ worker, threads, perClient, waiting, seconds }: AnalysisPoolSettings): AnalysisPool {
  const pool = new Tinypool({
    filename: worker,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: memory,
    // Hide the server's environment from the thread.
    env: {},
  })
  const byClient = new Map<string, number>()
  const line: (() => void)[] = []
  let free = threads

  /** Wait for a free thread. The deadline starts only afterwards. */
  async function turn(): Promise<void> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => line.push(resolve))
  }

  async function onThread(name: string, task: ThreadTask, signal: AbortSignal): Promise<unknown> {
    const deadline = AbortSignal.timeout(seconds * 1000)
    try {
      if (signal.aborted) throw gone()
      return (await pool.run(task, { name, signal: AbortSignal.any([signal, deadline]) })) as unknown
    } catch (error) {
      if (deadline.aborted) throw tooSlow(seconds)
      throw signal.aborted ? gone() : error
    } finally {
      const next = line.shift()
      if (next) next()
      else free++
    }
  }

  async function inTurn(name: string, task: ThreadTask, { client, signal }: Caller): Promise<unknown> {
    const own = byClient.get(client) ?? 0
    if (own >= perClient) throw busy(`You have reached the limit of ${perClient} concurrent analyses.`)
    if (line.length >= waiting) throw busy(`The queue is full: ${waiting} analyses are waiting.`)
    byClient.set(client, own + 1)
    try {
      await turn()
      return await onThread(name, task, signal)
    } finally {
      const left = (byClient.get(client) ?? 1) - 1
      if (left === 0) byClient.delete(client)
      else byClient.set(client, left)
    }
  }

  return {
    // The types are safe, because these functions' counterparts in the thread produce the values.
    run: async (task, caller) => (await inTurn('default', task, caller)) as AnalysisReply,
    readShare: async (task, caller) => (await inTurn('readShare', task, caller)) as ShareReply,
    readCard: async (text, caller) => (await inTurn('readCard', text, caller)) as ShareCard,
    readOutput: async (task) => (await pool.run(task, { name: 'readOutput' })) as ReadOutput,
    close: () => pool.destroy(),
  }
}

function busy(message: string): Refusal {
  return new Refusal(503, 'busy', message, 'Try again in a second.', { retryAfterSeconds: 1 })
}

function gone(): Refusal {
  return new Refusal(503, 'cancelled', 'The client disconnected.', 'Try again.')
}

function tooSlow(seconds: number): Refusal {
  return new Refusal(
    503,
    'analysis-too-slow',
    `The analysis did not finish within ${seconds} s (setting analysis_seconds).`,
    'Try again. If the server is not busy, make the draft smaller.',
    { retryAfterSeconds: 1 },
  )
}
