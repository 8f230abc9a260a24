import { expect, test } from 'vitest'
import { buildChain } from '../resolve/chain.ts'
import { open, workspace } from '../testing/workspace.ts'
import { untraced } from '../trace.ts'
import { readGraph } from './document.ts'
import { graphFileOf } from './graph-file.ts'
import { graphHover, graphNameAt, graphNames, placesOf, renameInGraph } from './names.ts'
import { graphOffer, openExpression } from './suggest.ts'

// Each name of a graph has a place: an editor can find, follow, rename and suggest it.

const files = workspace`
  === project/tools/flow.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: ["*"]
  config:
    start: fetch
    state: {count: 0, "odd key": 1}
    hooks: [{event: error, condition: {path: state.count, op: gt, value: 1}, action: {item_id: tool:a, params: {n: "\${state.count}"}}}]
    nodes:
      fetch:
        description: Fetches all.
        action: {item_id: tool:a, params: {n: "\${state.count || inputs.n | json} and \${state.counter}"}}
        assign: {count: "\${result.n}"}
        on_error: 'sorry'
        next:
          - {to: each, when: {all: [{path: state.count.x, op: eq, value: state.count}]}}
          - to: fetch
      each: {type: foreach, over: "\${inputs.list}", as: one, action: {item_id: "tool:\${one}", params: {path: state.count}}, collect: counter, next: sorry}
      sorry: {type: return, output: {count: "\${state.count}", text: state.count}}
  === system/tools/rye/core/runtimes/state-graph/runtime.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  config: {command: walk}
`
const { workspace: opened } = open(files)
const file = graphFileOf(opened, buildChain(opened, 'flow', untraced).elements)
if (!file) throw new Error('flow is a graph')
const graph = readGraph(file.document)
const text = opened.file(file.path)?.text ?? ''
const names = graphNames(file, text)
const at = (marked: string) => {
  const found = graphNameAt(names, text.indexOf(marked) + marked.length - 1)
  if (!found) throw new Error(`no name in ${marked}`)
  return found
}

test('every name has its exact place', () => {
  for (const { name, at: place } of names) expect(text.slice(place.start, place.end)).toBe(name)
  expect(placesOf(names, { kind: 'node', name: 'sorry' })).toHaveLength(3)
  expect(placesOf(names, { kind: 'node', name: 'fetch' })).toHaveLength(3)
  // The seven places: initial value, hook (twice), action, assign, condition and output. Strings that only look similar
  // are not places.
  expect(placesOf(names, { kind: 'key', name: 'count' })).toHaveLength(7)
  expect(placesOf(names, { kind: 'key', name: 'counter' })).toHaveLength(2)
})

test('a name resolves to its definition', () => {
  const [node, ...none] = placesOf(names, at('- to: fetch'), true)
  expect([node?.start, none]).toEqual([text.indexOf('fetch:\n'), []])
  expect(placesOf(names, at('{state.counter'), true).map(({ start }) => start)).toEqual([text.indexOf('counter, next')])
})

test('a rename writes every place, and refuses a name that is taken or malformed', () => {
  const renamed = renameInGraph(names, at("on_error: 'sorry"), 'failed')
  if ('because' in renamed) throw new Error(renamed.because)
  const changed = [...renamed.edits]
    .reverse()
    .reduce((now, { start, end, text: to }) => now.slice(0, start) + to + now.slice(end), text)
  expect(changed).toContain("on_error: 'failed'")
  expect(changed).toContain('collect: counter, next: failed}\n')
  expect(changed).not.toContain('sorry')
  expect(renameInGraph(names, at('start: fetch'), 'each')).toHaveProperty('because')
  expect(renameInGraph(names, at('start: fetch'), 'a: b')).toHaveProperty('because')
})

test('hover shows the call and the edges of a node, and the number of uses of a key', () => {
  expect(graphHover(graph, names, at('start: fetch'))).toBe(
    '**fetch** (action) calls `tool:a`\n\nFetches all.\n\n- → each when (state.count.x eq "state.count")\n- → fetch\n- on error → sorry',
  )
  expect(graphHover(graph, names, at('assign: {count'))).toBe(
    '**state.count** is assigned in 2 places and read in 5 places. It has an initial value.',
  )
})

test.for([
  { line: '      next: ', kind: 'node', has: 'each', typed: 0 },
  { line: '          - {to: so', kind: 'node', has: 'sorry', typed: 2 },
  { line: '  on_error: "', kind: 'node', has: 'fetch', typed: 0 },
  { line: '  params: {n: "${inputs.n || state.co', kind: 'key', has: 'counter', typed: 2 },
  { line: '  when: {path: state.', kind: 'key', has: '_last_error', typed: 0 },
  { line: '  x: "${state.count | js', kind: 'pipe', has: 'json', typed: 2 },
  { line: '  x: "${', kind: 'root', has: 'one', typed: 0 },
  { line: '  when: {path: x, op: ', kind: 'operator', has: 'contains', typed: 0 },
  { line: '  action: {item_id: tool:t', kind: 'item', has: 'tool:text/count', typed: 6 },
])('a name of the kind $kind is suggested at $line', ({ line, kind, has, typed }) => {
  const offer = graphOffer(line, graph, ['text/count'])
  expect(offer).toMatchObject({ kind, typed })
  expect(offer?.names).toContain(has)
})

test.for(['      type: ', '  comment: what comes next: is', '  x: "${state.count}'])(
  'only a line with `next:` gets a suggestion: %s',
  (line) => {
    expect(graphOffer(line, graph, [])?.kind).toBe(line.includes('next') ? 'node' : undefined)
  },
)

test.for([
  { line: 'a: "${b', open: 6 },
  { line: 'a: "${b} ${c} ${d ${e', open: 16 },
  { line: '${', open: 2 },
  { line: 'a: "${b}', open: undefined },
  { line: 'a: $ {b', open: undefined },
])('the start of the open expression in $line is $open', ({ line, open }) => {
  expect(openExpression(line)).toBe(open)
})

test.for(['${', '${}', '${a}${', '$', '{', '}'])(
  'every character of a line with many %s is read at most once',
  (piece) => {
    const line = `${piece.repeat(10_000)}}`
    let looks = 0
    openExpression({
      length: line.length,
      charAt(at) {
        looks++
        return line.charAt(at)
      },
    })
    expect(looks).toBeLessThanOrEqual(line.length)
  },
)

// For these inputs, an algorithm with more than linear time does not finish.
test.for(['${', 'next:', ' next: ', ' path: state.', ' op:  ', ' item_id: ', '${a | ', '|', ' state.', '\t', ',{'])(
  'a line of a million characters that repeats %s is processed',
  (piece) => {
    for (const end of ['', '}', '\0']) {
      const line = piece.repeat(1_000_000 / piece.length) + end
      expect(graphOffer(line, graph, ['text/count'])?.typed ?? 0).toBeLessThanOrEqual(line.length)
    }
  },
)
