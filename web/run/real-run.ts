import type { Plan, TraceEvent } from '#core/answer'
import type { ExecutionResult, GraphMessage, GraphReach, Message, RunEvent } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { ServerRefusal, type NumberedEvent, type ServerHealth, type WalkBegins } from './client.ts'

/** The server functions that a real run uses; `client.ts` implements them for the page. */
export interface RunServer {
  serverHealth(): Promise<ServerHealth | undefined>
  /** This tab's launch token, which a local server requires; undefined if the tab has none. */
  serverToken(): string | undefined
  askPlan(snapshot: Snapshot, trace: string, walk?: WalkBegins): Promise<Message<'plan answer'>>
  startRun(message: Message<'run request'>, trace: string): Promise<AsyncIterable<NumberedEvent>>
  followRun(id: string, after: number): Promise<AsyncIterable<NumberedEvent>>
  cancelRun(id: string): Promise<void>
  answerRun(id: string, message: Message<'answer request'>): Promise<void>
  steerRun(id: string, message: Message<'steer request'>): Promise<void>
}

/** An error message with a hint. */
export interface Trouble {
  readonly message: string
  readonly hint: string
}

/** The server's plan, with the nonce and the digest that confirm it. */
interface Offer {
  readonly plan: Plan
  /** For a graph, every command that it can reach (R16.1); undefined for any other item. */
  readonly graph: GraphReach | undefined
  /** Additional files and folders of the server's machine that the run can read. */
  readonly reads: readonly string[]
  readonly nonce: string
  readonly digest: string
  /** Whether the page computed the same plan. */
  readonly same: boolean
}

/** The state of a real run, from the plan request to its result. */
export type RealRunState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'no-server' }
  /** A local server responds, but the page does not have its token. */
  | { readonly kind: 'not-connected' }
  | ({ readonly kind: 'refused' } & Trouble)
  /** The run waits for confirmation. `trouble` is the error if the server refused the previous confirmation. */
  | { readonly kind: 'ready'; readonly health: ServerHealth; readonly offer: Offer; readonly trouble?: Trouble }
  | { readonly kind: 'sending' }
  | { readonly kind: 'waiting'; readonly position: number; readonly estimate_ms: number }
  | { readonly kind: 'running' }
  | { readonly kind: 'reconnecting' }
  | { readonly kind: 'ended'; readonly result: ExecutionResult; readonly level: string }
  | ({ readonly kind: 'failed' } & Trouble)

/** Receives the events of a run. */
export interface RealRunListener {
  changed(state: RealRunState): void
  output(stream: 'stdout' | 'stderr', text: string): void
  trace(event: TraceEvent): void
  data(text: string): void
  /** Called with a message about the walk of a graph. `text` is the unparsed message (R16.8). */
  graph(message: GraphMessage, text: string): void
}

/** Error codes of the server or its proxy after which the page retries the request. */
const passing = new Set(['no-answer', 'queue-unreachable', 'request-late', 'server-fault', 'stopping'])

/**
 * The pause before each attempt to reconnect, in milliseconds. Their total is shorter than the server's timeout for a
 * listener.
 */
export const reconnectMs: readonly number[] = [250, 500, 1000, 2000, 4000, 5000]

/** Error codes after which the page requests the plan again, because the shown plan is out of date. */
const outdated: ReadonlySet<string> = new Set(['plan-differs', 'level-differs', 'confirmation-missing'])

/**
 * One real run of one draft. It requests the plan, and starts after the user confirms it. If the plan is out of date,
 * it requests the plan again. It is independent of the page, so its views can open and close.
 */
export class RealRun {
  readonly #server: RunServer
  readonly #listener: RealRunListener
  readonly #wait: (ms: number) => Promise<void>
  readonly #snapshot: Snapshot
  readonly #own: Plan | undefined
  readonly #trace: string
  readonly #walk: WalkBegins | undefined
  #state: RealRunState = { kind: 'asking' }
  #id: string | undefined
  #last = 0
  #stopped = false

  /**
   * `snapshot` is the draft at the time of the request, without later edits. `own` is the page's plan for it. `walk` is
   * the start of a graph's walk. `trace` is the ID of the run in all logs.
   */
  constructor(
    server: RunServer,
    draft: {
      readonly snapshot: Snapshot
      readonly own: Plan | undefined
      readonly trace: string
      readonly walk?: WalkBegins
    },
    listener: RealRunListener,
    wait: (ms: number) => Promise<void>,
  ) {
    this.#server = server
    this.#snapshot = draft.snapshot
    this.#own = draft.own
    this.#trace = draft.trace
    this.#walk = draft.walk
    this.#listener = listener
    this.#wait = wait
  }

