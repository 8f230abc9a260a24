import type { SteerMessage } from '../engine/walk-link.ts'
import type { PersonAnswer, Taken } from './graph/questions.ts'
import type { PendingRun } from './pending.ts'
import type { NumberedEvent } from './runs.ts'

/** A run as those see it who read, cancel and answer it, wherever it is executed. */
export interface FollowedRun {
  readonly id: string
  /** Who may; null where everybody who passes the guard is one person. */
  readonly session: string | null
  /** Its events after a number, then those that come, until its result or the signal. Nothing is fetched ahead of a slow reader. */
  events(after: number, signal: AbortSignal): AsyncIterable<NumberedEvent>
  /** Answers whether there was still something to cancel. */
  cancel(): Promise<boolean>
  /** Take a person's answer to a question (R16.1). */
  answer(question: string, digest: string, answer: PersonAnswer): Promise<Taken>
  /** Steer the walk of a graph (R16.8). */
  steer(message: SteerMessage): Promise<Steered>
}

/** What became of a message to a walk: `too-many` where those before it have not been taken yet. */
export type Steered = 'taken' | 'no-walk' | 'too-many'

/** A run that waits for its confirmation, as far as the confirmation is compared with it. */
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

/** What a run service reports of itself. */
export interface RunServiceStatus extends Load {
  /** Why no run can be taken just now; null where all is well. */
  readonly problem: string | null
  /** Empty where this process executes runs itself. */
  readonly workers: readonly WorkerStatus[]
  /** How many runs ended how, since the counting began. */
  readonly endings: Readonly<Record<string, number>>
}

/** Keeps, starts and follows runs: in this process, or on a queue that several servers share. */
export interface RunService {
  /** Keep an analyzed run under a new nonce; undefined if it alone is more than may be kept. */
  keep(run: PendingRun): Promise<string | undefined>
  /** The run of a nonce; undefined if the nonce is unknown, expired, used, of another client, or had to make room. */
  find(nonce: string, client: string): Promise<AwaitedRun | undefined>
  /** Use a nonce up and start its run, which counts towards `runs_per_minute`; where there is no room the nonce stays good. */
  begin(nonce: string, run: AwaitedRun): Promise<Begun>
  /** The run that a request already began, where it comes twice because its response was lost; undefined where there is none. */
  again(nonce: string, client: string, digest: string): Promise<FollowedRun | undefined>
  follow(id: string): Promise<FollowedRun | undefined>
  load(): Promise<Load>
  /** For people and probes; it answers also where the queue does not. */
  status(): Promise<RunServiceStatus>
  close(): Promise<void>
}
