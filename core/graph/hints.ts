import type { Suggestions } from '../text/near.ts'
import { checkPythonPattern, PatternProblem } from '../text/pattern/python.ts'
import { pyStr } from '../read/value/text.ts'
import { isDict, isList, isTruthy, type Value } from '../read/value/value.ts'
import type { WorkShare } from '../work-budget.ts'
import { allowingCapability, heldCapabilities, neededCapability } from './capability.ts'
import { operators } from './condition.ts'
import { dictOf, field } from './document.ts'
import type { FilledText } from './filled-texts.ts'
import type { DocumentPath } from './findings.ts'
import { pipes } from './interpolate.ts'
import type { GraphReading } from './reading.ts'

/** A probable problem of a walk, reported before the walk. R16.8 does not define hints. */
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

/** All hints about a well-formed graph. */
export function graphHints(reading: GraphReading, suggestions: Suggestions, share: WorkShare): readonly GraphHint[] {
  return new Hints(suggestions, share).of(reading)
}

/** Maximum number of capabilities listed in a hint. */
const mostHeld = 20

/** Units of work to compare a capability with an item, per character of both. */
const globWork = 2

class Hints {
  readonly #found: GraphHint[] = []
  readonly #suggestions: Suggestions
  readonly #share: WorkShare

  constructor(suggestions: Suggestions, share: WorkShare) {
    this.#suggestions = suggestions
    this.#share = share
  }

  of(reading: GraphReading): readonly GraphHint[] {
    const { graph } = reading
    for (const node of graph.nodes.values()) {
      const { name, kind, fields } = node
      const at = ['config', 'nodes', name]
      this.#noteUnknownPipes(reading.texts.of(node))
      const next = field(fields, 'next')
      if (kind === 'return' || !isList(next)) continue
      next.forEach((edge, index) => this.#noteUnreadable(field(dictOf(edge), 'when'), [...at, 'next', index, 'when']))
      const last = next.at(-1)
      if (last !== undefined && isTruthy(field(dictOf(last), 'when')))
        this.#note({ kind: 'may-end', node: name, at: [...at, 'next'] })
    }
    for (const hook of graph.hooks) {
      const { index, condition } = hook
      const at = ['config', 'hooks', index]
      this.#noteUnreadable(condition, [...at, 'condition'])
      this.#noteUnknownPipes(reading.texts.of(hook))
    }
    this.#noteForbidden(reading)
    return this.#found
  }

  #note(hint: GraphHint): void {
    this.#share.draw(1)
    this.#found.push(hint)
  }

  #noteForbidden({ graph, named }: GraphReading): void {
    const held = heldCapabilities(graph.permissions)
    const length = held.reduce((sum, entry) => sum + entry.length, held.length)
    for (const { node, itemId, at } of named) {
      const needed = neededCapability('execute', itemId)
      if (needed === null) continue
      this.#share.draw((length + held.length * needed.length) * globWork)
      if (allowingCapability(held, 'execute', itemId) === null)
        this.#note({ kind: 'action-forbidden', node, needed, held: held.slice(0, mostHeld), at })
    }
  }

  #noteUnknownPipes(texts: readonly FilledText[]): void {
    for (const { template, at } of texts)
      for (const expression of template.expressions)
        for (const pipe of expression.pipes)
          if (!pipes.includes(pipe))
            this.#note({ kind: 'pipe-unknown', pipe, near: this.#suggestions.near(pipe, pipes), at })
  }

  /** S3: records a condition that cannot be evaluated and is therefore always false. */
  #noteUnreadable(condition: Value, at: DocumentPath): void {
    if (!isTruthy(condition)) return
    if (!isDict(condition)) {
      this.#note({ kind: 'condition-unreadable', problem: 'the condition is not a mapping', near: [], at })
      return
    }
    for (const key of ['any', 'all']) {
      const parts = condition.get(key)
      if (parts === undefined) continue
      if (isList(parts)) parts.forEach((part, index) => this.#noteUnreadable(part, [...at, key, index]))
      else
        this.#note({
          kind: 'condition-unreadable',
          problem: `${key} is not a list of conditions`,
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
      return { text: `unknown operator ${pyStr(op)}`, near: this.#suggestions.near(pyStr(op), operators) }
    }
    if (op === 'in' && !isList(value)) return { text: 'the value of "in" is not a list', of: 'value' }
    if (op !== 'regex') return undefined
    if (typeof value !== 'string') return { text: 'the pattern is not a string', of: 'value' }
    try {
      checkPythonPattern(value, this.#share)
      return undefined
    } catch (fault) {
      if (fault instanceof PatternProblem) return { text: `the pattern ${fault.message}`, of: 'value' }
      throw fault
    }
  }
}
