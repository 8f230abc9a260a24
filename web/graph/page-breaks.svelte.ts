import type { Breakpoint } from '#core/graph'
import type { GraphLink } from './graph-link.ts'

/** Where the walks of this page wait, in the graph that is open and in others. */
export class PageBreaks {
  points = $state.raw<readonly Breakpoint[]>([])
  readonly #link: Pick<GraphLink, 'ask'>
  readonly #changed: () => void

  constructor(link: Pick<GraphLink, 'ask'>, changed: () => void) {
    this.#link = link
    this.#changed = changed
  }

  /** The place at a node of a graph, if walks wait there. */
  at(graph: string | undefined, node: string): Breakpoint | undefined {
    return this.points.find((one) => one.graph === graph && one.node === node)
  }

  /** Wait at a node, or no longer. */
  toggle(graph: string, node: string): void {
    const known = this.at(graph, node)
    this.#put(known, known ? [] : [{ graph, node }])
  }

  /** Wait at a place only while a condition is met, or each time where none is written; gives what is wrong with it. */
  async waitWhen(point: Breakpoint, text: string): Promise<string | undefined> {
    const { when: _former, ...place } = point
    if (text.trim() === '') {
      this.#put(point, [place])
      return undefined
    }
    const answer = await this.#link.ask({ kind: 'condition', text })
    if (answer.kind !== 'condition') return answer.kind === 'fault' ? answer.problem : 'Invalid condition.'
    this.#put(point, [{ ...place, when: answer.when }])
    return undefined
  }

  #put(former: Breakpoint | undefined, points: readonly Breakpoint[]): void {
    this.points = [...this.points.filter((one) => one !== former), ...points]
    this.#changed()
  }
}
