import { expect, test } from 'vitest'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { dictOf } from '../graph/document.ts'
import { withEffort } from '../testing/effort.ts'
import { open, workspace } from '../testing/workspace.ts'
import { executeCall } from './execute.ts'
import { graphReach, type GraphReach } from './graph-reach.ts'

// R16.1: the commands that a graph can reach are known before it runs. Commands that depend on the walk are marked as
// open.

const files = workspace`
  === system/tools/rye/core/runtimes/state-graph/runtime.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  anchor: {enabled: true, mode: always}
  config: {command: walk}
  === project/tools/say.yaml
  executor_id: rye/core/primitives/execute
  config_schema: {type: object, properties: {n: {type: integer}}}
  config: {command: say, args: ["{text}"]}
  === project/tools/flow.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: [rye.execute.tool.say, rye.execute.tool.inner]
  config_schema: {type: object, properties: {who: {type: string, default: Ada}}}
  config:
    start: hello
    state: {sign: "!", count: 0}
    hooks: [{event: error, action: {item_id: tool:say, params: {text: "\${error.error}"}}}]
    nodes:
      hello: {action: {item_id: tool:say, params: {text: "\${inputs.who}\${state.sign}"}}, assign: {count: "\${result.n}"}, next: each}
      each: {type: foreach, over: "\${inputs.list}", action: {item_id: tool:say, params: {text: "\${item}"}}, next: counted}
      counted: {action: {item_id: tool:say, params: {text: "x", n: "\${state.count}"}}, next: named}
      named: {action: {item_id: "tool:\${state.count}"}, next: nested}
      nested: {action: {item_id: tool:inner, params: {word: "{input:who}"}}, next: refused}
      refused: {action: {item_id: tool:other}, next: done}
      done: {type: return}
      never: {action: {item_id: tool:say, params: {text: never}}}
  === project/tools/inner.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: ["*"]
  config: {start: a, nodes: {a: {action: {item_id: tool:say, params: {text: "\${inputs.word}"}}}}}
`

function reach(parameters: JsonValue = {}): GraphReach {
  const found = graphReach(open(files).workspace, { item_id: 'flow', parameters: dictOf(decodeValue(parameters)) })
  if (!found) throw new Error('flow is a graph')
  return found
}

const rows = ({ commands }: GraphReach) =>
  commands.map(({ graph, node, plan, open, refused }) => [
    `${graph}/${node}`,
    plan && 'args' in plan ? plan.args.join(' ') : null,
    open.join(', '),
    refused === null ? '' : 'refused',
  ])

test('every command of a graph and its called graphs is listed, with its unresolved expressions', () => {
  expect(rows(reach({ list: ['a', 'b'] }))).toEqual([
    ['flow/hello', 'Ada!', '', ''],
    ['flow/each', 'a', '', ''],
    ['flow/each', 'b', '', ''],
    ['flow/counted', 'x', 'state.count', ''],
    ['flow/named', null, 'state.count', ''],
    ['inner/a', 'Ada', '', ''],
    ['flow/refused', null, '', 'refused'],
    ['flow/hook:error', '${error.error}', 'error.error', ''],
  ])
})

test('an injected key has its value, and the keys of a saved state are unresolved', () => {
  expect(rows(reach({ inject_state: { sign: '?' } }))[0]).toEqual(['flow/hello', 'Ada?', '', ''])
  expect(rows(reach({ resume: true }))[0]?.[2]).toBe('inputs.who, state.sign')
})

test('the items of a list from a result are unresolved', () => {
  const [, each] = rows(reach({ inject_state: { inputs: {} } }))
  expect(each).toEqual(['flow/each', '${item}', 'inputs.list, item', ''])
})

test('a tool that is not a graph has no reachable commands', () => {
  expect(graphReach(open(files).workspace, { item_id: 'say', parameters: new Map() })).toBeNull()
})

test('a command without unresolved expressions runs as listed', async () => {
  const ran: (string | undefined)[] = []
  const said = (text: string) => ({ text, bytes: text.length, omitted_bytes: 0 })
  const parameters = dictOf(decodeValue({ list: ['a', 'b'] }))
  const request = { item_type: 'tool', action: 'run', item_id: 'flow', parameters, project_path: '/project' } as const
  await executeCall(open(files).workspace, request, {
    run(plan) {
      ran.push(plan.digest)
      return Promise.resolve({ primitive: 'execute', ending: { kind: 'exited', return_code: 0 }, stdout: said('{"n": 7}'), stderr: said(''), duration_ms: 1 }) // prettier-ignore
    },
    now: () => '',
    graphs: { milliseconds: () => 0, cancelled: () => false, observe: () => undefined, pause: () => Promise.resolve() },
  })
  const { commands } = reach({ list: ['a', 'b'] })
  const exact = commands.filter(({ open }) => open.length === 0).map(({ plan }) => plan?.digest)
  expect(ran.slice(0, 3)).toEqual(exact.slice(0, 3))
  expect(exact).not.toContain(ran[3])
})

