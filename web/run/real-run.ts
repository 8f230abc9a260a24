import type { Plan, TraceEvent } from '#core/answer'
import type { ExecutionResult, GraphMessage, GraphReach, Message, RunEvent } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { ServerRefusal, type NumberedEvent, type ServerHealth, type WalkBegins } from './client.ts'

/** What a real run needs of a server; `client.ts` is the one of the page. */
export interface RunServer {
  serverHealth(): Promise<ServerHealth | undefined>
  /** The launch token this tab has; a local server runs nothing without it. */
  serverToken(): string | undefined
  askPlan(snapshot: Snapshot, trace: string, walk?: WalkBegins): Promise<Message<'plan answer'>>
  startRun(message: Message<'run request'>, trace: string): Promise<AsyncIterable<NumberedEvent>>
  followRun(id: string, after: number): Promise<AsyncIterable<NumberedEvent>>
  cancelRun(id: string): Promise<void>
  answerRun(id: string, message: Message<'answer request'>): Promise<void>
  steerRun(id: string, message: Message<'steer request'>): Promise<void>
}

/** Trouble in words, with what to do about it. */
export interface Trouble {
  readonly message: string
  readonly hint: string
}

/** What the server would run, and what confirms it. */
interface Offer {
  readonly plan: Plan
  /** Of a graph: every command that it can come to (R16.1). */
  readonly graph: GraphReach | undefined
  /** Files and folders of the server's machine that the run can read beside what every run can. */
  readonly reads: readonly string[]
  readonly nonce: string
  readonly digest: string
  /** Whether the page's own analysis has the same plan. */
  readonly same: boolean
}

/** Where a real run stands, from the question to its result. */
export type RealRunState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'no-server' }
  /** A local server answers, and this page was not opened with its token. */
  | { readonly kind: 'not-connected' }
  | ({ readonly kind: 'refused' } & Trouble)
  /** Waits for confirmation; `trouble` says why the last one was not taken. */
  | { readonly kind: 'ready'; readonly health: ServerHealth; readonly offer: Offer; readonly trouble?: Trouble }
  | { readonly kind: 'sending' }
  | { readonly kind: 'waiting'; readonly position: number; readonly estimate_ms: number }
  | { readonly kind: 'running' }
  | { readonly kind: 'reconnecting' }
  | { readonly kind: 'ended'; readonly result: ExecutionResult; readonly level: string }
  | ({ readonly kind: 'failed' } & Trouble)

/** Who hears of a run while it goes on. */
export interface RealRunListener {
  changed(state: RealRunState): void
  output(stream: 'stdout' | 'stderr', text: string): void
  trace(event: TraceEvent): void
  data(text: string): void
  /** Something in the walk of a graph; `text` is the message as it came (R16.8). */
  graph(message: GraphMessage, text: string): void
}

/** Answers of a server, or of a proxy before it, that another server or the next try may not give. */
const passing = new Set(['no-answer', 'queue-unreachable', 'request-late', 'server-fault', 'stopping'])

/** Waits before each try to hear a run again: shorter together than the time after which the server gives up on a listener. */
export const reconnectMs: readonly number[] = [250, 500, 1000, 2000, 4000, 5000]

/** Answers after which the same draft is worth asking anew: the offer is no longer what the server would run. */
const outdated: ReadonlySet<string> = new Set(['plan-differs', 'level-differs', 'confirmation-missing'])

/**
 * One real run of one draft: what would run is asked once, shown, and started once the person confirms it. It touches no page, so whoever
 * looks at it may come and go.
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
   * The snapshot is the draft as it was asked for, whatever is typed meanwhile; `own` is the page's plan of it, `walk` how the walk of a
   * graph begins, `trace` the id that everything which follows is logged under.
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

  /** Ask what the server would run. */
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

  /** The person confirms: run exactly what was shown. Comes back when the run has ended. */
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
      // A busy server has kept the offer, so confirming again is enough.
      if (code === 'busy') this.#become({ kind: 'ready', health, offer, trouble })
      else if (outdated.has(code)) await this.ask(trouble)
      else this.#become({ kind: 'failed', ...quoting(trouble, this.#trace) })
    }
  }

  /** End the run early, as soon as the server has named it. */
  stop(): void {
    this.#stopped = true
    if (this.#id !== undefined) void this.#server.cancelRun(this.#id).catch(() => undefined)
  }

  /** A person's answer to a question of the run; returns why it was not taken. */
  async answer(message: Message<'answer request'>): Promise<Trouble | undefined> {
    try {
      await this.#server.answerRun(this.#id ?? '', message)
    } catch (error) {
      return troubleOf(error)
    }
  }

  /** Tell the walk of a graph how to go on; gives what is in the way. */
  async steer(message: Message<'steer request'>): Promise<Trouble | undefined> {
    try {
      await this.#server.steerRun(this.#id ?? '', message)
    } catch (error) {
      return troubleOf(error)
    }
  }

  /** Confirm and follow the run to its result, also over lost connections: a request that comes twice begins one run. */
  async #resultOf(message: Message<'run request'>): Promise<ExecutionResult> {
    let why: unknown
    for (let lost = 0; ; lost++) {
      try {
        for await (const { number, event, text } of await this.#eventsOf(message)) {
          this.#last = number
          lost = 0
          if (event.event === 'result') return event.data
          this.#tell(event, text)
        }
        why = cutOff()
      } catch (error) {
        // What the server says of the run, it means; silence, and what says nothing of the run, is worth another try.
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

  #tell(event: Exclude<RunEvent, { readonly event: 'result' }>, text: string): void {
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
        this.#goesOn()
        return this.#listener.output(event.event, event.data.text)
      case 'trace':
        this.#goesOn()
        return this.#listener.trace(event.data)
      case 'data':
        this.#goesOn()
        return this.#listener.data(event.data.data)
      case 'graph':
        this.#goesOn()
        return this.#listener.graph(event.data, text)
    }
  }

  /** Whoever tells something runs, also after the connection was lost. */
  #goesOn(): void {
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
    message: 'On the server’s machine this chain has no plan to run.',
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

/** What a person tells whoever runs the server, so that they find all of it in the log. */
function quoting({ message, hint }: Trouble, trace: string): Trouble {
  return { message, hint: `${hint} To report it, include this ID: ${trace}`.trim() }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof ServerRefusal) return { message: error.message, hint: error.hint }
  return { message: 'Cannot reach the server.', hint: error instanceof Error ? error.message : '' }
}
