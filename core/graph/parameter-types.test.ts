import { expect, test } from 'vitest'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { open, workspace } from '../testing/workspace.ts'
import { dictOf } from './document.ts'
import { parameterProblems } from './parameter-types.ts'

// R5, R16.3: what the schemas tell of the parameters of a node is told before it runs.

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
])('$params: $problems', ({ params, problems }) => {
  const found = parameterProblems(decodeValue(tool), dictOf(decodeValue(params)), decodeValue(graph))
  expect(
    found.map(({ parameter, kind, found, wanted }) => `${parameter} ${kind} ${found.join()} ${wanted.join()}`),
  ).toEqual(problems)
})

test('a finding stands at the parameter, or at the params where it is missing', () => {
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
