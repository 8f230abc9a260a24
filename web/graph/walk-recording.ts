import {
  addressText,
  pinnedInfluence,
  walkAsTest,
  readGraph,
  readItemId,
  walkEndingInWords,
  type Replay,
  type SavedWalk,
  type StepRecord,
  type SuppressedError,
  type WalkEnding,
} from '#core/graph'
import { pyStr, type Dict } from '#core/read'
import type { ExecutionResult, GraphEvent } from '#core/run'
import { counted } from '#core/text'
import type { WalkKind, WalkNews, WalkSummary } from './messages.ts'
import { requiredNames } from './required-names.ts'
import { stepRow, stepView, type StepRow, type StepView } from './step-view.ts'
import { valueText } from './value-text.ts'

/** A walk that the worker records. It never changes after its end, so other walks can be compared with it. */
export class WalkRecording {
  readonly id: number
  readonly kind: WalkKind
  readonly graph: string
  readonly document: Dict
  readonly parameters: Dict
  readonly records: StepRecord[] = []
  readonly results = new Map<string, ExecutionResult>()
  /** The state keys that the user set by hand. */
  readonly injected: string[] = []
  /** The item IDs of the walked graphs, by the sequence of calls that leads to each. */
  readonly #graphs = new Map<string, string>()
  ending: WalkEnding | undefined
  errors: readonly SuppressedError[] = []

  constructor(id: number, kind: WalkKind, graph: string, document: Dict, parameters: Dict) {
    this.id = id
    this.kind = kind
    this.graph = graph
    this.document = document
    this.parameters = parameters
    this.#graphs.set('', graph)
  }

  /** The item ID of the graph at the end of `path`, a sequence of calls; empty if the walk did not reach it. */
  graphAt(path: readonly string[]): string {
    return this.#graphs.get(path.join('/')) ?? ''
  }