  /** Request the server's plan. */
  async ask(trouble?: Trouble): Promise<void> {
    this.#become({ kind: 'asking' })
    try {
      const health = await this.#server.serverHealth()
      if (!health) return this.#become({ kind: 'no-server' })
      if (health.mode === 'local' && this.#server.serverToken() === undefined)
        return this.#become({ kind: 'not-connected' })
      if (!this.#own)
        return this.#become({
          kind: 'refused',
          message: 'This chain has no plan to run.',
          hint: 'See Problems.',
        })
      const walk = this.#walk ? [this.#walk] : []
      const offer = offerIn(await this.#server.askPlan(this.#snapshot, this.#trace, ...walk), this.#own)
      this.#become('plan' in offer ? { kind: 'ready', health, offer, ...(trouble && { trouble }) } : offer)
    } catch (error) {
      this.#become({ kind: 'refused', ...quoting(troubleOf(error), this.#trace) })
    }
  }

  /** Run exactly the confirmed plan. Resolves at the end of the run. */
  async start(): Promise<void> {
    if (this.#state.kind !== 'ready') return
    const { health, offer } = this.#state
    this.#become({ kind: 'sending' })
    try {
      const { nonce, digest } = offer
      const result = await this.#resultOf({ nonce, digest })
      this.#become({ kind: 'ended', result, level: health.sandbox.level })
    } catch (error) {
      const trouble = troubleOf(error)
      const code = error instanceof ServerRefusal ? error.code : ''
      // A busy server keeps its plan, so the user can confirm it again.
      if (code === 'busy') this.#become({ kind: 'ready', health, offer, trouble })
      else if (outdated.has(code)) await this.ask(trouble)
      else this.#become({ kind: 'failed', ...quoting(trouble, this.#trace) })
    }
  }

  /** Cancel the run as soon as its ID is known. */
  stop(): void {
    this.#stopped = true
    if (this.#id !== undefined) void this.#server.cancelRun(this.#id).catch(() => undefined)
  }

  /** Answer a request for approval. Returns the reason if the server refuses the answer. */
  async answer(message: Message<'answer request'>): Promise<Trouble | undefined> {
    try {
      await this.#server.answerRun(this.#id ?? '', message)
    } catch (error) {
      return troubleOf(error)
    }
  }

  /** Steer the walk of a graph. Returns the reason if the server refuses the command. */
  async steer(message: Message<'steer request'>): Promise<Trouble | undefined> {
    try {
      await this.#server.steerRun(this.#id ?? '', message)
    } catch (error) {
      return troubleOf(error)
    }
  }

  /** Confirm the run and follow it to its result; reconnects if needed. A repeated request starts only one run. */
  async #resultOf(message: Message<'run request'>): Promise<ExecutionResult> {
    let why: unknown
    for (let lost = 0; ; lost++) {
      try {
        for await (const { number, event, text } of await this.#eventsOf(message)) {
          this.#last = number
          lost = 0
          if (event.event === 'result') return event.data
          this.#report(event, text)
        }
        why = cutOff()
      } catch (error) {
        // An error about the run is final. After a timeout or another error, retry.
        if (error instanceof ServerRefusal && !passing.has(error.code)) throw error
        why = error
      }
      const pause = reconnectMs[lost]
      if (pause === undefined) throw this.#id === undefined ? why : cutOff()
      this.#become({ kind: 'reconnecting' })
      await this.#wait(pause)
    }
  }

  #eventsOf(message: Message<'run request'>): Promise<AsyncIterable<NumberedEvent>> {
    return this.#id === undefined
      ? this.#server.startRun(message, this.#trace)
      : this.#server.followRun(this.#id, this.#last)
  }

  #report(event: Exclude<RunEvent, { readonly event: 'result' }>, text: string): void {
    switch (event.event) {
      case 'accepted':
        this.#id = event.data.id
        if (this.#stopped) this.stop()
        return this.#become({ kind: 'waiting', ...placeIn(event.data) })
      case 'queued':
        return this.#become({ kind: 'waiting', ...placeIn(event.data) })
      case 'started':
        return this.#become({ kind: 'running' })
      case 'stdout':
      case 'stderr':
        this.#markRunning()
        return this.#listener.output(event.event, event.data.text)
      case 'trace':
        this.#markRunning()
        return this.#listener.trace(event.data)
      case 'data':
        this.#markRunning()
        return this.#listener.data(event.data.data)
      case 'graph':
        this.#markRunning()
        return this.#listener.graph(event.data, text)
    }
  }

  /** Mark the run as running. Every event proves this, also after a reconnect. */
  #markRunning(): void {
    if (this.#state.kind !== 'running') this.#become({ kind: 'running' })
  }

  #become(state: RealRunState): void {
    this.#state = state
    this.#listener.changed(state)
  }
}

function offerIn(
  answer: Message<'plan answer'>,
  own: Plan,
): Offer | Extract<RealRunState, { readonly kind: 'refused' }> {
  const { plan, graph, reads = [], nonce, digest, diagnostics } = answer
  if (plan && nonce !== null && digest !== null)
    return { plan, graph, reads, nonce, digest, same: plan.digest === own.digest }
  return {
    kind: 'refused',
    message: 'The server cannot run this chain.',
    hint: diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])).join(' '),
  }
}

function placeIn({ position, estimate_ms }: { readonly position: number; readonly estimate_ms: number }) {
  return { position, estimate_ms }
}

function cutOff(): ServerRefusal {
  return new ServerRefusal(
    'cut-off',
    'The server disconnected before the run ended.',
    'Check that it is running, then try again.',
  )
}

/** Add the ID of the run, which server operators can find in the log. */
function quoting({ message, hint }: Trouble, trace: string): Trouble {
  return { message, hint: `${hint} To report it, include this ID: ${trace}`.trim() }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof ServerRefusal) return { message: error.message, hint: error.hint }
  return { message: 'Cannot reach the server.', hint: 'Check that it is running, then try again.' }
}
