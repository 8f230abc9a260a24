import { expect, test } from 'vitest'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { open, workspace } from '../testing/workspace.ts'
import { dictOf } from './document.ts'
import { GraphReading } from './reading.ts'
import { parameterProblems } from './parameter-types.ts'
import { ValueTypes } from './value-types.ts'

// R5, R16.3: wrong parameters of a node are reported before a run, as far as the schemas reveal them.

const tool = {
  properties: { n: { type: 'integer' }, x: { type: ['number', 'null'] }, text: { type: 'string', default: '' }, any: {}, list: { type: 'array' } },
  required: ['n', 'text'],
  additionalProperties: false,
} // prettier-ignore
const graph = { properties: { count: { type: 'integer' }, name: { type: 'string' } } }

test.for<{ params: Record<string, JsonValue>; problems: readonly string[] }>([
  { params: { n: 1, x: 2, text: 'a', any: [], list: [1] }, problems: [] },
  { params: { n: '${inputs.count}', x: '${inputs.count}' }, problems: [] },
  { params: { n: '${inputs.name}' }, problems: ['n type string integer'] },
  { params: { n: '${inputs.name | length}', list: '${inputs.name | upper}' }, problems: ['list type string array'] },
  { params: { n: 'no ${inputs.count}' }, problems: ['n type string integer'] },
  { params: { n: '${inputs.count.deeper}', x: '${state.x}', list: '${inputs.name || state.x}' }, problems: [] },
  { params: { n: 1.5, text: true }, problems: ['n type number integer', 'text type boolean string'] },
  { params: { n: 1, other: 1 }, problems: ['other unknown  n,x,text,any,list'] },
  { params: { n: null }, problems: ['n missing  integer'] },
  { params: {}, problems: ['n missing  integer'] },
])('the parameters $params of a call have the problems $problems', ({ params, problems }) => {
  const types = new ValueTypes(new GraphReading(dictOf(decodeValue({ config_schema: graph }))))
  const found = parameterProblems(decodeValue(tool), dictOf(decodeValue(params)), types)
  expect(
    found.map(({ parameter, kind, found, wanted }) => `${parameter} ${kind} ${found.join()} ${wanted.join()}`),
  ).toEqual(problems)
})

test('a finding points at the parameter, or at `params` if the parameter is missing', () => {
  const files = workspace`
    === project/tools/t.yaml
    tool_type: graph
    executor_id: rye/core/runtimes/state-graph/runtime
    permissions: ["*"]
    config_schema: {type: object, properties: {name: {type: string}}}
    config:
      start: a
      nodes: {a: {action: {item_id: tool:count, params: {n: «"\${inputs.name}"»}}}}
    === project/tools/count.yaml
    executor_id: rye/core/primitives/execute
    config_schema: {type: object, properties: {n: {type: integer}, text: {type: string}}, required: [text]}
    config: {command: count}
    === system/tools/rye/core/runtimes/state-graph/runtime.yaml
    tool_type: runtime
    executor_id: rye/core/primitives/execute
    config: {command: walk}
  `
  const { diagnostics } = open(files).analyze('t')
  const found = diagnostics.filter(({ code }) => code === 'graph-parameter-wrong')
  expect(found.map(({ facts }) => [facts['parameter'], facts['problem']])).toEqual([
    ['n', 'type'],
    ['text', 'missing'],
  ])
  expect(found[0]?.at).toMatchObject({ start: files.marks[0]?.start, end: files.marks[0]?.end })
})

// The sources of the types in a graph: schema, initial state, assignments, collected lists, items.
const typed = {
  config_schema: {
    properties: {
      user: { type: 'object', properties: { name: { type: 'string' } } },
      files: { type: 'array', items: { type: 'string' } },
    },
  },
  config: {
    start: 'a',
    state: { count: 1, text: '${inputs.user}', maybe: null, open: 'x' },
    nodes: {
      a: { type: 'gate', assign: { count: '${state.text | length}', copy: '${state.count}', open: '${result.any}' } },
      b: { type: 'gate', assign: { maybe: 'text', round: '${state.trip}', trip: '${state.round}' } },
      each: { type: 'foreach', over: '${inputs.files}', as: 'file', collect: 'all', action: { item_id: 'tool:x' } },
      some: { type: 'foreach', over: [1, null, 'b'], action: { item_id: 'tool:x' } },
    },
  },
} as const

