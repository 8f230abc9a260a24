import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { queueVersion, readMessage, type ExecutionResult } from '#core'
import type { ServerConfig } from '../config.ts'
import type { SteerWord } from '../engine/walk-link.ts'
import { RUNS_SECONDS } from '../protocol/limiters.ts'
import type { Steered } from '../run/desk.ts'
import type { GivenWord, Taken } from '../run/graph/questions.ts'
import type { PendingRun } from '../run/pending.ts'
import { resultMessage, type SentEvent } from '../run/result-message.ts'
import type { NumberedEvent } from '../run/runs.ts'
import { sandboxLevels, type SandboxLevel } from '../sandbox/command.ts'
import { keys } from './keys.ts'
import { reaches } from './level.ts'
import { isFull, textsIn, type Script } from './redis.ts'
import * as scripts from './scripts.ts'
import type { PackedRun } from './waiting-run.ts'

const RESULTS_KEPT = 10_000
/** The files of a bundle stay for as long as any run that was analysed with them may wait. */
const SHARED_SECONDS = 6 * 60 * 60

/** Events that are fetched at once for one reader. */
export const PAGE = 32

type RunState = 'waiting' | 'running' | 'ended'

interface RunFacts {
  readonly state: RunState
  readonly client: string
  readonly session: string | null
  readonly digest: string
  readonly token: string
}

type Accepted =
  | { readonly kind: 'accepted'; readonly turn: number }
  | {
      readonly kind: 'busy'
      readonly because: 'queue' | 'client'
      readonly waiting: number
      readonly estimateMs: number
    }
  | { readonly kind: 'too many'; readonly msBeforeNext: number }
  | { readonly kind: 'gone' }

/** What a worker puts around its runs: the level of its sandbox, and whether it insists on control groups. */
interface WorkerWalls {
  readonly level: SandboxLevel
  readonly hosted: boolean
}

/** A run whose marker somebody has. */
export interface TakenRunText {
  /** The message that it waited as. */
  readonly body: string
  readonly waitedMs: number
}

type TakenOrNot = ({ readonly kind: 'taken' } & TakenRunText) | { readonly kind: 'left alone' | 'gone' }

/** What a worker hears of one of its runs when it shows a sign of life. */
export interface Heard {
  readonly goesOn: boolean
  readonly isCancelled: boolean
  readonly answer: { readonly question: string; readonly digest: string; readonly word: GivenWord } | null
  /** The steer words for its walk since the last that the worker says it heard, with a number each (R16.8). */
  readonly steers: readonly { readonly number: number; readonly word: SteerWord }[]
}

/** Events that are added together, and the number of the first in the worker's own count. */
interface Batch {
  readonly first: number
  readonly events: readonly SentEvent[]
}

/** Words that wait for a worker to take them; it does with every sign of life. */
const mostUntakenWords = 16

/** What servers and workers know of each other's runs: every change is one step inside Redis. */
export class RunStore {
  readonly redis: Redis
  readonly #config: ServerConfig

  constructor(redis: Redis, config: ServerConfig) {
    this.redis = redis
    this.#config = config
  }

  /** Keep an analysed run under a nonce; false if it alone is more than may be kept. */
  async keep(nonce: string, client: string, { message, shared }: PackedRun): Promise<boolean> {
    const { pending_seconds, client_pending_runs, pending_runs, pending_bytes } = this.#config
    if (shared) await this.#keepShared(shared)
    const bounds = [pending_seconds * 1000, client_pending_runs, pending_runs, pending_bytes]
    return (await scripts.keepPending.run(this.redis, nonce, message, client, ...bounds)) === 1
  }

