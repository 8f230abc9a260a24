import type { Breakpoint } from '#core/graph'
import type { GraphLink } from './graph-link.ts'

/** The breakpoints of this page's walks, in all graphs. */
export class PageBreaks {
  points = $state.raw<readonly Breakpoint[]>([])
  readonly #link: Pick<GraphLink, 'ask'>
  readonly #changed: () => void

  constructor(link: Pick<GraphLink, 'ask'>, changed: () => void) {
    this.#link = link
    this.#changed = changed
  }

  /** The breakpoint at a node of a graph; undefined if it has none. */
  at(graph: string | undefined, node: string): Breakpoint | undefined {
    return this.points.find((one) => one.graph === graph && one.node === node)
  }

  /** Add or remove the breakpoint at a node. */
  toggle(graph: string, node: string): void {
    const known = this.at(graph, node)
    this.#put(known, known ? [] : [{ graph, node }])
  }

  /**
   * Set the condition of a breakpoint. An empty string removes the condition. Returns an error message if the condition
   * is invalid.
   */
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
