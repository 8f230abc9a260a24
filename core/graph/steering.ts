import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, type Dict } from '../read/value/value.ts'
import { addressText, type StepAddress } from './address.ts'
import { Breakpoints, type Breakpoint, type ReachedStep } from './breakpoint.ts'

/** What a person tells a walk that is held or goes on. */
export type Steer =
  | { readonly kind: 'go' }
  /** One step, into the graphs that are called. */
  | { readonly kind: 'step' }
  /** One step of this graph, over those that it calls. */
  | { readonly kind: 'over' }
  /** To a node of the graph that the walk is of, or of another by its item id, wherever that is called. */
  | { readonly kind: 'to'; readonly node: string; readonly graph?: string }
  | { readonly kind: 'pause' }
  | { readonly kind: 'cancel' }

/** Where a walk waits, as a person is shown it. */
export interface HeldView {
  readonly address: string
  readonly node: string | null
  readonly graph: string
}

/** Who hears that a walk waits, and that it goes on. */
export interface SteeringListener {
  held(view: HeldView): void
  wentOn?(): void
}

interface Waiting {
  readonly step: ReachedStep
  readonly goOn: (inject: Dict | null) => void
}

/**
 * How a walk is steered, in the page and on a server alike: whether it holds before a step, and the clock, which stands still while it
 * does. Graphs that are called side by side wait side by side; a person is shown one of them at a time.
 */
export class Steering {
  isCancelled = false
  readonly #now: () => number
  readonly #listener: SteeringListener
  readonly #waiting: Waiting[] = []
  #mode: Exclude<Steer['kind'], 'cancel'> = 'go'
  #target = new Breakpoints([])
  #breaks = new Breakpoints([])
  #depth = 0
  #paused = 0
  #since = 0

  constructor(start: Steer, now: () => number, listener: SteeringListener) {
    this.#now = now
    this.#listener = listener
    this.steer(start)
  }

  /** The clock of the walk: time that was spent waiting for a person does not count against its limit. */
  milliseconds(): number {
    return (this.#waiting.length > 0 ? this.#since : this.#now()) - this.#paused
  }

  holds(step: ReachedStep): boolean {
    if (this.isCancelled) return false
    if (this.#breaks.stopsAt(step)) return true
    if (this.#mode === 'go') return false
    if (this.#mode === 'to') return this.#target.stopsAt(step)
    return this.#mode !== 'over' || step.address.graph.length <= this.#depth
  }

  hold(step: ReachedStep): Promise<Dict | null> {
    return new Promise((goOn) => {
      if (this.#waiting.length === 0) this.#since = this.#now()
      this.#waiting.push({ step, goOn })
      if (this.#waiting.length === 1) this.#show(step.address)
    })
  }

  /** Wait here, whatever else was said. */
  breakAt(points: readonly Breakpoint[]): void {
    this.#breaks = new Breakpoints(points)
  }

  /** Go on as told; keys that are given are put over the state where the walk waits. */
  steer(steer: Steer, inject: JsonValue = null): void {
    if (steer.kind === 'cancel') this.isCancelled = true
    else {
      this.#mode = steer.kind
      this.#target = new Breakpoints(steer.kind === 'to' ? [steer] : [])
    }
    if (steer.kind === 'pause') return
    const keys = decodeValue(inject)
    this.#goOn(isDict(keys) ? keys : null)
  }

  /** The one that is shown goes on, and with it those that would not wait any more. */
  #goOn(inject: Dict | null): void {
    const first = this.#waiting.shift()
    if (!first) return
    const next = this.#waiting.findIndex(({ step }) => this.holds(step))
    const free = this.#waiting.splice(0, next === -1 ? this.#waiting.length : next)
    const [shown] = this.#waiting
    if (shown) this.#show(shown.step.address)
    else {
      this.#paused += this.#now() - this.#since
      this.#listener.wentOn?.()
    }
    first.goOn(inject)
    for (const { goOn } of free) goOn(null)
  }

  #show(address: StepAddress): void {
    this.#depth = address.graph.length
    this.#listener.held({ address: addressText(address), node: address.node, graph: address.graph.join('/') })
  }
}
