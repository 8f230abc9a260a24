import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { ServerConfig } from '../config.ts'
import type { SteerMessage } from '../engine/walk-link.ts'
import { RUNS_SECONDS } from '../protocol/limiters.ts'
import type { Steered } from '../run/run-service.ts'
import type { UserAnswer, Taken } from '../run/graph/questions.ts'
import type { PendingRun } from '../run/pending.ts'
import { eventText, type EndedRun, type SentEvent } from '../run/result-message.ts'
import type { NumberedEvent } from '../run/runs.ts'
import { sandboxLevels, type SandboxLevel } from '../sandbox/command.ts'
import type { HighMark } from './high-mark.ts'
import { keys } from './keys.ts'
import { reaches } from './level.ts'
import { openQuestionIn } from './open-question.ts'
import { isFull, textsIn, type Script } from './redis.ts'
import type { Accepted, HeartbeatReply, RunFacts, TakenOrNot } from './run-replies.ts'
import * as scripts from './scripts.ts'
import { readUserMessages } from './user-messages.ts'
import type { PackedRun } from './waiting-run.ts'

const RESULTS_KEPT = 10_000
/** Seconds that a run and its shared files can wait for a worker. */
const WAIT_SECONDS = 6 * 60 * 60
/** Maximum number of events per fetch for one reader. */
export const PAGE = 32
/** Maximum number of messages to a run that wait for its worker; further `steer` messages are refused. */
const WAITING_MESSAGES = 16

/** Events that are added together, with the number of the first one in the worker's own count. */
interface Batch {
  readonly first: number
  readonly events: readonly SentEvent[]
}

/** The runs of all servers and workers in Redis, where every change of a run is one atomic step. */
export class RunStore {
  readonly redis: Redis
  readonly #config: ServerConfig
  readonly #mark: Pick<HighMark, 'seen' | 'saw'>

  constructor(redis: Redis, config: ServerConfig, mark: Pick<HighMark, 'seen' | 'saw'>) {
    this.redis = redis
    this.#config = config
    this.#mark = mark
  }

  /**
   * Store an analyzed run until it is confirmed, expires, or is dropped in favor of newer runs. Returns false if this
   * run alone exceeds the limit.
   */
  async keep(id: string, run: AskedRun, { head, files, shared }: PackedRun): Promise<boolean> {
    const { pending_seconds, client_pending_runs, pending_runs, pending_bytes } = this.#config
    if (shared && (await this.redis.expire(keys.files(shared.sha), WAIT_SECONDS)) === 0)
      await this.redis.set(keys.files(shared.sha), shared.files, 'EX', WAIT_SECONDS)
    const asked = [run.client, run.session ?? '', run.digest, run.level]
    const bounds = [pending_seconds * 1000, client_pending_runs, pending_runs, pending_bytes]
    const words = [id, this.#mark.seen, head, files, ...asked, ...bounds]
    return this.#counted(await scripts.keepRun.run(this.redis, ...words)) > 0
  }

  #counted(count: unknown): number {
    this.#mark.saw(Number(count))
    return Number(count)
  }

  /** The shared files with this digest; null if Redis does not have them. */
  shared(sha: string): Promise<string | null> {
    return this.redis.get(keys.files(sha))
  }

  /** The data of a run, without its files; null if the run has ended or is unknown. */
  head(id: string): Promise<string | null> {
    return this.redis.hget(keys.run(id), 'head')
  }

