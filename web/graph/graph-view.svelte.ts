import type { GraphPicture, PicturedEdge, PicturedNode } from '#core'
import type { Playground } from '../state/playground.svelte.ts'
import { drawingOf, topologyOf } from './drawing.ts'
import { GraphLink } from './graph-link.ts'
import { LayoutMaker, startLayoutWorker } from './lay-out.ts'
import type { Layout } from './layout.ts'

/** The graph that is open: its picture, where it is drawn, and what of it is chosen. */
export class GraphView {
  picture = $state.raw<GraphPicture | undefined>()
  problem = $state<string | undefined>()
  /** The node that is chosen, by its name. */
  chosen = $state<string | undefined>()
  readonly link = new GraphLink()
  readonly #playground: Playground
  readonly #layouts = new LayoutMaker(startLayoutWorker)
  #layout = $state.raw<Layout | undefined>()
  #asked = 0

  readonly drawing = $derived.by(() =>
    this.picture && this.#layout
      ? drawingOf(this.picture, this.#layout, this.#playground.session.diagnostics)
      : undefined,
  )
  readonly chosenNode = $derived.by(() => this.picture?.nodes.find(({ name }) => name === this.chosen))
  /** Whether the layout is the simple one, because the graph is too large for the other. */
  readonly isPlain = $derived.by(() => this.#layout?.by === 'plain')

  constructor(playground: Playground) {
    this.#playground = playground
  }

  /** Draw the draft as it is shown now. The former drawing stays until the next one is there. */
  async look(): Promise<void> {
    const { snapshot, without } = this.#playground.session
    const asked = ++this.#asked
    const answer = await this.link.ask({ snapshot, without }, { kind: 'picture' })
    if (asked !== this.#asked) return
    if (answer.kind === 'fault') {
      this.problem = answer.problem
      return
    }
    const { picture } = answer
    const layout = picture ? await this.#layouts.layOut(topologyOf(picture)) : undefined
    if (asked !== this.#asked) return
    this.problem = undefined
    this.picture = picture ?? undefined
    this.#layout = layout
  }

  /** Choose a node and select its lines in the editor. */
  choose(name: string): void {
    this.chosen = name
    const node = this.picture?.nodes.find((one) => one.name === name)
    if (node) this.#playground.session.goTo(node.at)
  }

  /** Select the lines of an edge. */
  showEdge(edge: PicturedEdge): void {
    this.#playground.session.goTo(edge.at)
  }

  edgesFrom(node: PicturedNode): readonly PicturedEdge[] {
    return this.picture?.edges.filter(({ from }) => from === node.name) ?? []
  }

  edgesTo(name: string): readonly PicturedEdge[] {
    return this.picture?.edges.filter(({ to }) => to === name) ?? []
  }
}

const views = new WeakMap<Playground, GraphView>()

/** The graph of a playground; it outlives the panel, which is put away with its tab. */
export function graphOf(playground: Playground): GraphView {
  const known = views.get(playground)
  if (known) return known
  const view = new GraphView(playground)
  views.set(playground, view)
  return view
}
