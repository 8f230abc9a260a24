import type { WalkNews } from './messages.ts'
import type { StepRow } from './step-view.ts'
import { togetherOf } from './together.ts'

/**
 * The graphs that a walk has reached, by the sequence of calls that leads to each. Immutable: every update returns a
 * new object.
 */
export class WalkPlaces {
  /** The item ID of each graph. */
  readonly graphs: ReadonlyMap<string, string>
  /** The running node of each running graph. */
  readonly running: ReadonlyMap<string, string>
  /** The groups of calls in one step that ran in parallel. */
  readonly abreast: ReadonlySet<string>

  constructor(
    graphs: ReadonlyMap<string, string> = new Map(),
    running: ReadonlyMap<string, string> = new Map(),
    abreast: ReadonlySet<string> = new Set(),
  ) {
    this.graphs = graphs
    this.running = running
    this.abreast = abreast
  }

  /** The places of a walk before it starts. */
  static of(graphId: string): WalkPlaces {
    return new WalkPlaces(new Map([['', graphId]]))
  }

  after(news: readonly WalkNews[]): WalkPlaces {
    const graphs = new Map(this.graphs)
    const running = new Map(this.running)
    const abreast = new Set(this.abreast)
    for (const one of news) {
      if (one.kind === 'over') running.delete(one.graph)
      if (one.kind !== 'entered') continue
      graphs.set(one.graph, one.graphId)
      running.set(one.graph, one.node)
      const all = togetherOf(one.graph)
      if (!abreast.has(all) && [...running.keys()].some((other) => other !== one.graph && togetherOf(other) === all))
        abreast.add(all)
    }
    return new WalkPlaces(graphs.size > this.graphs.size ? graphs : this.graphs, running, abreast)
  }

  /** Add the places of a finished walk, which has no running nodes. */
  with(rows: readonly StepRow[]): WalkPlaces {
    const graphs = new Map([...this.graphs, ...rows.map(({ graph, graphId }) => [graph, graphId] as const)])
    return new WalkPlaces(graphs, new Map(), this.abreast)
  }
}
