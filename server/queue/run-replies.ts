import type { UserMessage } from './user-messages.ts'

/** The stored facts about a run, without its plan and files. */
export interface RunFacts {
  readonly state: 'kept' | 'waiting' | 'running' | 'ended'
  readonly client: string
  readonly session: string | null
  readonly digest: string
  readonly token: string
  /** The number of the run's last event. */
  readonly last: number
}

/** The reply to a confirmed run. */
export type Accepted =
  | { readonly kind: 'accepted'; readonly turn: number }
  | { readonly kind: 'busy'; readonly because: 'queue' | 'client'; readonly waiting: number }
  | { readonly kind: 'too many'; readonly msBeforeNext: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unconfirmed' }

/** The data of a run that a worker has taken, with the time that the run waited. */
export interface TakenText {
  readonly head: string
  readonly files: string
  readonly waitedMs: number
}

/** The reply to a worker that takes a run. */
export type TakenOrNot =
  | ({ readonly kind: 'taken' } & TakenText)
  | { readonly kind: 'unfollowed'; readonly times: number }
  | { readonly kind: 'over' }
  | { readonly kind: 'later' }

/** The reply to a heartbeat for one run: whether the run continues, and new messages from users. */
export interface HeartbeatReply {
  readonly state: 'continues' | 'cancelled' | 'over'
  readonly messages: readonly UserMessage[]
}