test.for<readonly [text: string, node: string, types: string]>([
  ['${inputs.user.name}', 'a', 'string'],
  ['${inputs.files.0}', 'a', 'string'],
  ['${state.inputs.user.name}', 'a', 'string'],
  ['${state.count}', 'a', 'integer'],
  ['${state.copy}', 'a', 'integer'],
  ['${state.text}', 'a', 'string'],
  ['${state.maybe}', 'a', 'string'],
  ['${state.all}', 'a', 'array'],
  ['${state.maybe || state.count}', 'a', 'string,integer'],
  ['${state.open}', 'a', ''],
  ['${state.round}', 'a', ''],
  ['${state.file}', 'each', ''],
  ['${state.count.deeper}', 'a', ''],
  ['${file}', 'each', 'string'],
  ['${file}', 'a', ''],
  ['${item}', 'some', 'integer,string'],
])('%s in the node %s is %s', ([text, node, expected]) => {
  const reading = new GraphReading(dictOf(decodeValue(typed)))
  expect(new ValueTypes(reading).of(text, reading.graph.nodes.get(node)).join()).toBe(expected)
})

test('a chain of ten thousand keys has no known type and does not overflow', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) => [
    `n${at}`,
    { type: 'gate', assign: { [`k${at}`]: `\${state.k${at + 1}}` } },
  ])
  const reading = new GraphReading(
    dictOf(decodeValue({ config: { start: 'n0', nodes: Object.fromEntries(nodes) as JsonValue } })),
  )
  expect(new ValueTypes(reading).of('${state.k0}')).toEqual([])
})

test("a tool's declared outputs keep their types in the graph, and so does a graph's result", () => {
  const files = workspace`
    === project/tools/t.yaml
    tool_type: graph
    executor_id: rye/core/runtimes/state-graph/runtime
    permissions: ["*"]
    config:
      start: a
      nodes:
        a: {action: {item_id: tool:count}, assign: {n: "\${result.total}", deep: "\${result.of.name}", any: "\${result.other}", short: "\${result.short}"}, next: b}
        b: {action: {item_id: tool:inner}, assign: {ended: "\${result.status}", steps: "\${result.steps}"}, next: c}
        c: {action: {item_id: tool:say, params: {a: "\${state.n}", b: "\${state.deep}", c: "\${state.any}", d: "\${state.short}", e: "\${state.ended}", f: "\${state.steps}"}}}
    === project/tools/inner.yaml
    tool_type: graph
    executor_id: rye/core/runtimes/state-graph/runtime
    permissions: ["*"]
    config: {start: a, nodes: {a: {type: return}}}
    === project/tools/count.yaml
    executor_id: rye/core/primitives/execute
    outputs: {total: {type: integer}, of: {type: object, properties: {name: {type: string}}}, other: {}, short: boolean}
    config: {command: count}
    === project/tools/say.yaml
    executor_id: rye/core/primitives/execute
    config_schema: {type: object, properties: {a: {type: string}, b: {type: integer}, c: {type: string}, d: {type: string}, e: {type: integer}, f: {type: integer}}}
    config: {command: say}
    === system/tools/rye/core/runtimes/state-graph/runtime.yaml
    tool_type: runtime
    executor_id: rye/core/primitives/execute
    config: {command: walk}
  `
  const { diagnostics } = open(files).analyze('t')
  const found = diagnostics.filter(({ code }) => code === 'graph-parameter-wrong')
  expect(found.map(({ facts: { parameter, found: is, wanted } }) => [parameter, is, wanted])).toEqual([
    ['a', ['integer'], ['string']],
    ['b', ['string'], ['integer']],
    ['d', ['boolean'], ['string']],
    ['e', ['string'], ['integer']],
  ])
})