  async #keepShared({ sha, message }: NonNullable<PackedRun['shared']>): Promise<void> {
    if ((await this.redis.expire(keys.shared(sha), SHARED_SECONDS)) === 1) return
    await this.redis.set(keys.shared(sha), message, 'EX', SHARED_SECONDS)
  }

  pending(nonce: string): Promise<string | null> {
    return this.redis.get(keys.pending(nonce))
  }

  shared(sha: string): Promise<string | null> {
    return this.redis.get(keys.shared(sha))
  }

  body(id: string): Promise<string | null> {
    return this.redis.get(keys.body(id))
  }

  async accept(
    nonce: string,
    id: string,
    run: Pick<PendingRun, 'client' | 'session' | 'digest' | 'level'>,
  ): Promise<Accepted> {
    const { queue_length, client_runs, runs_per_minute } = this.#config
    const bounds = [queue_length, client_runs, run.level, Math.max(1, runs_per_minute), RUNS_SECONDS]
    const words = [nonce, id, run.client, run.session ?? '', run.digest, ...bounds]
    const [kind, first = '', waiting, estimate] = textsIn(await scripts.acceptRun.run(this.redis, ...words))
    if (kind === 'accepted') return { kind, turn: Number(first) }
    if (kind === 'too many') return { kind, msBeforeNext: Number(first) }
    if (kind !== 'busy') return { kind: 'gone' }
    const because = first === 'client' ? 'client' : 'queue'
    return { kind, because, waiting: Number(waiting), estimateMs: Number(estimate) }
  }

  /** The marker before the spawn. `gone` where somebody else has it or the run is over, `left alone` where it is for others. */
  async take(id: string, worker: string, token: string, { level, hosted }: WorkerWalls): Promise<TakenOrNot> {
    const levels = sandboxLevels.filter((one) => reaches(level, one))
    const words = [id, worker, token, queueVersion, hosted ? 'hosted' : '', ...levels]
    const reply = await scripts.takeRun.run(this.redis, ...words)
    const [kind, body, waited] = textsIn(reply)
    if (kind === 'taken' && body !== undefined) return { kind, body, waitedMs: Number(waited) }
    return { kind: kind === 'left alone' ? kind : 'gone' }
  }

  /** Add events to a run; answers whether more may come. */
  async append(id: string, token: string, first: number, events: readonly SentEvent[]): Promise<boolean> {
    return (await scripts.appendEvents.run(this.redis, id, token, ...this.#wordsOf({ first, events }))) === 1
  }

  #wordsOf({ first, events }: Batch): readonly (string | number)[] {
    const words = events.flatMap(({ event, data }) => [event, JSON.stringify(data)])
    return [first, this.#config.queue_stream_bytes, questionIn(events), ...words]
  }

  /** The ending of a run together with its last events, as one step; undefined where others must be added before them. */
  async endWith(
    id: string,
    token: string,
    last: Batch,
    result: ExecutionResult,
    tookMs: number,
  ): Promise<boolean | undefined> {
    const words = [...this.#wordsOfEnding(id, token, result, tookMs), ...this.#wordsOf(last)]
    const reply = await scripts.endRun.run(this.redis, ...words)
    return reply === -1 ? undefined : reply === 1
  }

  #wordsOfEnding(
    id: string,
    token: string,
    result: ExecutionResult,
    tookMs: number | null,
  ): readonly (string | number)[] {
    const { kept_result_seconds, kept_result_bytes } = this.#config
    const text = JSON.stringify(resultMessage(result))
    const words = [id, token, result.ending.kind, text, tookMs === null ? '' : Math.round(tookMs)]
    return [...words, kept_result_seconds * 1000, RESULTS_KEPT, kept_result_bytes]
  }

  /** The one ending of a run; false if it had one already, or belongs to somebody else. Where Redis is full, the output is left out. */
  async end(id: string, token: string, result: ExecutionResult, tookMs: number | null): Promise<boolean> {
    const ended = async (script: Script, sent: ExecutionResult): Promise<boolean> =>
      (await script.run(this.redis, ...this.#wordsOfEnding(id, token, sent, tookMs))) === 1
    try {
      return await ended(scripts.endRun, result)
    } catch (error) {
      if (!isFull(error)) throw error
      const why = result.error ?? 'Redis is full: the output was left out.'
      return ended(scripts.endRunWhenFull, { ...result, output: null, data: null, trace: [], error: why })
    }
  }

  async facts(id: string): Promise<RunFacts | undefined> {
    const fields = ['state', 'client', 'session', 'digest', 'token'] as const
    const [state, client, session, digest, token] = await this.redis.hmget(keys.run(id), ...fields)
    if (state !== 'waiting' && state !== 'running' && state !== 'ended') return undefined
    return { state, client: client ?? '', session: session || null, digest: digest ?? '', token: token ?? '' }
  }

  /** Some of the events of a run after a number. */
  async events(id: string, after: number): Promise<readonly NumberedEvent[]> {
    const rows = await this.redis.xrange(keys.events(id), `(${Math.max(0, after)}-0`, '+', 'COUNT', PAGE)
    return rows.map(([number, [, event = '', , text = '']]) => numberedEvent(Number.parseInt(number, 10), event, text))
  }

  async position(id: string): Promise<{ readonly position: number; readonly estimate_ms: number }> {
    const [position, estimate] = textsIn(await scripts.positionOf.run(this.redis, id, keys.bullOrder, keys.bullJob(id)))
    return { position: Number(position), estimate_ms: Number(estimate) }
  }

  /** Ask for the end of a run; answers in what state it was. */
  async cancel(id: string): Promise<RunState> {
    const state = await scripts.askCancel.run(this.redis, id)
    return state === 'waiting' || state === 'running' ? state : 'ended'
  }

  async answer(id: string, question: string, digest: string, word: GivenWord): Promise<Taken> {
    const taken = await scripts.answerQuestion.run(this.redis, id, question, digest, word)
    return taken === 'taken' || taken === 'differs' ? taken : 'unknown'
  }

  /** Steer the walk of a run. A word is never dropped: what cannot be carried is not taken. */
  async steer(id: string, word: SteerWord): Promise<Steered> {
    const mark = randomBytes(12).toString('hex')
    const carried = await scripts.steerRun.run(this.redis, id, mark, JSON.stringify(word), mostUntakenWords)
    return carried === 1 ? 'taken' : carried === -1 ? 'too-many' : 'no-walk'
  }

  /** Note that somebody hears a run, for as long as they may be away. */
  async hear(id: string): Promise<void> {
    await this.redis.set(keys.heard(id), '1', 'PX', Math.max(1, this.#config.reconnect_seconds * 1000))
  }

  async isHeard(id: string): Promise<boolean> {
    return (await this.redis.exists(keys.heard(id))) === 1
  }

  async beat(
    worker: string,
    about: string,
    leaseMs: number,
    slots: number,
    runs: readonly (readonly [id: string, token: string, lastSteer: number])[],
  ): Promise<readonly Heard[]> {
    const rows = textsIn(await scripts.beat.run(this.redis, worker, about, leaseMs, slots, ...runs.flat()))
    return runs.map((_run, at) => {
      const [goesOn, cancelled, answer = '', steers = ''] = rows.slice(at * 4, at * 4 + 4)
      return {
        goesOn: goesOn === '1',
        isCancelled: cancelled === '1',
        answer: answerIn(answer),
        steers: steersIn(steers),
      }
    })
  }

  async leave(worker: string): Promise<void> {
    await scripts.leave.run(this.redis, worker)
  }

  /** The runs whose workers are gone. */
  async lost(leaseMs: number): Promise<readonly string[]> {
    return textsIn(await scripts.lookAround.run(this.redis, leaseMs))
  }

  async load(): Promise<{ readonly waiting: number; readonly running: number }> {
    const [open, running] = await Promise.all([this.redis.zcard(keys.open), this.redis.hlen(keys.running)])
    return { waiting: Math.max(0, open - running), running }
  }
}

/** An event as Redis gives it back. */
export function numberedEvent(number: number, event: string, text: string): NumberedEvent {
  return { number, event: event as SentEvent['event'], text } // written by `append` and the scripts alone
}

function answerIn(text: string): Heard['answer'] {
  const [question = '', digest = '', word] = text.split(' ')
  return word === 'no' || word === 'this' || word === 'node' ? { question, digest, word } : null
}

function steersIn(text: string): Heard['steers'] {
  return text.split('\n').flatMap((line) => {
    const end = line.indexOf(' ')
    const read = end === -1 ? undefined : readMessage('steer request', JSON.parse(line.slice(end)))
    return read && 'value' in read ? [{ number: Number(line.slice(0, end)), word: read.value }] : []
  })
}

/** What a batch of events leaves open: a new question, none, or what was. */
function questionIn(events: readonly SentEvent[]): string {
  let open = ''
  for (const { event, data } of events) {
    if (event !== 'graph' || typeof data !== 'object' || data === null || Array.isArray(data)) continue
    if ('kind' in data && data['kind'] === 'asks') open = `${String(data['question'])} ${String(data['digest'])}`
    if ('kind' in data && data['kind'] === 'answered') open = '-'
  }
  return open
}