  /** Accept a confirmed run. Call `seat` after the run has its job. The turn is 0 if the run has already started. */
  async accept(id: string, { client, digest }: AskedRun, estimateMs: number): Promise<Accepted> {
    const { queue_length, client_runs, runs_per_minute, reconnect_seconds, pending_seconds } = this.#config
    const bounds = [queue_length, client_runs, Math.max(1, runs_per_minute), RUNS_SECONDS]
    // Until the job exists, the client has no response, and can confirm again within the usual time.
    const leases = [pending_seconds * 1000, Math.max(1, reconnect_seconds * 1000)]
    const words = [id, this.#mark.seen, client, digest, ...bounds, ...leases, estimateMs]
    const [kind, first, second] = textsIn(await scripts.acceptRun.run(this.redis, ...words))
    if (kind === 'busy') return { kind, because: first === 'client' ? 'client' : 'queue', waiting: Number(second) }
    if (kind === 'too many') return { kind, msBeforeNext: Number(first) }
    if (kind === 'unconfirmed') return { kind }
    if (kind !== 'accepted') return { kind: 'gone' }
    this.#counted(second)
    return { kind, turn: Number(first) }
  }

  async seat(id: string): Promise<void> {
    await scripts.seatRun.run(this.redis, id, WAIT_SECONDS * 1000)
  }

  /** Take the marker of a run before starting its process. */
  async take(
    id: string,
    worker: string,
    token: string,
    walls: { readonly level: SandboxLevel; readonly hosted: boolean },
  ): Promise<TakenOrNot> {
    const levels = sandboxLevels.filter((one) => reaches(walls.level, one))
    const words = [id, this.#mark.seen, worker, token, walls.hosted ? 'hosted' : '', ...levels]
    const [kind, count, head, files, waited] = textsIn(await scripts.takeRun.run(this.redis, ...words))
    if (kind === 'unfollowed') return { kind, times: Number(count) }
    if (kind === 'later') return { kind }
    if (kind !== 'taken') return { kind: 'over' }
    this.#counted(count)
    return { kind, head: String(head), files: String(files), waitedMs: Number(waited) }
  }

  /** Add events to a run. Returns whether the run accepts more events. */
  async append(id: string, token: string, batch: Batch): Promise<boolean> {
    return (await scripts.appendEvents.run(this.redis, id, token, ...this.#wordsOf(batch))) === 1
  }

  #wordsOf({ first, events }: Batch): readonly (string | number)[] {
    const words = events.flatMap((sent) => [sent.event, eventText(sent)])
    return [first, this.#config.queue_stream_bytes, openQuestionIn(events), ...words]
  }

  /**
   * Set the ending of a run, and add its `last` events in the same step. Without `last`, the output is omitted if Redis
   * is full; with `last`, a full Redis is an error. Returns false if the run already has an ending or belongs to
   * another worker, and undefined if other events must be added first.
   */
  async end(
    { id, token }: { readonly id: string; readonly token: string },
    { figures, text, withoutOutput }: EndedRun,
    tookMs: number | null,
    last?: Batch,
  ): Promise<boolean | undefined> {
    const { kept_result_seconds, kept_result_bytes } = this.#config
    const ended = async (script: Script, sent: string, batch?: Batch): Promise<boolean | undefined> => {
      const words = [id, token, figures.ending, sent, tookMs === null ? '' : Math.round(tookMs)]
      const bounds = [kept_result_seconds * 1000, RESULTS_KEPT, kept_result_bytes]
      const reply = await script.run(this.redis, ...words, ...bounds, ...(batch ? this.#wordsOf(batch) : []))
      const [done, count] = textsIn(reply)
      this.#counted(count)
      return done === '-1' ? undefined : done === '1'
    }
    try {
      return await ended(scripts.endRun, text, last)
    } catch (error) {
      if (last || !isFull(error)) throw error
      return ended(scripts.endRunWhenFull, withoutOutput)
    }
  }

  async facts(id: string): Promise<RunFacts | undefined> {
    const fields = ['state', 'client', 'session', 'digest', 'token', 'n'] as const
    const [state, client, session, digest, token, last] = await this.redis.hmget(keys.run(id), ...fields)
    if (state !== 'kept' && state !== 'waiting' && state !== 'running' && state !== 'ended') return undefined
    const asked = { client: String(client), session: session || null, digest: String(digest) }
    return { state, ...asked, token: token ?? '', last: Number(last) }
  }

  /** The next page of a run's events after a number. */
  async events(id: string, after: number): Promise<readonly NumberedEvent[]> {
    const rows = await this.redis.xrange(keys.events(id), `(${Math.max(0, after)}-0`, '+', 'COUNT', PAGE)
    return rows.map(([number, [, event, , text]]) => ({
      number: Number.parseInt(number, 10),
      event: event as SentEvent['event'], // Only `append` and the scripts write this value.
      text: String(text),
    }))
  }

  /** Request the end of a run. Returns its state; `ended` also if the run is unconfirmed or unknown. */
  async cancel(id: string): Promise<'waiting' | 'running' | 'ended'> {
    const state = await scripts.askCancel.run(this.redis, id)
    return state === 'waiting' || state === 'running' ? state : 'ended'
  }

  async answer(id: string, question: string, digest: string, answer: UserAnswer): Promise<Taken> {
    const text = JSON.stringify({ question, digest, answer })
    const taken = await scripts.addUserMessage.run(
      this.redis,
      id,
      'answer',
      text,
      text,
      WAITING_MESSAGES,
      question,
      digest,
    )
    return taken === 'taken' || taken === 'differs' ? taken : 'unknown'
  }

  /** Steer the walk of a run. A message is never dropped; it is refused if too many messages wait. */
  async steer(id: string, message: SteerMessage): Promise<Steered> {
    const mark = randomBytes(12).toString('hex')
    const taken = await scripts.addUserMessage.run(
      this.redis,
      id,
      'steer',
      mark,
      JSON.stringify(message),
      WAITING_MESSAGES,
    )
    return taken === 'taken' || taken === 'too-many' ? taken : 'no-walk'
  }

  /** Record that a server follows a run. The record expires after the time in which a reader can reconnect. */
  async recordFollower(id: string): Promise<void> {
    await this.redis.set(keys.follower(id), '1', 'PX', Math.max(1, this.#config.reconnect_seconds * 1000))
  }

  async isFollowed(id: string): Promise<boolean> {
    return (await this.redis.exists(keys.follower(id))) === 1
  }

  /** Send a heartbeat of a worker. Returns the reply for each of its runs. */
  async beat(
    worker: string,
    about: string,
    runs: readonly { readonly id: string; readonly token: string; readonly lastMessage: number }[],
  ): Promise<readonly HeartbeatReply[]> {
    const args = runs.flatMap(({ id, token, lastMessage }) => [id, token, lastMessage])
    const rows = textsIn(await scripts.beat.run(this.redis, worker, about, ...args))
    return runs.map((_run, at) => {
      const [state, lines] = rows.slice(at * 2, at * 2 + 2)
      return {
        state: state === 'continues' || state === 'cancelled' ? state : 'over',
        messages: String(lines).split('\n').flatMap(readUserMessages),
      }
    })
  }

  /** Check the whole queue. `agreed` names the Redis process to trust from now on. */
  async look(agreed: string): Promise<Overview> {
    const reply = await scripts.look.run(this.redis, this.#mark.seen, agreed)
    const [instance, isTrusted, count, timedMs, timedRuns] = textsIn(reply)
    const [old = [], running = [], workers = []] = Array.isArray(reply) ? reply.slice(5).map(textsIn) : []
    this.#counted(count)
    const meanMs = Number(timedRuns) === 0 ? 500 : Number(timedMs) / Number(timedRuns)
    const lists = { old, running: pairs(running), workers: pairs(workers) }
    return { instance: String(instance), isTrusted: isTrusted === '1', meanMs, ...lists }
  }

  async load(): Promise<{ readonly waiting: number; readonly running: number }> {
    const [seats, running] = await Promise.all([this.redis.zcard(keys.seats), this.redis.hlen(keys.running)])
    return { waiting: Math.max(0, seats - running), running }
  }
}

type AskedRun = Pick<PendingRun, 'client' | 'session' | 'digest' | 'level'>

/** The result of a queue check. */
export interface Overview {
  /** The ID of the Redis process that responded, with the ID of its replication history (`instance()` in `lua.ts`). */
  readonly instance: string
  /** Whether runs can start, because the data set is known not to be an older copy. */
  readonly isTrusted: boolean
  readonly meanMs: number
  /** Runs of a lost data set that have not ended, at most 500. */
  readonly old: readonly string[]
  /** Runs that workers have taken, each with its worker. */
  readonly running: ReadonlyMap<string, string>
  /** Workers, each with its last heartbeat. */
  readonly workers: ReadonlyMap<string, string>
}

function pairs(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(texts.flatMap((text, at) => (at % 2 === 0 ? [[text, String(texts[at + 1])] as const] : [])))
}
