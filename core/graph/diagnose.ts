import type { Diagnostic } from '../diagnostics/facts.ts'
import type { ChainElement } from '../resolve/chain.ts'
import { Suggestions } from '../text/near.ts'
import { pyStr } from '../read/value/text.ts'
import type { WorkShare } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { CallGraph } from './call-graph.ts'
import { checkReading } from './check.ts'
import type { GraphFinding } from './findings.ts'
import { graphFileOf, rangeAt, type GraphFile } from './graph-file.ts'
import { graphHints, type GraphHint } from './hints.ts'
import { GraphReading } from './reading.ts'
import { unusedFields } from './unused-fields.ts'

/** Units of work for one finding, and for one expression or one of its paths, including its checks. */
const findingWork = 20
const expressionWork = 50

/** R16.8: all findings about a graph before it runs, with their places; empty for other tools. */
export function graphFindings(
  workspace: Workspace,
  elements: readonly ChainElement[],
  share: WorkShare,
): readonly Diagnostic[] {
  const file = graphFileOf(workspace, elements)
  if (!file) return []
  share.draw(expressionsIn(workspace.file(file.path)?.text ?? '') * expressionWork)
  const reading = new GraphReading(file.document)
  const { errors, warnings } = checkReading(reading)
  share.draw((errors.length + warnings.length) * findingWork)
  const names = new Names(reading, share)
  const said = [...errors, ...warnings].map((finding) => diagnosticOf(file, names, finding))
  if (errors.some(({ kind }) => kind === 'malformed')) return said
  const hints = graphHints(reading, names.suggestions, share).map((hint) => hintOf(file, hint))
  share.draw(hints.length * findingWork)
  const unused = unusedFields(reading.graph, names.suggestions).map(
    ({ node, field, near, left_out, at }): Diagnostic => {
      return { code: 'graph-field-unused', at: rangeAt(file, at), node, field, near, left_out }
    },
  )
  share.draw(unused.length * findingWork)
  return [...said, ...hints, ...unused, ...new CallGraph(workspace, file, reading, share).findings()]
}

function expressionsIn(text: string): number {
  let count = 0
  for (const sign of ['${', '||'])
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) count++
  return count
}

/** Suggestions for unknown names in a graph. */
class Names {
  readonly suggestions: Suggestions
  readonly #reading: GraphReading
  #nodes: ReadonlySet<string> | undefined
  #assigned: ReadonlySet<string> | undefined

  constructor(reading: GraphReading, share: WorkShare) {
    this.#reading = reading
    this.suggestions = new Suggestions(share)
  }

  nodesLike(name: string): readonly string[] {
    return this.suggestions.near(name, (this.#nodes ??= new Set(this.#reading.graph.nodes.keys())))
  }

  keysLike(name: string): readonly string[] {
    return this.suggestions.near(name, (this.#assigned ??= new Set(this.#reading.keys.assigned.keys())))
  }
}

function diagnosticOf(file: GraphFile, names: Names, finding: GraphFinding): Diagnostic {
  const at = rangeAt(file, finding.at)
  switch (finding.kind) {
    case 'malformed':
      return { code: 'graph-malformed', at, node: finding.node, problem: finding.problem }
    case 'no-permissions':
      return { code: 'graph-incomplete', at, missing: 'permissions' }
    case 'no-start':
      return { code: 'graph-incomplete', at, missing: 'start' }
    case 'unknown-start': {
      const target = pyStr(finding.target)
      return { code: 'graph-node-unknown', at, node: null, field: 'start', target, near: names.nodesLike(target) }
    }
    case 'unknown-next':
    case 'unknown-on-error': {
      const { node, target } = finding
      const field = finding.kind === 'unknown-next' ? 'next' : 'on_error'
      return { code: 'graph-node-unknown', at, node, field, target, near: names.nodesLike(target) }
    }
    case 'bad-on-error':
      return { code: 'graph-policy-unknown', at, value: pyStr(finding.value) }
    case 'foreach-without-over':
      return { code: 'graph-node-incomplete', at, node: finding.node, missing: 'over' }
    case 'foreach-without-action':
    case 'missing-action':
      return { code: 'graph-node-incomplete', at, node: finding.node, missing: 'action' }
    case 'async-foreach':
      return { code: 'graph-foreach-async', at, node: finding.node }
    case 'unreachable':
      return { code: 'graph-node-unreachable', at, node: finding.node }
    case 'never-assigned':
      return { code: 'graph-key-unassigned', at, key: finding.key, near: names.keysLike(finding.key) }
    case 'never-read':
      return { code: 'graph-key-unread', at, key: finding.key }
  }
}

function hintOf(file: GraphFile, hint: GraphHint): Diagnostic {
  const at = rangeAt(file, hint.at)
  switch (hint.kind) {
    case 'condition-unreadable':
      return { code: 'graph-condition-unreadable', at, problem: hint.problem, near: hint.near }
    case 'pipe-unknown':
      return { code: 'graph-pipe-unknown', at, pipe: hint.pipe, near: hint.near }
    case 'may-end':
      return { code: 'graph-may-end', at, node: hint.node }
    case 'action-forbidden':
      return { code: 'graph-action-forbidden', at, node: hint.node, needed: hint.needed, held: hint.held }
  }
}
