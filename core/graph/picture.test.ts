import { expect, test } from 'vitest'
import { buildChain } from '../resolve/chain.ts'
import { open, workspace, type TestFiles } from '../testing/workspace.ts'
import { untraced } from '../trace.ts'
import { conditionInWords } from './condition-words.ts'
import { pictureOf, type GraphPicture } from './picture.ts'
import { decodeValue } from '../read/value/encode.ts'

// R16.2: the picture of a graph matches its file.

const runtime = {
  '/system/.ai/tools/rye/core/runtimes/state-graph/runtime.yaml':
    'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: walk}\n',
  '/project/.ai/tools/ls.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\n',
}

function pictured({ files }: TestFiles): GraphPicture | null {
  const opened = open({ files: { ...files, ...runtime } }).workspace
  return pictureOf(opened, buildChain(opened, 't', untraced).elements)
}

const files = workspace`
  === project/tools/t.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: [rye.execute.tool.ls]
  config:
    start: list
    hooks: [{event: error, action: {item_id: "tool:ls"}}]
    nodes:
      list:
        description: Looks
        action: {item_id: ls, item_type: tool}
        next:
          - {to: each, when: {path: state.n, op: gt, value: 0}}
          - to: gone
        on_error: __proto__
      each: {type: foreach, over: "\${state.files}", action: {item_id: "tool:\${item}"}}
      __proto__: {type: return, next: list}
      blind: {action: {item_id: "tool:rm"}, next: ""}
`

test('nodes are in file order, with their lines, chains and permissions', () => {
  const picture = pictured(files)
  expect(picture?.nodes.map(({ name, kind }) => [name, kind])).toEqual([
    ['list', 'action'],
    ['each', 'foreach'],
    ['__proto__', 'return'],
    ['blind', 'action'],
  ])
  expect(picture?.nodes[0]).toMatchObject({
    about: 'Looks',
    item: {
      id: 'tool:ls',
      chain: ['ls', 'rye/core/primitives/execute'],
      problem: null,
      needed: 'rye.execute.tool.ls',
      allowed: 'rye.execute.tool.ls',
    },
  })
  const text = String(files.files['/project/.ai/tools/t.yaml'])
  const { start, end } = picture!.nodes[0]!.at
  expect(text.slice(start, end).trim()).toMatch(/^list:[^]*on_error: __proto__$/)
  expect(picture?.nodes[1]).toMatchObject({ over: '${state.files}', item: { chain: null, needed: null } })
  expect(picture?.nodes[3]?.item).toMatchObject({ allowed: null, needed: 'rye.execute.tool.rm' })
  expect(picture?.nodes[3]?.item?.problem).not.toBeNull()
})

test('an edge to a missing node is drawn, and a return node has no outgoing edge', () => {
  expect(pictured(files)?.edges.map(({ from, to, kind, when }) => [from, to, kind, when])).toEqual([
    ['list', 'each', 'next', 'state.n gt 0'],
    ['list', 'gone', 'next', null],
    ['list', '__proto__', 'on_error', null],
    ['blind', '', 'next', null],
  ])
})

test('a tool that is not a graph has no picture', () => {
  expect(pictured(workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: x}
  `)).toBeNull()
}) // prettier-ignore

test.for([
  [null, 'always'],
  [[1], 'never: not a mapping'],
  [{ any: 3 }, 'never: any takes a list'],
  [{ any: [{ path: 'a', value: 'x' }, { not: { path: 'b', op: 'exists' } }] }, '(a eq "x") or (not (b exists))'],
  [{ all: [] }, 'always'],
  [{ path: '', operator: 'ne', value: [1, true] }, 'everything ne [1, True]'],
] as const)('the condition %j reads "%s"', ([condition, words]) => {
  expect(conditionInWords(decodeValue(condition))).toBe(words)
})
