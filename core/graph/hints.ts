import type { Suggestions } from '../text/near.ts'
import { checkPythonPattern, PatternProblem } from '../text/pattern/python.ts'
import { pyStr } from '../read/value/text.ts'
import { isDict, isList, isTruthy, type Value } from '../read/value/value.ts'
import type { WorkShare } from '../work-budget.ts'
import { allowingCapability, heldCapabilities, neededCapability, withKind } from './capability.ts'
import { operators } from './condition.ts'
import { dictOf, field, type Graph } from './document.ts'
import { parseTemplate } from './expression.ts'
import type { DocumentPath } from './findings.ts'
import { pipes } from './interpolate.ts'

/** What a walk would pass over in silence, said before it runs; R16.8 itself knows none of these. */
export type GraphHint =
  | {
      readonly kind: 'condition-unreadable'
      readonly problem: string
      readonly near: readonly string[]
      readonly at: DocumentPath
    }
  | {
      readonly kind: 'pipe-unknown'
      readonly pipe: string
      readonly near: readonly string[]
      readonly at: DocumentPath
    }
  | { readonly kind: 'may-end'; readonly node: string; readonly at: DocumentPath }
  | {
      readonly kind: 'action-forbidden'
      readonly node: string
      readonly needed: string
      readonly held: readonly string[]
      readonly at: DocumentPath
    }

/** An item that a graph names as it will be called: nothing in its id is interpolated. */
export interface NamedItem {
  readonly node: string
  readonly itemId: string
  readonly at: DocumentPath
}

/** Every hint on a graph whose shape is right. */
export function graphHints(graph: Graph, suggestions: Suggestions, share: WorkShare): readonly GraphHint[] {
  return new Hints(suggestions, share).of(graph)
}

/** Held capabilities that are named in a hint. */
const mostHeld = 20

/** Units of work to hold one capability against an item, by the characters of both. */
const globWork = 2

/** The items that the nodes of a graph call by a fixed name, with their kind. */
export function namedItems(graph: Graph): readonly NamedItem[] {
  return [...graph.nodes.values()].flatMap(({ name, kind, fields }) => {
    const action = field(fields, 'action')
    if (!isDict(action) || kind === 'gate' || kind === 'return') return []
    const itemId = withKind(field(action, 'item_id'), field(action, 'item_type'))
    if (typeof itemId !== 'string' || itemId.includes('${') || itemId.includes('{input:')) return []
    return [{ node: name, itemId, at: ['config', 'nodes', name, 'action', 'item_id'] }]
  })
}

class Hints {
  readonly #found: GraphHint[] = []
  readonly #suggestions: Suggestions
  readonly #share: WorkShare

  constructor(suggestions: Suggestions, share: WorkShare) {
    this.#suggestions = suggestions
    this.#share = share
  }

  of(graph: Graph): readonly GraphHint[] {
    for (const { name, kind, fields } of graph.nodes.values()) {
      const at = ['config', 'nodes', name]
      this.#noteUnknownPipes(fields, at)
      const next = field(fields, 'next')
      if (kind === 'return' || !isList(next)) continue
      next.forEach((edge, index) => this.#noteUnreadable(field(dictOf(edge), 'when'), [...at, 'next', index, 'when']))
      const last = next.at(-1)
      if (last !== undefined && isTruthy(field(dictOf(last), 'when')))
        this.#note({ kind: 'may-end', node: name, at: [...at, 'next'] })
    }
    for (const { index, condition, action } of graph.hooks) {
      const at = ['config', 'hooks', index]
      this.#noteUnreadable(condition, [...at, 'condition'])
      if (action) this.#noteUnknownPipes(action, [...at, 'action'])
    }
    this.#noteForbidden(graph)
    return this.#found
  }

  #note(hint: GraphHint): void {
    this.#share.draw(1)
    this.#found.push(hint)
  }

  #noteForbidden(graph: Graph): void {
    const held = heldCapabilities(graph.permissions)
    const length = held.reduce((sum, entry) => sum + entry.length, held.length)
    for (const { node, itemId, at } of namedItems(graph)) {
      const needed = neededCapability('execute', itemId)
      if (needed === null) continue
      this.#share.draw((length + held.length * needed.length) * globWork)
      if (allowingCapability(held, 'execute', itemId) === null)
        this.#note({ kind: 'action-forbidden', node, needed, held: held.slice(0, mostHeld), at })
    }
  }

  #noteUnknownPipes(value: Value, at: DocumentPath): void {
    if (typeof value === 'string') {
      if (!value.includes('|')) return
      for (const expression of parseTemplate(value).expressions) {
        for (const pipe of expression.pipes)
          if (!pipes.includes(pipe))
            this.#note({ kind: 'pipe-unknown', pipe, near: this.#suggestions.near(pipe, pipes), at })
      }
    } else if (isList(value)) value.forEach((item, index) => this.#noteUnknownPipes(item, [...at, index]))
    else if (isDict(value)) for (const [key, item] of value) this.#noteUnknownPipes(item, [...at, key])
  }

  /** S3: a condition that no state makes true, because it cannot be evaluated at all. */
  #noteUnreadable(condition: Value, at: DocumentPath): void {
    if (!isTruthy(condition)) return
    if (!isDict(condition)) {
      this.#note({ kind: 'condition-unreadable', problem: 'a condition is a mapping', near: [], at })
      return
    }
    for (const key of ['any', 'all']) {
      const parts = condition.get(key)
      if (parts === undefined) continue
      if (isList(parts)) parts.forEach((part, index) => this.#noteUnreadable(part, [...at, key, index]))
      else
        this.#note({
          kind: 'condition-unreadable',
          problem: `${key} takes a list of conditions`,
          near: [],
          at: [...at, key],
        })
      return
    }
    if (condition.has('not')) {
      this.#noteUnreadable(condition.get('not')!, [...at, 'not'])
      return
    }
    const name = field(condition, 'op') !== null ? 'op' : 'operator'
    const op = field(condition, name) ?? 'eq'
    const value = field(condition, 'value')
    const problem = this.#comparisonProblem(op, value)
    if (!problem) return
    const { text, near = [], of = name } = problem
    this.#note({ kind: 'condition-unreadable', problem: text, near, at: [...at, of] })
  }

  #comparisonProblem(
    op: Value,
    value: Value,
  ): { readonly text: string; readonly near?: readonly string[]; readonly of?: 'value' } | undefined {
    if (!operators.some((known) => known === op)) {
      return { text: `there is no operator ${pyStr(op)}`, near: this.#suggestions.near(pyStr(op), operators) }
    }
    if (op === 'in' && !isList(value)) return { text: '"in" takes a list as its value', of: 'value' }
    if (op !== 'regex') return undefined
    if (typeof value !== 'string') return { text: 'the pattern is no text', of: 'value' }
    try {
      checkPythonPattern(value, this.#share)
      return undefined
    } catch (fault) {
      if (fault instanceof PatternProblem) return { text: `the pattern ${fault.message}`, of: 'value' }
      throw fault
    }
  }
}