/** A graph that calls the given items, one per node, each with its parameters as YAML. */
const graphThatCalls = (...calls: readonly (readonly [item: string, params: string])[]): string => {
  const nodes = calls.map(
    ([item, params], at) => `    n${at}: {action: {item_id: "tool:${item}", params: ${params}}, next: n${at + 1}}\n`,
  )
  const head = 'tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\npermissions: ["*"]\n'
  return `${head}config:\n  start: n0\n  nodes:\n${nodes.join('')}    n${calls.length}: {type: return}\n`
}

function reachOf(graphs: Readonly<Record<string, string>>): GraphReach {
  const more = Object.entries(graphs).map(([name, text]) => [`/project/.ai/tools/${name}.yaml`, text] as const)
  const { workspace: opened } = open({ files: { ...files.files, ...Object.fromEntries(more) } })
  return graphReach(opened, { item_id: 'a', parameters: new Map() })!
}

const said = '{text: hi}'

test.for([
  {
    name: 'a graph that calls itself with changing input is followed to the depth limit',
    graphs: { a: graphThatCalls(['say', '{text: "<${inputs.n}>"}'], ['a', '{n: "{input:n?}x"}']) },
    listed: ['a/n0 <>', 'a/n0 <x>', 'a/n0 <xx>', 'a/n0 <xxx>', 'a/n0 <xxxx>'],
  },
  {
    name: 'equal commands on two paths are listed once, and different commands twice',
    graphs: {
      a: graphThatCalls(['b', '{n: 1}'], ['b', '{n: 2}'], ['b', '{n: 1}']),
      b: graphThatCalls(['say', said], ['say', '{text: "${inputs.n}"}']),
    },
    listed: ['b/n0 hi', 'b/n1 1', 'b/n1 2'],
  },
  {
    name: 'the same command of two graphs is listed for each',
    graphs: { a: graphThatCalls(['say', said], ['b', '{}']), b: graphThatCalls(['say', said]) },
    listed: ['a/n0 hi', 'b/n0 hi'],
  },
  {
    name: 'a command too deep on one path is listed on a shorter path',
    graphs: {
      a: graphThatCalls(['b', '{}'], ['d', '{}']),
      b: graphThatCalls(['c', '{}']),
      c: graphThatCalls(['c2', '{}']),
      c2: graphThatCalls(['d', '{}']),
      d: graphThatCalls(['e', '{}']),
      e: graphThatCalls(['say', said]),
    },
    listed: ['e/n0 hi'],
  },
])('$name', ({ graphs, listed }) => {
  const { commands } = reachOf(graphs)
  expect(
    commands.map(({ graph, node, plan }) => `${graph}/${node} ${plan && 'args' in plan ? plan.args.join(' ') : ''}`),
  ).toEqual(listed)
})

test('a graph that is called repeatedly in the same way is examined once', () => {
  const calls = (item: string, params: string) =>
    graphThatCalls(...Array.from({ length: 10 }, () => [item, params] as const))
  const graphs = {
    a: calls('b', '{}'),
    b: calls('c', '{}'),
    c: calls('d', '{}'),
    d: calls('e', '{}'),
    e: calls('say', said),
  }
  const { value, effort } = withEffort(() => reachOf(graphs))
  expect(value.commands).toHaveLength(10)
  expect(effort).toBeLessThan(2_000)
})

test('graphs that call each other in too many ways are reported as uncountable', () => {
  const width = 60
  const layer = (depth: number) =>
    Array.from({ length: width }, (_, at): [string, string] => {
      const calls = Array.from({ length: width }, (_other, to) =>
        `    n${to}: {action: {item_id: tool:g${depth + 1}_${to}}, next: n${to + 1}}\n`) // prettier-ignore
      const nodes = depth === 4 ? '' : calls.join('')
      const end = `    n${depth === 4 ? 0 : width}: {type: return}\n`
      const head = `tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\npermissions: ["*"]\n`
      return [`/project/.ai/tools/g${depth}_${at}.yaml`, `${head}config:\n  start: n0\n  nodes:\n${nodes}${end}`]
    })
  const many = { ...files.files, ...Object.fromEntries([1, 2, 3, 4].flatMap(layer)) }
  const { workspace: opened } = open({ files: many })
  const { worst } = graphReach(opened, { item_id: 'g1_0', parameters: new Map() }) ?? {}
  expect(worst).toMatchObject({ steps: width + 1, uncounted: expect.arrayContaining(['n59']) as string[] })
})
