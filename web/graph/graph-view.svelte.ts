import type { Breakpoint, GraphPicture, HeldView, PicturedEdge, PicturedNode } from '#core/graph'
import type { WalkTestReport } from '#core/expect'
import type { GraphReach, Message } from '#core/run'
import type { Snapshot } from '#core/workspace'
import type { Playground } from '../state/playground.svelte.ts'
import { drawingOf, nodesFrom, topologyOf } from './drawing.ts'
import { GraphLink } from './graph-link.ts'
import { LayoutMaker, startLayoutWorker } from './lay-out.ts'
import type { Layout } from './layout.ts'
import type { ComparedView, WalkKind } from './messages.ts'
import { linkedStepIn, linkToStep } from './linked-step.ts'
import { marksOf, timesCovered, timesTaken, withSkipped } from './marks.ts'
import { pinFilesOf, walkFilesOf, walkPath } from './walk-files.ts'
import { PageBreaks } from './page-breaks.svelte.ts'
import { PageWalk, type WalkControls } from './page-walk.svelte.ts'
import type { StepView } from './step-view.ts'
import { togetherIn, togetherOf } from './together.ts'

type WalkBegins = NonNullable<Message<'plan request'>['walk']>

/** The maximum number of walks that the page lists. The worker keeps as many (`graph-engine.ts`). */
const mostWalks = 20

/** The open graph: its picture, its layout and the selection. */
export class GraphView {
  picture = $state.raw<GraphPicture | undefined>()
  /** The upper limits of a walk, computed before it starts. */
  worst = $state.raw<GraphReach['worst'] | undefined>()
  problem = $state<string | undefined>()
  /** The name of the selected node. */
  chosen = $state<string | undefined>()
  /** The walks of this page, newest first. */
  walks = $state.raw<readonly PageWalk[]>([])
  /** The walk whose marks the drawing shows. */
  walk = $state.raw<PageWalk | undefined>()
  /** The index of the open step. */
  stepAt = $state<number | undefined>()
  step = $state.raw<StepView | undefined>()
  /** The file with the pins for the next walk. */
  pins = $state<string | undefined>(linkedStepIn(location.hash)?.pins)
  /** The step to open from the link of this page, until a walk reaches it. */
  linked = $state<string | undefined>(linkedStepIn(location.hash)?.at)
  /**
   * The selected call of this graph, and the step at which the walk was waiting when the call was selected. The
   * selection ends when the walk waits at another step.
   */
  #chosenPlace = $state.raw<{ readonly place: string; readonly held: HeldView | undefined } | undefined>()
  compared = $state.raw<{ readonly other: number; readonly difference: ComparedView | null } | undefined>()
  /** The last test report of the project, with the tested draft. */
  tested = $state.raw<{ readonly report: WalkTestReport; readonly of: Snapshot } | undefined>()
  /** The start of the next walk on the server. `words` describes a start other than the first node. */
  real = $state.raw<{ readonly walk: WalkBegins; readonly words: string | null } | undefined>()
  readonly link = new GraphLink()
  /** The breakpoints of all walks. The shown walk receives every change while it runs. */
  readonly breaks = new PageBreaks(this.link, () => {
    if (this.walk?.isRunning) void this.walk.controls?.breakAt(this.breaks.points)
  })
  #turn = 0
  readonly #playground: Playground
  readonly #layouts = new LayoutMaker(startLayoutWorker)
  #layout = $state.raw<Layout | undefined>()
  #asked = 0

