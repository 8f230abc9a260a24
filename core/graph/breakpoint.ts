import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import type { Dict, Value } from '../read/value/value.ts'
import { evaluateCondition } from './condition.ts'
import type { HeldStep } from './effects.ts'
import { Sizes, ValueLimit } from './size.ts'

/** A breakpoint: the walk pauses before a node, on every visit or only while a condition is true. */
export interface Breakpoint {
  /**
   * The item ID of the graph that contains the node. The breakpoint applies to every call of this graph. Default: the
   * graph of the walk.
   */
  readonly graph?: string
  readonly node: string
  /** A condition on `state` and `inputs`, in the format of an edge's `when` (R16.4). */
  readonly when?: JsonValue
}

/** A step that a walk reaches, and the item ID of its graph. */
export interface ReachedStep extends HeldStep {
  readonly item_id: string
}

/** The breakpoints of one walk, by graph and node. */
export class Breakpoints {
  readonly #conditions = new Map<string, Value[]>()
  readonly #sizes = new Sizes()

  constructor(points: readonly Breakpoint[]) {
    for (const { graph = null, node, when = null } of points) {
      const key = keyOf(graph, node)
      const known = this.#conditions.get(key) ?? []
      this.#conditions.set(key, [...known, decodeValue(when)])
    }
  }

  stopsAt({ address: { graph, node }, item_id, state }: ReachedStep): boolean {
    if (node === null || this.#conditions.size === 0) return false
    const keys = [keyOf(item_id, node), ...(graph.length === 0 ? [keyOf(null, node)] : [])]
    return keys.some((key) => this.#conditions.get(key)?.some((condition) => this.#isMet(condition, state)))
  }

  #isMet(condition: Value, state: Dict): boolean {
    const document: Dict = new Map<Value, Value>([
      ['state', state],
      ['inputs', state.get('inputs') ?? null],
    ])
    try {
      return evaluateCondition(condition, document, this.#sizes).met
    } catch (fault) {
      // A value too large for the condition also pauses the walk, so that the user decides.
      if (fault instanceof ValueLimit) return true
      throw fault
    }
  }
}

function keyOf(graph: string | null, node: string): string {
  return JSON.stringify([graph, node])
}
