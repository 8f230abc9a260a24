import { expect, test } from 'vitest'
import { open, workspace, type TestFiles } from '../testing/workspace.ts'

// R16.8: the findings about a graph before it runs, at their places.

const runtime = {
  '/system/.ai/tools/rye/core/runtimes/state-graph/runtime.yaml':
    'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: walk}\n',
  '/project/.ai/tools/ls.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\n',
}

function graph({ files, marks }: TestFiles) {
  return { analysis: open({ files: { ...files, ...runtime } }).analyze('t'), marks }
}

test.for([
  {
    code: 'graph-node-unknown',
    facts: { node: 'a', field: 'next', target: 'dnoe', near: ['done'] },
    files: workspace`
      === project/tools/t.yaml
      tool_type: graph
      executor_id: rye/core/runtimes/state-graph/runtime
      permissions: ["*"]
      config:
        start: a
        nodes:
          a:
            type: gate
            next:
              - to: «dnoe»
                when: {path: inputs.x, op: exists}
              - to: done
          done: {type: return}
    `,
  },
  {
    code: 'graph-node-unreachable',
    facts: { node: 'lost' },
    files: workspace`
      === project/tools/t.yaml
      tool_type: graph
      executor_id: rye/core/runtimes/state-graph/runtime
      permissions: ["*"]
      config:
        start: a
        nodes:
          a: {type: return}
          «lost»:
            type: gate
            next: a
    `,
  },
  {
    code: 'graph-incomplete',
    facts: { missing: 'start' },
    files: workspace`
      === project/tools/t.yaml
      tool_type: graph
      executor_id: rye/core/runtimes/state-graph/runtime
      permissions: ["*"]
      «config»:
        nodes:
          a: {type: return}
    `,
  },
  {
    code: 'graph-key-unassigned',
    facts: { key: 'coutn', near: ['count'] },
    files: workspace`
      === project/tools/t.yaml
      tool_type: graph
      executor_id: rye/core/runtimes/state-graph/runtime
      permissions: ["*"]
      CONFIG:
        start: a
        state: {count: 1}
        nodes:
          a: {type: return, output: [«"n: \${state.coutn || state.count}"»]}
    `,
  },
  {
    code: 'graph-condition-unreadable',
    facts: { problem: 'unknown operator eqq', near: ['eq'] },
    files: workspace`
      === project/tools/t.yaml
      tool_type: graph
      executor_id: rye/core/runtimes/state-graph/runtime
      permissions: ["*"]
      config:
        start: a
        nodes:
          a: {type: return}
        hooks:
          - event: error
            condition: {all: [{path: node, op: «eqq», value: a}]}
            action: {retry: true}
    `,
  },
  {
    code: 'graph-action-broken',
    facts: { node: 'a', item_id: 'sl', problem: 'item-not-found', near: ['ls'] },
    files: workspace`
      === project/tools/t.yaml
      tool_type: graph
      executor_id: rye/core/runtimes/state-graph/runtime
      permissions: ["*"]
      config:
        start: a
        nodes:
          a: {action: {item_type: tool, item_id: «sl»}}
    `,
  },
] as const)('$code is reported at its place', ({ code, facts, files }) => {
  const { analysis, marks } = graph(files)
  const found = analysis.diagnostics.find((one) => one.code === code)
  expect(found?.facts).toEqual(facts)
  expect([found?.at?.start, found?.at?.end]).toEqual([marks[0]!.start, marks[0]!.end])
})

test('a graph with an error is refused, one with warnings is not', () => {
  const head = 'tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\npermissions: ["*"]\n'
  const status = (config: string) =>
    graph({ files: { '/project/.ai/tools/t.yaml': `${head}${config}` }, marks: [] }).analysis.status
  expect(status('config: {start: a, nodes: {a: {type: return}, b: {type: gate}}}\n')).toBe('ready')
  expect(status('config: {start: b, nodes: {a: {type: return}}}\n')).toBe('refused')
})

test('a tool of another type, another executor or another dialect is not a graph', () => {
  const files = (type: string, executor: string) => ({
    '/project/.ai/tools/t.yaml': `tool_type: ${type}\nexecutor_id: ${executor}\n`,
  })
  const codes = (type: string, executor: string, dialect: 'lillux' | 'lilux' = 'lillux') =>
    open({ files: { ...files(type, executor), ...runtime } }, { dialect })
      .analyze('t')
      .diagnostics.map(({ code }) => code)
      .filter((code) => code.startsWith('graph-'))
  expect(codes('graph', 'rye/core/runtimes/state-graph/runtime')).not.toEqual([])
  expect(codes('python', 'rye/core/runtimes/state-graph/runtime')).toEqual([])
  expect(codes('graph', 'ls')).toEqual([])
  expect(codes('graph', 'rye/core/runtimes/state-graph/runtime', 'lilux')).toEqual([])
})
