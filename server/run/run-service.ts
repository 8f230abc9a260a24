import type { SteerMessage } from '../engine/walk-link.ts'
import type { UserAnswer, Taken } from './graph/questions.ts'
import type { PendingRun } from './pending.ts'
import type { NumberedEvent } from './runs.ts'

/** A run from the perspective of its readers, regardless of the process that executes it. */
export interface FollowedRun {
  readonly id: string
  /** The session that may read the run; null on a local server, where all requests are from one user. */
  readonly session: string | null
  /**
   * The stored events after a number, then new events, until the result or until the signal aborts. A slow reader does
   * not make the server fetch events in advance.
   */
  events(after: number, signal: AbortSignal): AsyncIterable<NumberedEvent>
  /** Cancel the run. Returns whether it was still open. */
  cancel(): Promise<boolean>
  /** Accept the user's answer to a question (R16.1). */
  answer(question: string, digest: string, answer: UserAnswer): Promise<Taken>
  /** Steer the walk of a graph (R16.8). */
  steer(message: SteerMessage): Promise<Steered>
}

/** The outcome of a message to a walk; `too-many` means that too many earlier messages are still waiting. */
export type Steered = 'taken' | 'no-walk' | 'too-many'

/** A waiting run without its files: the data for its confirmation. */
export type AwaitedRun = Pick<PendingRun, 'call' | 'graph' | 'digest' | 'level' | 'client' | 'session' | 'traceparent'>

/**
 * The outcome of a confirmation; `gone` means that the nonce is not valid any more, for example because another request
 * used it first.
 */
export type Begun =
  | { readonly kind: 'accepted'; readonly run: FollowedRun }
  | ({ readonly kind: 'busy'; readonly because: 'queue' | 'client' } & Wait)
  | { readonly kind: 'gone' }

interface Wait {
  readonly waiting: number
  readonly estimateMs: number
}

export interface Load {
  readonly waiting: number
  readonly running: number
}

/** A process that executes runs for others. */
export interface WorkerStatus {
  readonly id: string
  readonly level: string
  readonly version: string
  readonly slots: number
  readonly running: number
  readonly draining: boolean
}

/** The status of a run service: its load, its workers and the runs so far. */
export interface RunServiceStatus extends Load {
  /** The reason why the service cannot accept runs now; null if it can. */
  readonly problem: string | null
  /** The workers of a queue; empty if this process executes runs itself. */
  readonly workers: readonly WorkerStatus[]
  /** The number of runs by kind of ending, since counting started. */
  readonly endings: Readonly<Record<string, number>>
}

/** Stores, starts and follows runs, in this process or in a queue that several servers share. */
export interface RunService {
  /** Store an analyzed run under a new nonce; undefined if this run alone exceeds the limit. */
  keep(run: PendingRun): Promise<string | undefined>
  /** The run of a nonce. Undefined if the nonce is unknown, expired, used or evicted, or belongs to another client. */
  find(nonce: string, client: string): Promise<AwaitedRun | undefined>
  /**
   * Use up a nonce to start its run, which counts towards `runs_per_minute`. If the queue is full, the nonce stays
   * valid.
   */
  begin(nonce: string, run: AwaitedRun): Promise<Begun>
  /**
   * The run that an earlier attempt of this request started, if its response was lost; undefined if that run does
   * not exist.
   */
  again(nonce: string, client: string, digest: string): Promise<FollowedRun | undefined>
  follow(id: string): Promise<FollowedRun | undefined>
  load(): Promise<Load>
  /** The status for users and probes, available even if the queue does not respond. */
  status(): Promise<RunServiceStatus>
  close(): Promise<void>
}
