import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, type Dict } from '../read/value/value.ts'
import { addressText, type StepAddress } from './address.ts'
import { Breakpoints, type Breakpoint, type ReachedStep } from './breakpoint.ts'

/** A command to control a walk that is paused or running. */
export type Steer =
  | { readonly kind: 'go' }
  /** One step, including steps of called graphs. */
  | { readonly kind: 'step' }
  /** One step of this graph, without pausing in called graphs. */
  | { readonly kind: 'over' }
  /** Run to a node of the walk's graph, or of another graph selected by item ID. */
  | { readonly kind: 'to'; readonly node: string; readonly graph?: string }
  | { readonly kind: 'pause' }
  | { readonly kind: 'cancel' }

/** The place where a walk is paused, for display. */
export interface HeldView {
  readonly address: string
  readonly node: string | null
  readonly graph: string
}

/** Called when a walk pauses and when it resumes. */
export interface SteeringListener {
  held(view: HeldView): void
  wentOn?(): void
}

interface Waiting {
  readonly step: ReachedStep
  readonly goOn: (inject: Dict | null) => void
}

/**
 * Controls a walk, in the page and on a server: decides whether the walk pauses before a step, and stops its clock
 * during the pause. Graphs that run in parallel pause in parallel, but only one is displayed at a time.
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

  /** The walk's clock in milliseconds, without pauses. */
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

  /** Sets the breakpoints, which apply in every mode. */
  breakAt(points: readonly Breakpoint[]): void {
    this.#breaks = new Breakpoints(points)
  }

  /** Executes a command. The keys of `inject` override the state of the paused walk. */
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

  /** Resumes the displayed walk, and the walks after it until one that still has to wait. */
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
