import type { SteerMessage } from '../engine/walk-link.ts'
import type { PersonAnswer, Taken } from './graph/questions.ts'
import type { PendingRun } from './pending.ts'
import type { NumberedEvent } from './runs.ts'

/** A run for its readers, regardless of where it is executed. */
export interface FollowedRun {
  readonly id: string
  /** The session that may read it; null on a local server, where all requests are from one person. */
  readonly session: string | null
  /**
   * The stored events after a number, then new ones, until the result or until the signal aborts. Events are not fetched ahead of a
   * slow reader.
   */
  events(after: number, signal: AbortSignal): AsyncIterable<NumberedEvent>
  /** Returns whether the run was still open. */
  cancel(): Promise<boolean>
  /** Accept a person's answer to a question (R16.1). */
  answer(question: string, digest: string, answer: PersonAnswer): Promise<Taken>
  /** Steer the walk of a graph (R16.8). */
  steer(message: SteerMessage): Promise<Steered>
}

/** The outcome of a message to a walk: `too-many` if too many earlier messages are still waiting. */
export type Steered = 'taken' | 'no-walk' | 'too-many'

/** The parts of a waiting run that its confirmation is compared with. */
export type AwaitedRun = Pick<PendingRun, 'call' | 'graph' | 'digest' | 'level' | 'client' | 'session' | 'traceparent'>

/** The result for a confirmed run: `gone` if another request used its nonce first. */
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

/** The status of a run service. */
export interface RunServiceStatus extends Load {
  /** The reason why runs cannot be accepted now; null if they can. */
  readonly problem: string | null
  /** Empty if this process executes runs itself. */
  readonly workers: readonly WorkerStatus[]
  /** The number of runs by ending, since counting started. */
  readonly endings: Readonly<Record<string, number>>
}

/** Stores, starts and follows runs, in this process or on a queue that several servers share. */
export interface RunService {
  /** Store an analyzed run under a new nonce; undefined if this run alone exceeds the limit. */
  keep(run: PendingRun): Promise<string | undefined>
  /** The run of a nonce. Undefined if the nonce is unknown, expired, used or evicted, or belongs to another client. */
  find(nonce: string, client: string): Promise<AwaitedRun | undefined>
  /** Use a nonce to start its run, which counts towards `runs_per_minute`. If the queue is full, the nonce stays valid. */
  begin(nonce: string, run: AwaitedRun): Promise<Begun>
  /** The run that an earlier copy of this request started, if its response was lost; undefined if it does not exist. */
  again(nonce: string, client: string, digest: string): Promise<FollowedRun | undefined>
  follow(id: string): Promise<FollowedRun | undefined>
  load(): Promise<Load>
  /** The status for people and probes, available even if the queue does not respond. */
  status(): Promise<RunServiceStatus>
  close(): Promise<void>
}
