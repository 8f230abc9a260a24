import { expect, test } from 'vitest'
import { open, workspace } from '../testing/workspace.ts'
import { edgeInWords, runWalkTests } from './walk-tests.ts'

// A project keeps its walks as tests in `.ai/walks`. Running them makes no calls.

const files = workspace`
  === system/tools/rye/core/runtimes/state-graph/runtime.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  config: {command: walk}
  === project/tools/flow.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: ["*"]
  config:
    start: a
    nodes:
      a: {action: {item_id: tool:x}, assign: {n: "\${result.n}"}, on_error: sorry, next: [{to: b, when: {path: state.n, op: gt, value: 1}}, {to: sorry}]}
      b: {type: return, output: {n: "\${state.n}"}}
      sorry: {type: return}
`
const walks = {
  'good.yaml':
    'graph: flow\npins: [{at: a, result: {n: 2}}]\nexpect: {ending: completed, path: [a, b], output: {n: 2}}\n',
  'more/wrong.yml': 'graph: flow\npins: [{at: a, result: {n: 1}}, {at: z, result: 1}]\nexpect: {path: [a, b]}\n',
  'torn.yaml': 'graph: [\n',
  'empty.yaml': '{}',
  'other.yaml': 'graph: nothing\n',
  'notes.md': 'not a test',
}

test('every test of a project runs, and each taken edge is counted', () => {
  const added = Object.entries(walks).map(([name, text]) => [`/project/.ai/walks/${name}`, text] as const)
  const { workspace: opened } = open({ ...files, files: { ...files.files, ...Object.fromEntries(added) } })
  const { tests, coverage, findings } = runWalkTests(opened)
  expect(tests.map(({ path, graph, differences }) => [path.slice(19), graph, differences])).toEqual([
    ['empty.yaml', null, ['The walk test has no `graph`. Add `graph:` with a value.']],
    ['good.yaml', 'flow', []],
    ['more/wrong.yml', 'flow', ['path: a -> sorry instead of a -> b']],
    ['other.yaml', 'nothing', ['the graph nothing does not exist']],
    ['torn.yaml', null, ['The file is not a YAML document. Write the keys graph, pins and expect.']],
  ])
  expect(tests[2]?.unused).toEqual(['z'])
  // Each finding has its place: the expectation, the pin, or the name of the missing graph.
  const textAt = (at: (typeof findings)[number]['at']): string =>
    at ? (walks[at.path.slice(19) as keyof typeof walks] ?? '').slice(at.start, at.end) : ''
  expect(findings.map(({ code, at }) => [code, at?.path.slice(19), textAt(at)])).toEqual([
    ['graph-walk-differs', 'empty.yaml', '{}'],
    ['graph-walk-differs', 'more/wrong.yml', 'path'],
    ['graph-pin-unused', 'more/wrong.yml', 'z'],
    ['graph-walk-differs', 'other.yaml', 'nothing'],
    ['graph-walk-differs', 'torn.yaml', ''],
  ])
  expect(coverage.map(({ graph, edges }) => [graph, edges.map((edge) => [edgeInWords(edge), edge.taken])])).toEqual([
    ['flow', [['a -> b (next 1)', 1], ['a -> sorry (next 2)', 1], ['a -> sorry (on_error)', 0]]],
  ]) // prettier-ignore
})

test('a project without walks has no walk tests', () => {
  expect(runWalkTests(open(files).workspace)).toEqual({ tests: [], coverage: [], findings: [] })
})
