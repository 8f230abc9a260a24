import type { Diagnostic } from '../diagnostics/facts.ts'
import { edgeCoverage, type CoveredEdge } from '../graph/coverage.ts'
import type { DocumentPath } from '../graph/findings.ts'
import { rangeAt } from '../graph/graph-file.ts'
import type { StepRecord } from '../graph/record.ts'
import { readWalkFile, runWalkTest } from '../graph/walk-test.ts'
import type { Dict } from '../read/value/value.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { testFiles } from './test-files.ts'
import { graphNamed } from '../run/graph-reach.ts'

/** The folder of a project's walk tests: one test per file, in the format of `graph/walk-test.ts`. */
const walksFolder = '.ai/walks'

/** One test and its deviations, empty if the test passes. */
export interface WalkTestVerdict {
  readonly path: string
  /** The item ID of the tested graph; null if the file cannot be read. */
  readonly graph: string | null
  readonly differences: readonly string[]
  /** Pins without a matching call. They do not fail the test, but are often typos. */
  readonly unused: readonly string[]
}

/** All tests in a project, and the edge coverage of the graphs under test. */
export interface WalkTestReport {
  readonly tests: readonly WalkTestVerdict[]
  readonly coverage: readonly { readonly graph: string; readonly edges: readonly CoveredEdge[] }[]
  /** The deviations and unused pins, with their places in the files. */
  readonly findings: readonly Diagnostic[]
}

/** Runs every walk test of the project without making calls. */
export function runWalkTests(workspace: Workspace): WalkTestReport {
  const tests: WalkTestVerdict[] = []
  const findings: Diagnostic[] = []
  const walked = new Map<string, { readonly document: Dict; readonly records: StepRecord[] }>()
  for (const path of testFiles(workspace, `${workspace.settings.project}/${walksFolder}`)) {
    tests.push(verdictOf(workspace, path, walked, (finding) => findings.push(finding)))
  }
  const coverage = [...walked].map(([graph, { document, records }]) => ({
    graph,
    edges: edgeCoverage(document, records),
  }))
  return { tests, coverage, findings }
}

function verdictOf(
  workspace: Workspace,
  path: string,
  walked: Map<string, { readonly document: Dict; readonly records: StepRecord[] }>,
  report: (finding: Diagnostic) => void,
): WalkTestVerdict {
  const { document, test, problems } = readWalkFile(path, workspace.file(path)?.text ?? '')
  const place = (at: DocumentPath): Diagnostic['at'] =>
    document?.kind === 'dict' ? rangeAt({ path, root: document }, at) : { path, start: 0, end: 0 }
  if (!test) {
    const differences = problems.map(({ message, hint }) => `${message} ${hint}`)
    for (const [index, { at }] of problems.entries())
      report({ code: 'graph-walk-differs', at, graph: null, difference: differences[index] ?? '' })
    return { path, graph: null, differences, unused: [] }
  }
  const file = graphNamed(workspace, test.graph)
  if (!file) {
    const difference = `the graph ${test.graph} does not exist`
    report({ code: 'graph-walk-differs', at: place(['graph']), graph: test.graph, difference })
    return { path, graph: test.graph, differences: [difference], unused: [] }
  }
  const { differences, unused, walk } = runWalkTest(test, file.document, workspace.host)
  for (const { words, at } of differences)
    report({ code: 'graph-walk-differs', at: place(at), graph: test.graph, difference: words })
  for (const pin of unused) {
    const index = test.pins.findIndex(({ at }) => at === pin)
    report({ code: 'graph-pin-unused', at: place(['pins', index, 'at']), graph: test.graph, pin })
  }
  const known = walked.get(test.graph) ?? { document: file.document, records: [] }
  walked.set(test.graph, known)
  known.records.push(...walk.records)
  return { path, graph: test.graph, differences: differences.map(({ words }) => words), unused }
}

/** An edge for display: `build -> test (next 1)`, with the number of the edge, or `build -> test (on_error)`. */
export function edgeInWords({ from, to, kind, index }: CoveredEdge): string {
  return `${from} -> ${to} (${kind}${kind === 'next' ? ` ${index + 1}` : ''})`
}
