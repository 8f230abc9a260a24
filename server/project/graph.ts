import { analyze, untraced, type Analysis } from '#core/answer'
import { pictureOf, type GraphPicture } from '#core/graph'
import { parameterValues } from '#core/plan'
import { buildChain } from '#core/resolve'
import { runWalkTests, type WalkTestReport } from '#core/expect'
import { graphReach, type GraphReach } from '#core/run'
import { requireReadable, requireTree, type Directory } from './directory.ts'
import type { ItemCall } from './item.ts'
import { ReportedError } from './reported-error.ts'

/** Facts about a graph that are known before it runs. */
export interface ProjectGraph {
  readonly analysis: Analysis
  readonly picture: GraphPicture
  /** The commands that the graph can reach, with the cost (R16.1); null if the item's ID names no graph. */
  readonly reach: GraphReach | null
  /** The walk tests of the graph, with their coverage. */
  readonly walks: Pick<WalkTestReport, 'tests' | 'coverage'>
}

/**
 * Analyze a state graph without running it.
 * @throws ReportedError for an item that is not found or is not a graph.
 */
export function graph(directory: Directory, call: ItemCall): ProjectGraph {
  const { workspace } = directory
  const analysis = analyze(workspace, call)
  const { item_id } = analysis
  if (analysis.status === 'not_found') {
    requireReadable(directory)
    // In the wrong folder, no item is found, so the folder is checked first.
    requireTree(directory)
  }
  const picture = pictureOf(workspace, buildChain(workspace, item_id, untraced).elements)
  if (!picture) throw new ReportedError('usage', noGraph(analysis, directory))
  const parameters = parameterValues(call.parameters) ?? new Map()
  const reach = graphReach(workspace, { item_id, parameters })
  const { tests, coverage } = runWalkTests(workspace)
  const isOwn = (walk: { readonly graph: string | null }): boolean => walk.graph === item_id
  return { analysis, picture, reach, walks: { tests: tests.filter(isOwn), coverage: coverage.filter(isOwn) } }
}

/** The reason why an item cannot be shown as a graph. An unreadable item can be intended as a graph. */
function noGraph({ item_id, status, diagnostics }: Analysis, { shown }: Directory): string {
  const [unread] = diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'parameter-invalid')
  if (status === 'not_found') return `${item_id} was not found.`
  const { at, message = '' } = unread ?? {}
  const place = at ? `${shown(at.path)}:${at.from.line}:${at.from.column}: ` : ''
  return `${item_id} is not a state graph. ${place}${message}`.trim()
}