  readonly drawing = $derived.by(() =>
    this.picture && this.#layout
      ? drawingOf(this.picture, this.#layout, this.#playground.session.diagnostics)
      : undefined,
  )
  /** The number of times that tests follow each edge of this graph; undefined before the tests run. */
  readonly covered = $derived.by(() => timesCovered(this.tested?.report, this.picture?.item_id))
  readonly walkFiles = $derived.by(() => walkFilesOf(this.#playground.session.snapshot))
  readonly pinFiles = $derived.by(() => pinFilesOf(this.#playground.session.snapshot))
  /** The places of this graph in the current walk. A place is the sequence of calls that leads to the graph. */
  readonly places = $derived.by(() =>
    [...(this.walk?.places.graphs ?? [])].flatMap(([place, id]) => (id === this.picture?.item_id ? [place] : [])),
  )
  /** The groups of calls in one step that can be shown together, each with its size. */
  readonly together = $derived.by(() => togetherIn(this.places))
  /** The place whose marks the drawing shows; undefined if the walk did not reach this graph. */
  readonly place = $derived.by(() => {
    const { places, together, walk } = this
    const chosen = this.#chosenPlace
    const found = [chosen && chosen.held === walk?.held ? chosen.place : undefined, walk?.held?.graph].find(
      (one) => one !== undefined && (places.includes(one) || together.has(one)),
    )
    const last = places.at(-1)
    // Show calls that run in parallel together.
    const all = last !== undefined && walk?.places.abreast.has(togetherOf(last)) ? togetherOf(last) : last
    return found ?? all
  })
  /** The marks of the current walk. After its end, unreached nodes are marked as skipped. */
  readonly marks = $derived.by(() => {
    const { walk, picture, place } = this
    if (!walk || place === undefined) return undefined
    const marks = marksOf(walk.rows, place, walk.running, walk.held)
    if (walk.isRunning || walk.rows.length === 0) return marks
    return withSkipped(marks, picture?.nodes.map(({ name }) => name) ?? [])
  })
  /** The number of times that the current walk followed each edge, by `edgeKey`. */
  readonly taken = $derived.by(() =>
    this.walk && this.place !== undefined ? timesTaken(this.walk.rows, this.place) : undefined,
  )
  /** The pending approval request of a walk on the server. */
  readonly question = $derived.by(() => this.walks.find(({ question }) => question)?.question)
  readonly chosenNode = $derived.by(() => this.picture?.nodes.find(({ name }) => name === this.chosen))
  /** Whether the graph has the plain layout, because it is too large or too slow for dagre. */
  readonly isPlain = $derived.by(() => this.#layout?.by === 'plain')

  constructor(playground: Playground) {
    this.#playground = playground
  }

  /** Render the graph of the current draft. The previous drawing stays visible until the new drawing is ready. */
  async look(): Promise<void> {
    const { snapshot, without } = this.#playground.session
    const asked = ++this.#asked
    const answer = await this.link.pictureOf({ snapshot, without })
    if (asked !== this.#asked) return
    if (answer.kind === 'fault') {
      this.problem = answer.problem
      return
    }
    if (answer.kind !== 'picture') return
    const { picture, worst } = answer
    const layout = picture ? await this.#layouts.layOut(topologyOf(picture)) : undefined
    if (asked !== this.#asked) return
    this.problem = undefined
    this.picture = picture ?? undefined
    this.worst = worst ?? undefined
    this.#layout = layout
  }

  /** The breakpoint at a node of this graph; undefined if there is none. */
  breakAt(name: string): Breakpoint | undefined {
    return this.breaks.at(this.picture?.item_id, name)
  }

  /** Show the marks of one call to this graph. */
  lookAt(place: string): void {
    this.#chosenPlace = { place, held: this.walk?.held }
  }

  /** Open the graph at a place that the walk reached. */
  openPlace(place: string): void {
    const id = this.walk?.places.graphs.get(place)
    if (id === undefined) return
    this.lookAt(place)
    this.#playground.session.chooseItem(id)
  }

  /** The fragment options of a link to a step. */
  linkTo(at: string): Readonly<Record<string, string>> {
    return linkToStep({ at, pins: this.pins })
  }

  /** After a walk, open the linked step if the walk contains it. */
  async arrive(walk: PageWalk): Promise<void> {
    const index = walk.rows.findIndex(({ address }) => address === this.linked)
    if (this.linked === undefined || index === -1 || walk !== this.walk) return
    this.linked = undefined
    await this.read(index)
  }

  /** Select a node and its lines in the editor. */
  choose(name: string): void {
    this.chosen = name
    const node = this.picture?.nodes.find((one) => one.name === name)
    if (node) this.#playground.session.goTo(node.at)
  }

  /** Add a new walk to the list, and show it. */
  begin(kind: WalkKind, controls: WalkControls | null = null): PageWalk {
    const graphId = this.picture?.item_id ?? this.#playground.session.snapshot.item_id
    const walk = new PageWalk(++this.#turn, kind, graphId, controls)
    this.walks = [walk, ...this.walks].slice(0, mostWalks)
    this.show(walk)
    return walk
  }

  /** The start and the breakpoints of a walk on the server; undefined for a complete walk without breakpoints. */
  beginning(): WalkBegins | undefined {
    const { real } = this
    const { points: breaks } = this.breaks
    return real || breaks.length > 0 ? { ...real?.walk, ...(breaks.length > 0 && { breaks }) } : undefined
  }

  /**
   * Prepare a walk on the server that continues before a step of `walk`. Resolves to false if no walk can continue
   * there.
   */
  async realFrom(walk: PageWalk, index: number): Promise<boolean> {
    const answer = await this.link.ask({ kind: 'saved', walk: walk.id, index })
    if (answer.kind !== 'saved') return false
    const { address } = walk.rows[index] ?? { address: '' }
    const words = `Continues at ${address} with the state of walk ${walk.id}. Earlier steps do not run again.`
    this.real = { walk: { resume: answer.document }, words }
    return true
  }

  /** Show another walk, or none, without an open step. */
  show(walk: PageWalk | undefined): void {
    this.walk = walk
    this.#chosenPlace = undefined
    this.stepAt = undefined
    this.step = undefined
    this.compared = undefined
  }

  /** Open one step of the current walk and select its node. */
  async read(index: number): Promise<void> {
    const { walk } = this
    if (!walk) return
    this.stepAt = index
    const row = walk.rows[index]
    if (row && row.graphId === this.picture?.item_id && row.node !== null) {
      this.lookAt(row.graph)
      this.choose(row.node)
    }
    const answer = await this.link.ask({ kind: 'step', walk: walk.id, index })
    if (this.walk !== walk || this.stepAt !== index) return
    this.step = answer.kind === 'step' ? (answer.step ?? undefined) : undefined
  }

  /** Replay a previous walk on the current draft. */
  async replay(of: PageWalk): Promise<void> {
    const walk = this.begin('replay')
    const { snapshot } = this.#playground.session
    const answer = await this.link.ask({ kind: 'replay', of: of.id, walk: walk.id, snapshot })
    if (answer.kind === 'replayed') walk.take(answer.rows, answer.summary)
    else walk.fail(answer.kind === 'fault' ? answer.problem : 'unexpected answer')
  }

  /** Compare the current walk with another walk. */
  async compare(other: PageWalk): Promise<void> {
    if (!this.walk) return
    const answer = await this.link.ask({ kind: 'compare', one: this.walk.id, other: other.id })
    if (answer.kind === 'compared') this.compared = { other: other.id, difference: answer.difference }
  }

  /** Save a walk in the project as a test or as pins. This is one undo step. */
  async keep(walk: PageWalk, upTo: number | null): Promise<void> {
    const { session, view } = this.#playground
    const { snapshot } = session
    const path = walkPath(snapshot, upTo === null ? 'walk' : 'pins')
    const answer = await this.link.ask({ kind: 'keep', walk: walk.id, upTo, path, snapshot })
    if (answer.kind !== 'kept')
      return view.say({ text: answer.kind === 'fault' ? answer.problem : 'Not saved.', tone: 'trouble' })
    const label = upTo === null ? `Save a walk as test ${path}` : `Save results as pins ${path}`
    if (!this.#playground.change([[path, answer.text]], label)) return
    if (upTo !== null) this.pins = path
    session.open(path)
    if (answer.secrets.length > 0) view.say({ text: secretsText(path, answer.secrets), tone: 'trouble' })
  }

  /** Run every test of the project without calling any tool. */
  async runTests(): Promise<void> {
    const { snapshot } = this.#playground.session
    const answer = await this.link.ask({ kind: 'tests', snapshot })
    if (answer.kind === 'tested') this.tested = { report: answer.report, of: snapshot }
    else if (answer.kind === 'fault') this.#playground.view.say({ text: answer.problem, tone: 'trouble' })
  }

  /** The nodes that a walk from this node can reach, including the node itself. */
  ahead(start: string): readonly PicturedNode[] {
    return this.picture ? nodesFrom(this.picture, start) : []
  }

  /** Select the lines of an edge in the editor. */
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

function secretsText(path: string, secrets: readonly string[]): string {
  const named = secrets.slice(0, 3).join(', ')
  const more = secrets.length > 3 ? ` and ${secrets.length - 3} more` : ''
  return `${path} contains a possible secret (${named}${more}). Replace it before you share the draft.`
}

const views = new WeakMap<Playground, GraphView>()

/** The graph view of a playground. It stays in memory after the panel closes. */
export function graphOf(playground: Playground): GraphView {
  const known = views.get(playground)
  if (known) return known
  const view = new GraphView(playground)
  views.set(playground, view)
  return view
}
