import {
  addressText,
  pinnedInfluence,
  pyStr,
  readGraph,
  walkEndingInWords,
  type Dict,
  type ExecutionResult,
  type GraphEvent,
  type StepRecord,
  type WalkEnding,
} from '#core'
import type { WalkKind, WalkNews, WalkSummary } from './messages.ts'
import { stepRow, stepView, type StepView } from './step-view.ts'
import { valueText } from './value-text.ts'

/** A walk as the worker keeps it: never changed once it is over, so that others can be held against it. */
export class KeptWalk {
  readonly id: number
  readonly kind: WalkKind
  readonly document: Dict
  readonly parameters: Dict
  readonly records: StepRecord[] = []
  readonly results = new Map<string, ExecutionResult>()
  /** Keys that a person put over the state. */
  readonly injected: string[] = []
  ending: WalkEnding | undefined

  constructor(id: number, kind: WalkKind, document: Dict, parameters: Dict) {
    this.id = id
    this.kind = kind
    this.document = document
    this.parameters = parameters
  }

  /** Records of the outermost graph. */
  get outermost(): readonly StepRecord[] {
    return this.records.filter(({ address }) => address.graph.length === 0)
  }

  /** Keep what happened, and tell what of it the page shows. */
  hear(event: GraphEvent): WalkNews | null {
    switch (event.kind) {
      case 'step_started':
        return { kind: 'entered', node: event.node, graph: event.graph.join('/') }
      case 'call_started':
        return { kind: 'calling', address: event.address, item_id: event.item_id }
      case 'call_answered':
        this.results.set(event.address, event.result)
        return null
      case 'state_injected':
        this.injected.push(...event.keys.map(pyStr))
        return { kind: 'injected', address: event.address, keys: event.keys.map(pyStr) }
      case 'step_recorded':
        this.records.push(event.record)
        return { kind: 'recorded', row: stepRow(event.record, this.records.length - 1) }
      case 'walk_ended':
        if (event.graph.length === 0) this.ending = event.ending
        return null
      default:
        return null
    }
  }

  step(index: number): StepView | null {
    const record = this.records[index]
    return record ? stepView(record, index, this.records.slice(0, index), this.results) : null
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
      words: ending ? walkEndingInWords(ending) : String(result.error),
      output: ending?.kind === 'completed' ? valueText(ending.output) : null,
      steps: this.records.length,
      rests: this.#rests(),
    }
  }

  /** What is never mistaken for what a tool really said. */
  #rests(): string | null {
    const { pinned, fed, keys, output } = pinnedInfluence(this.outermost, (node) => this.#collects(node))
    const nested = this.records
      .filter(({ address }) => address.graph.length > 0)
      .flatMap(({ calls }) => calls.filter((call) => call.pinned).map((call) => addressText(call.address)))
    const all = [...pinned, ...nested]
    const said = [
      ...(all.length > 0
        ? [`${all.length} ${all.length === 1 ? 'result was' : 'results were'} pinned (${all.slice(0, 5).join(', ')})`]
        : []),
      ...(fed.length > 0 ? [`${fed.join(', ')} were sent values that come from them`] : []),
      ...(keys.size > 0 ? [`the state keys ${[...keys].join(', ')} rest on them`] : []),
      ...(output ? ['so does the output'] : []),
      ...(this.injected.length > 0 ? [`${[...new Set(this.injected)].join(', ')} came by hand`] : []),
    ]
    return said.length > 0 ? `${said.join('; ')}.` : null
  }

  #collects(node: string): string | null {
    const collect = readGraph(this.document).nodes.get(node)?.fields.get('collect')
    return typeof collect === 'string' ? collect : null
  }
}

/** A result as it can leave the worker: the walk, with its states, stays. */
export function withoutWalk({ graph: _walk, ...result }: ExecutionResult): ExecutionResult {
  return result
}
