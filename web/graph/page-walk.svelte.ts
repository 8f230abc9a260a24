import type { Breakpoint, HeldView, Steer } from '#core/graph'
import type { JsonValue } from '#core/read'
import type { GraphMessage } from '#core/run'
import type { WalkKind, WalkNews, WalkSummary } from './messages.ts'
import type { StepRow } from './step-view.ts'
import { WalkPlaces } from './walk-places.ts'

/** The reason why the server refused an answer. */
interface Untaken {
  readonly message: string
  readonly hint: string
}

/** A command of a server walk that requires approval. `answer` returns the reason if the server refuses the answer. */
export interface WalkQuestion {
  readonly asks: Extract<GraphMessage, { readonly kind: 'asks' }>
  answer(asks: WalkQuestion['asks'], word: 'no' | 'this' | 'node'): Promise<Untaken | undefined>
}

/**
 * The controls of a running walk, in this page or on a server. `steer` and `breakAt` return a reason if the walk
 * refuses the command.
 */
export interface WalkControls {
  steer(word: Exclude<Steer, { readonly kind: 'cancel' }>, inject: InjectedKeys | null): Promise<Untaken | undefined>
  breakAt(points: readonly Breakpoint[]): Promise<Untaken | undefined>
  stop(): void
}

/** State keys that the user sets by hand. */
export type InjectedKeys = Readonly<Record<string, JsonValue>>

const nowhere: ReadonlyMap<string, string> = new Map()

/** A walk as the page shows it: one row per step, and the places that the marks in the drawing use. */
export class PageWalk {
  readonly id: number
  readonly kind: WalkKind
  /** The item ID of the graph that is walked. */
  readonly graphId: string
  /** The walk's controls; null for a replay, which cannot be controlled. */
  readonly controls: WalkControls | null
  rows = $state.raw<readonly StepRow[]>([])
  held = $state.raw<HeldView | undefined>()
  calling = $state.raw<string | undefined>()
  summary = $state.raw<WalkSummary | undefined>()
  problem = $state<string | undefined>()
  /** The pending approval request. */
  question = $state.raw<WalkQuestion | undefined>()
  /** The graphs that the walk has reached. */
  places = $state.raw(new WalkPlaces())

  /** Warnings, such as unused pins or a wait that timed out. */
  remarks = $state.raw<readonly string[]>([])

  readonly isRunning = $derived.by(() => this.summary === undefined && this.problem === undefined)

  constructor(id: number, kind: WalkKind, graphId: string, controls: WalkControls | null = null) {
    this.id = id
    this.controls = controls
    this.kind = kind
    this.graphId = graphId
    this.places = WalkPlaces.of(graphId)
  }

  /** The running node at each place; empty after the end of the walk. */
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
      else if (one.kind === 'left')
        this.#remark('The walk was paused too long, so the server ended it. Start the walk again.')
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

  /** Set the steps and the summary of a finished walk, which the worker sent in one message. */
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
