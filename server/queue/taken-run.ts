import type { Logger } from 'pino'
import type { EndedRun, SentEvent } from '../run/result-message.ts'
import type { RunPublisher } from '../run/runs.ts'
import { isFull } from './redis.ts'
import type { HeartbeatReply } from './run-replies.ts'
import type { RunStore } from './run-store.ts'

/** Maximum number of events per batch; the next batch contains the rest. */
const BATCH = 64
const RETRY_MS = 250
/** Number of retries before events that a full Redis refuses are dropped. */
const FULL_TRIES = 8

/** The part of the run store that receives events and endings. */
type EventStore = Pick<RunStore, 'append' | 'end'>

/** A run that this worker has taken. It sends its events in order, and receives messages. */
export class TakenRun implements RunPublisher {
  readonly id: string
  readonly token: string
  readonly #store: EventStore
  readonly #log: Logger
  readonly #controller = new AbortController()
  readonly #waiting: SentEvent[] = []
  #appended = 0
  /** The number of waiting events that are being sent to Redis. */
  #sending = 0
  #appending: Promise<void> | undefined
  #isOver = false
  #answer: Parameters<RunPublisher['onAnswer']>[0] = () => 'unknown'
  #steer: Parameters<RunPublisher['onSteer']>[0] = () => undefined
  #lastMessage = 0

  constructor(store: EventStore, id: string, token: string, log: Logger) {
    this.#store = store
    this.id = id
    this.token = token
    this.#log = log
  }

  /** The number of the last message that the run received. */
  get lastMessage(): number {
    return this.#lastMessage
  }

  /** Aborted when the run must end. */
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
      // Check again for events that arrived in the meantime.
      if (this.#waiting.length > 0 && !this.#isOver) this.#begin()
    })
  }

  onAnswer(action: Parameters<RunPublisher['onAnswer']>[0]): void {
    this.#answer = action
  }

  onSteer(listener: Parameters<RunPublisher['onSteer']>[0]): void {
    this.#steer = listener
  }

  /**
   * Set the ending of the run, after all published events. Returns false if another process has already ended the run.
   */
  async end(run: EndedRun, tookMs: number): Promise<boolean> {
    // The last events and the ending are stored in one step, immediately after the current batch.
    const events = this.#waiting.slice(this.#sending)
    const last = { first: this.#appended + this.#sending + 1, events }
    if (!this.#isOver && events.length <= BATCH) {
      const ended = await this.#store.end(this, run, tookMs, last).catch((error: unknown) => {
        this.#log.warn({ run: this.id, error }, 'ending')
        return undefined
      })
      if (ended !== undefined) return ended
    }
    while (this.#appending) await this.#appending
    return (await this.#store.end(this, run, tookMs)) === true
  }

  receive({ state, messages }: HeartbeatReply): void {
    if (state === 'over') this.#isOver = true
    if (state !== 'continues') this.stop()
    for (const message of messages) {
      if (message.number <= this.#lastMessage) continue
      this.#lastMessage = message.number
      if (message.kind === 'steer') this.#steer(message.value)
      else this.#answer(message.value.question, message.value.digest, message.value.answer)
    }
  }

  stop(): void {
    this.#controller.abort()
  }

  close(): void {
    this.#isOver = true
    this.#waiting.length = 0
  }

  async #append(): Promise<void> {
    // Events published at the same time are sent together.
    await Promise.resolve()
    for (let tries = 0; this.#waiting.length > 0 && !this.#isOver;) {
      const events = this.#waiting.slice(0, BATCH)
      this.#sending = events.length
      try {
        const goesOn = await this.#store.append(this.id, this.token, { first: this.#appended + 1, events })
        // Otherwise, another process has ended the run.
        if (!goesOn) return void this.receive({ state: 'over', messages: [] })
        this.#appended += events.length
        this.#waiting.splice(0, events.length)
        tries = 0
      } catch (error) {
        this.#log.warn({ run: this.id, error }, 'events')
        // The ending is stored even if Redis is full, but these events are dropped.
        if (isFull(error) && ++tries > FULL_TRIES) this.#waiting.splice(0, events.length)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
      this.#sending = 0
    }
  }
}