  /** Record the item of a call. If it is a graph, the steps under this address belong to it. */
  #called(address: string, itemId: string): void {
    const item = readItemId(itemId)
    if (item) this.#graphs.set(address, item.id)
  }

  /** The records of the outermost graph. */
  get outermost(): readonly StepRecord[] {
    return this.records.filter(({ address }) => address.graph.length === 0)
  }

  /** Record an event. Returns the event for the page, or null. */
  hear(event: GraphEvent): WalkNews | null {
    switch (event.kind) {
      case 'step_started':
        return {
          kind: 'entered',
          node: event.node,
          graph: event.graph.join('/'),
          graphId: this.graphAt(event.graph),
        }
      case 'call_started':
        this.#called(event.address, event.item_id)
        return { kind: 'calling', address: event.address, item_id: event.item_id }
      case 'call_answered':
        this.results.set(event.address, event.result)
        return null
      case 'state_injected':
        this.injected.push(...event.keys.map(pyStr))
        return { kind: 'injected', address: event.address, keys: event.keys.map(pyStr) }
      case 'step_recorded':
        this.records.push(event.record)
        return { kind: 'recorded', row: this.row(this.records.length - 1) }
      case 'walk_ended':
        if (event.graph.length > 0) return { kind: 'over', graph: event.graph.join('/') }
        this.ending = event.ending
        this.errors = event.errors
        return null
      default:
        return null
    }
  }

  step(index: number): StepView | null {
    const record = this.records[index]
    if (!record) return null
    const graphId = this.graphAt(record.address.graph)
    return stepView(record, index, this.records.slice(0, index), { results: this.results, graphId })
  }

  /**
   * A record as the page lists it.
   * @throws an error for an index without a record
   */
  row(index: number): StepRow {
    const record = this.records[index]
    if (!record) throw new Error('this step does not exist')
    return stepRow(record, index, this.graphAt(record.address.graph))
  }

  summary(result: ExecutionResult): WalkSummary {
    const { ending } = this
    const data = result.data
    const status = typeof data === 'object' && data !== null && 'status' in data ? String(data.status) : 'refused'
    return {
      walk: this.id,
      kind: this.kind,
      success: result.success,
      ending: status,
      words: ending ? walkEndingInWords(ending, this.outermost) : String(result.error),
      output: ending?.kind === 'completed' ? valueText(ending.output) : null,
      steps: this.records.length,
      rests: this.#rests(),
    }
  }

  /**
   * The saved state from which a walk continues before a step (R16.8). Throws if the step does not exist or is not a
   * node of the outermost graph.
   */
  savedAt(index: number): SavedWalk {
    const record = this.records[index]
    if (!record || record.address.graph.length > 0 || record.address.node === null)
      throw new Error('a walk can continue only from a step of the outermost graph')
    const visits = new Map<string, number>()
    for (const { address } of this.records.slice(0, index)) {
      if (address.graph.length === 0 && address.node !== null) visits.set(address.node, address.visit)
    }
    // A retry has the same visit number as the first try, and the walk repeats that visit.
    visits.set(record.address.node, record.address.visit - 1)
    const { before: state, step } = record
    return {
      state,
      current_node: record.address.node,
      step_count: step - 1,
      errors: this.errors.filter((one) => one.step < step),
      visits,
    }
  }

  /** Add the steps of a replay, and the recorded steps of inner graphs, which a replay does not repeat. */
  takeReplay({ walk, stopped }: Replay, former: WalkRecording): void {
    const calls = new Set(walk.records.flatMap(({ calls: made }) => made.map(({ address }) => addressText(address))))
    const inside = former.records.filter(({ address: { graph } }) => graph[0] !== undefined && calls.has(graph[0]))
    for (const [path, item] of former.#graphs) this.#graphs.set(path, item)
    for (const record of walk.records) {
      const own = new Set(record.calls.map(({ address }) => addressText(address)))
      this.records.push(...inside.filter(({ address: { graph } }) => own.has(graph[0]!)), record)
    }
    if (stopped === null) this.ending = walk.ending
  }

  replaySummary({ walk, stopped, reused }: Replay): WalkSummary {
    const why = stopped?.why === 'another-action' ? 'the action has changed' : 'this call was not recorded'
    const words = stopped
      ? `The replay stopped before the call to ${stopped.item_id} at ${stopped.address}: ${why}.`
      : walkEndingInWords(walk.ending)
    return {
      walk: this.id,
      kind: 'replay',
      success: stopped === null && walk.ending.kind === 'completed',
      ending: stopped ? 'stopped' : walk.ending.kind,
      words: `${words} The replay used ${counted(reused, 'recorded result', 'recorded results')} and called no tools.`,
      output: walk.ending.kind === 'completed' && !stopped ? valueText(walk.ending.output) : null,
      steps: this.records.length,
      rests: this.#rests(),
    }
  }

  /**
   * The file of this walk: a test if `upTo` is null, otherwise the results up to the step `upTo` as pins.
   * @throws an error for a test of an unfinished walk
   */
  asFile(upTo: number | null): string {
    const { ending, outermost } = this
    if (!ending && upTo === null) throw new Error('cannot save an unfinished walk as a test')
    const records = upTo === null ? outermost : this.records.slice(0, upTo + 1).filter((one) => outermost.includes(one))
    return walkAsTest({
      graph: this.graph,
      inputs: this.parameters,
      environment: requiredNames(this.document),
      walk: { ending: ending ?? { kind: 'cancelled', next: null }, records, errors: this.errors },
      expects: upTo === null,
    })
  }

  /** A sentence that lists all values that were pinned, derived from pins or set by hand; null if there are none. */
  #rests(): string | null {
    const { pinned, fed, keys, output } = pinnedInfluence(this.outermost, (node) => this.#collects(node))
    const nested = this.records
      .filter(({ address }) => address.graph.length > 0)
      .flatMap(({ calls }) => calls.filter((call) => call.pinned).map((call) => addressText(call.address)))
    const all = [...pinned, ...nested]
    const said = [
      ...(all.length > 0
        ? [`${counted(all.length, 'result was', 'results were')} pinned (${all.slice(0, 5).join(', ')})`]
        : []),
      ...(fed.length > 0 ? [`${fed.join(', ')} received values derived from them`] : []),
      ...(keys.size > 0
        ? [
            keys.size === 1
              ? `the state key ${[...keys].join()} depends on them`
              : `the state keys ${[...keys].join(', ')} depend on them`,
          ]
        : []),
      ...(output ? ['so does the output'] : []),
      ...(this.injected.length > 0 ? [`${[...new Set(this.injected)].join(', ')} set by hand`] : []),
    ]
    return said.length > 0 ? `${said.join('; ')}.` : null
  }

  #collects(node: string): string | null {
    const collect = readGraph(this.document).nodes.get(node)?.fields.get('collect')
    return typeof collect === 'string' ? collect : null
  }
}

/** A result without its walk. The walk's states stay in the worker. */
export function withoutWalk({ graph: _walk, ...result }: ExecutionResult): ExecutionResult {
  return result
}
