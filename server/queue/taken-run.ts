import type { Logger } from 'pino'
import type { ExecutionResult } from '#core'
import type { SentEvent } from '../run/result-message.ts'
import type { RunPublisher } from '../run/runs.ts'
import { isFull } from './redis.ts'
import type { Heard, RunStore } from './run-store.ts'

/** Events that are sent together at most; the rest goes with the next batch. */
const BATCH = 64
const RETRY_MS = 250
/** How often events are offered to a Redis that is full before they are left out. */
const FULL_TRIES = 8

/** A run that this worker has the marker of: sends its events in order, hears what is asked of it. */
export class TakenRun implements RunPublisher {
  readonly id: string
  readonly token: string
  readonly #store: RunStore
  readonly #log: Logger
  readonly #controller = new AbortController()
  readonly #waiting: SentEvent[] = []
  #appended = 0
  /** How many of those that wait are on their way to Redis. */
  #sending = 0
  #appending: Promise<void> | undefined
  #isOver = false
  #answer: Parameters<RunPublisher['onAnswer']>[0] = () => 'unknown'
  #lastAnswer = ''
  #steer: Parameters<RunPublisher['onSteer']>[0] = () => undefined
  #lastSteer = 0

  constructor(store: RunStore, id: string, token: string, log: Logger) {
    this.#store = store
    this.id = id
    this.token = token
    this.#log = log
  }

  /** The number of the last word that steered its walk. */
  get lastSteer(): number {
    return this.#lastSteer
  }

  /** Says that the run is to end. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  publish(event: SentEvent): void {
    if (this.#isOver) return
    this.#waiting.push(event)
    this.#begin()
  }

  #begin(): void {
    this.#appending ??= this.#append().finally(() => {
      this.#appending = undefined
      // Something may have been published after the last look.
      if (this.#waiting.length > 0 && !this.#isOver) this.#begin()
    })
  }

  onAnswer(action: Parameters<RunPublisher['onAnswer']>[0]): void {
    this.#answer = action
  }

  onSteer(heard: Parameters<RunPublisher['onSteer']>[0]): void {
    this.#steer = heard
  }

  /** Give the run its ending, after all that was published; false where others have done it. */
  async end(result: ExecutionResult, tookMs: number): Promise<boolean> {
    const ended = this.#isOver ? undefined : await this.#endTogether(result, tookMs)
    if (ended !== undefined) {
      this.close()
      return ended
    }
    while (this.#appending) await this.#appending
    return this.#store.end(this.id, this.token, result, tookMs)
  }

  /** The last events and the ending in one step, right behind the batch that is under way; undefined where it takes several. */
  async #endTogether(result: ExecutionResult, tookMs: number): Promise<boolean | undefined> {
    const events = this.#waiting.slice(this.#sending)
    if (events.length > BATCH) return undefined
    const last = { first: this.#appended + this.#sending + 1, events }
    return this.#store.endWith(this.id, this.token, last, result, tookMs).catch((error: unknown) => {
      this.#log.warn({ run: this.id, error }, 'ending')
      return undefined
    })
  }

  hear({ goesOn, isCancelled, answer, steers }: Heard): void {
    if (!goesOn || isCancelled) this.stop()
    if (!goesOn) this.#isOver = true
    for (const { number, word } of steers) {
      if (number <= this.#lastSteer) continue
      this.#lastSteer = number
      this.#steer(word)
    }
    if (answer === null || answer.question === this.#lastAnswer) return
    this.#lastAnswer = answer.question
    this.#answer(answer.question, answer.digest, answer.word)
  }

  stop(): void {
    this.#controller.abort()
  }

  close(): void {
    this.#isOver = true
    this.#waiting.length = 0
  }

  async #append(): Promise<void> {
    // What is published in the same moment is sent together.
    await Promise.resolve()
    let tries = 0
    while (this.#waiting.length > 0 && !this.#isOver) {
      const batch = this.#waiting.slice(0, BATCH)
      this.#sending = batch.length
      try {
        if (!(await this.#store.append(this.id, this.token, this.#appended + 1, batch))) {
          // Others think that we are gone, and have ended it.
          this.#isOver = true
          this.stop()
          return
        }
        this.#appended += batch.length
        this.#waiting.splice(0, batch.length)
        this.#sending = 0
        tries = 0
      } catch (error) {
        this.#log.warn({ run: this.id, error }, 'events')
        // The ending is kept even when Redis is full; what was printed comes with it as far as there is room.
        this.#sending = 0
        if (isFull(error) && ++tries > FULL_TRIES) this.#waiting.splice(0, batch.length)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }
}
