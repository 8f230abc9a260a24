import type { Breakpoint, HeldView, Steer } from '#core/graph'
import type { JsonValue } from '#core/read'
import type { GraphMessage } from '#core/run'
import type { WalkKind, WalkNews, WalkSummary } from './messages.ts'
import type { StepRow } from './step-view.ts'
import { WalkPlaces } from './walk-places.ts'

/** Why an answer was not taken. */
interface Untaken {
  readonly message: string
  readonly hint: string
}

/** A command that a walk on the server came to and nobody has confirmed; an answer that is not taken comes back as trouble. */
export interface WalkQuestion {
  readonly asks: Extract<GraphMessage, { readonly kind: 'asks' }>
  answer(asks: WalkQuestion['asks'], word: 'no' | 'this' | 'node'): Promise<Untaken | undefined>
}

/** What a person can do with a walk that goes on, in this page or on a server; what is in the way comes back as trouble. */
export interface WalkHands {
  steer(word: Exclude<Steer, { readonly kind: 'cancel' }>, inject: InjectedKeys | null): Promise<Untaken | undefined>
  breakAt(points: readonly Breakpoint[]): Promise<Untaken | undefined>
  stop(): void
}

/** Keys that are put over the state. */
export type InjectedKeys = Readonly<Record<string, JsonValue>>

const nowhere: ReadonlyMap<string, string> = new Map()

/** A walk as the page follows it: one row for each step, and the marks that the drawing shows. */
export class PageWalk {
  readonly id: number
  readonly kind: WalkKind
  /** The item id of the graph that is walked. */
  readonly graphId: string
  /** Null where nothing goes on: a replay. */
  readonly hands: WalkHands | null
  rows = $state.raw<readonly StepRow[]>([])
  held = $state.raw<HeldView | undefined>()
  calling = $state.raw<string | undefined>()
  summary = $state.raw<WalkSummary | undefined>()
  problem = $state<string | undefined>()
  /** What the server waits for a person to allow. */
  question = $state.raw<WalkQuestion | undefined>()
  /** The graphs that it came to. */
  places = $state.raw(new WalkPlaces())

  /** What a reader should not miss: pins that were not used, a wait that nobody ended. */
  remarks = $state.raw<readonly string[]>([])

  readonly isRunning = $derived.by(() => this.summary === undefined && this.problem === undefined)

  constructor(id: number, kind: WalkKind, graphId: string, hands: WalkHands | null = null) {
    this.id = id
    this.hands = hands
    this.kind = kind
    this.graphId = graphId
    this.places = WalkPlaces.of(graphId)
  }

  /** The node that runs at each place; none where the walk is over. */
  get running(): ReadonlyMap<string, string> {
    return this.isRunning ? this.places.running : nowhere
  }

  hear(news: readonly WalkNews[]): void {
    const rows: StepRow[] = []
    for (const one of news) {
      if (one.kind === 'recorded') rows.push(one.row)
      else if (one.kind === 'held') this.held = one.held
      else if (one.kind === 'stale')
        this.#remark(`${one.address}: pin ${one.at} belongs to another action, so the tool was called`)
      else if (one.kind === 'left') this.#remark('The walk was paused too long, so the server ended it.')
      else if (one.kind === 'calling') this.calling = `${one.address} calls ${one.item_id}`
      else if (one.kind === 'entered') this.held = undefined
    }
    this.places = this.places.after(news)
    if (rows.length > 0) this.rows = [...this.rows, ...rows]
  }

  #remark(text: string): void {
    this.remarks = [...this.remarks, text]
  }

  end(summary: WalkSummary): void {
    this.held = undefined
    this.summary = summary
  }

  /** A walk that was made whole, not followed. */
  take(rows: readonly StepRow[], summary: WalkSummary): void {
    this.rows = rows
    this.places = this.places.with(rows)
    this.end(summary)
  }

  fail(problem: string): void {
    this.held = undefined
    this.problem = problem
  }
}
