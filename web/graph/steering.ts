import { addressText, decodeValue, isDict, type Dict, type HeldStep, type JsonValue, type StepAddress } from '#core'

/** What a person tells a walk that is held or goes on. */
export type Steer =
  | { readonly kind: 'go' }
  /** One step, into the graphs that are called. */
  | { readonly kind: 'step' }
  /** One step of this graph, over those that it calls. */
  | { readonly kind: 'over' }
  | { readonly kind: 'to'; readonly node: string }
  | { readonly kind: 'pause' }
  | { readonly kind: 'cancel' }

/** Where a walk waits, as the page shows it. */
export interface HeldView {
  readonly address: string
  readonly node: string | null
  readonly graph: string
}

/** How a walk is steered: whether it holds before a step, and the clock, which stands still while it does. */
export class Steering {
  isCancelled = false
  readonly #now: () => number
  readonly #held: (view: HeldView) => void
  #mode: Exclude<Steer['kind'], 'cancel'>
  #target: string | undefined
  #breaks: ReadonlySet<string> = new Set()
  #depth = 0
  #paused = 0
  #resume: ((inject: Dict | null) => void) | undefined

  constructor(start: Steer, now: () => number, held: (view: HeldView) => void) {
    this.#mode = 'go'
    this.#now = now
    this.#held = held
    this.steer(start)
  }

  /** The clock of the walk: time that was spent waiting for a person does not count against its limit. */
  milliseconds(): number {
    return this.#now() - this.#paused
  }

  holds({ graph, node }: StepAddress): boolean {
    if (this.isCancelled) return false
    if (graph.length === 0 && node !== null && this.#breaks.has(node)) return true
    if (this.#mode === 'go') return false
    if (this.#mode === 'to') return graph.length === 0 && node === this.#target
    return this.#mode !== 'over' || graph.length <= this.#depth
  }

  async hold({ address }: HeldStep): Promise<Dict | null> {
    const since = this.#now()
    this.#depth = address.graph.length
    this.#held({ address: addressText(address), node: address.node, graph: address.graph.join('/') })
    const inject = await new Promise<Dict | null>((resolve) => (this.#resume = resolve))
    this.#resume = undefined
    this.#paused += this.#now() - since
    return inject
  }

  /** Wait before these nodes of the outermost graph, whatever else was said. */
  breakAt(nodes: readonly string[]): void {
    this.#breaks = new Set(nodes)
  }

  /** Go on as told; keys that are given are put over the state where the walk waits. */
  steer(steer: Steer, inject: JsonValue = null): void {
    if (steer.kind === 'cancel') this.isCancelled = true
    else {
      this.#mode = steer.kind
      this.#target = steer.kind === 'to' ? steer.node : undefined
    }
    if (steer.kind === 'pause') return
    const keys = decodeValue(inject)
    this.#resume?.(isDict(keys) ? keys : null)
  }
}
