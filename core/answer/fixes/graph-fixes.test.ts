import { expect, test } from 'vitest'
import { resolveRun } from '../analyze.ts'
import { severity } from '../../diagnostics/severity.ts'
import { exampleSnapshots, workspaceOfDraft } from '../../testing/examples.ts'
import { expectOffers, type FixRow } from '../../testing/fixes.ts'
import type { TestFiles } from '../../testing/workspace.ts'
import { changedWorkspace, explainFixes } from './explain.ts'

/** A graph with its runtime and a tool. */
const graph = (config: string, permissions = 'permissions: ["*"]'): TestFiles => ({
  marks: [],
  files: {
    '/project/.ai/tools/t.yaml': `tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\n${permissions}\n${config}`,
    '/project/.ai/tools/ls.yaml':
      'executor_id: rye/core/primitives/execute\nconfig_schema: {properties: {n: {type: string}}, required: [n]}\nconfig: {command: ls}\n',
    '/project/.ai/tools/rye/core/runtimes/state-graph/runtime.yaml':
      'executor_id: rye/core/primitives/execute\nconfig: {command: walk}\n',
  },
})

const rows: readonly FixRow[] = [
  {
    name: 'an edge of a graph to a node that is misspelled',
    files: graph('config:\n  start: a\n  nodes:\n    a: {type: gate, next: dnoe}\n    done: {type: return}\n'),
    offers: ['Change to done'],
    ready: 'Change to done',
  },
  {
    name: 'a state key and a pipe of a graph that are misspelled',
    files: graph(
      'config:\n  start: a\n  nodes:\n    a: {type: gate, assign: {counts: 1}, next: [{to: done, when: {path: state.cuonts}}, {to: done}]}\n    done: {type: return, output: "${state.counts | lenght}"}\n',
    ),
    offers: ['Write counts', 'Write length'],
    ready: 'Write counts',
  },
  {
    name: 'a graph without a start',
    files: graph('config:\n  nodes:\n    first: {type: return}\n'),
    offers: ['Start at first'],
    ready: 'Start at first',
  },
  {
    name: 'a graph without permissions for its calls',
    files: graph('config:\n  start: a\n  nodes:\n    a:\n      action: {item_id: tool:ls, params: {n: x}}\n', ''),
    offers: ['Add permissions: rye.execute.tool.ls'],
    ready: 'Add permissions: rye.execute.tool.ls',
  },
  {
    name: 'a call that the permissions do not allow, in a list of lines',
    files: graph(
      'config: {start: a, nodes: {a: {action: {item_id: tool:ls, params: {n: x}}}}}\n',
      'permissions:\n  - rye.execute.tool.other',
    ),
    offers: ['Add the permission rye.execute.tool.ls'],
    ready: 'Add the permission rye.execute.tool.ls',
  },
  {
    name: 'an edge to a missing node without a similar name',
    files: graph('config:\n  start: a\n  nodes:\n    a:\n      type: gate\n      next: elsewhere # to come\n'),
    offers: ['Add a return node elsewhere'],
    ready: 'Add a return node elsewhere',
  },
  {
    name: 'a foreach node without a list',
    files: graph(
      'config_schema: {properties: {texts: {type: array}, n: {type: string}}}\nconfig:\n  start: a\n  state: {words: []}\n  nodes:\n    a: {type: foreach, action: {item_id: tool:ls, params: {n: "${item}"}}}\n',
    ),
    offers: ['Loop over ${inputs.texts}', 'Loop over ${state.words}'],
    ready: 'Loop over ${inputs.texts}',
  },
  {
    name: 'a node without an action',
    files: graph('config:\n  start: a\n  nodes:\n    a:\n      next: b\n    b: {output: 1}\n'),
    offers: ['Make a a gate', 'Make b a return'],
  },
  {
    name: 'a missing next, which leaves a node unreachable',
    files: graph(
      'config:\n  start: a\n  nodes:\n    a:\n      type: gate\n      assign:\n        text: |\n          many\n          lines\n    b:\n      type: return\n      output: "${state.text}"\n',
    ),
    offers: ['Continue from a to b', 'Remove b'],
    ready: 'Continue from a to b',
  },
  {
    name: 'an unreachable node, between braces',
    files: graph('config: {start: a, nodes: {a: {type: return}, b: {type: return}}}\n'),
    offers: ['Remove b'],
    ready: 'Remove b',
  },
  {
    name: 'a state key that nothing gives a value',
    files: graph('config:\n  start: a\n  nodes: {a: {type: return, output: "${state.nothing}"}}\n'),
    offers: ['Set the initial value of state.nothing to null'],
    ready: 'Set the initial value of state.nothing to null',
  },
  {
    name: 'a last edge with a condition',
    files: graph(
      'config:\n  start: a\n  nodes:\n    a:\n      type: gate\n      next:\n        - {to: b, when: {path: inputs.x, op: exists}}\n    b: {type: return}\n',
    ),
    offers: ['Add a last edge to b'],
    ready: 'Add a last edge to b',
  },
  {
    name: 'an operator, an item and a parameter that are not right',
    files: graph(
      'config_schema: {properties: {n: {type: string}}}\nconfig:\n  start: a\n  nodes:\n    a: {action: {item_id: tool:lss}, next: [{to: b, when: {path: inputs.n, op: exist}}, {to: b}]}\n    b: {action: {item_id: tool:ls}}\n',
    ),
    offers: ['Write exists', 'Write ls', 'Pass n from inputs.n'],
  },
]

test.for(rows)('the expected fixes are offered for $name', expectOffers)

test('the fixes offered for the findings of the broken example graph fix it (R16.8)', () => {
  const snapshot = exampleSnapshots()['graph-repair']!
  let here = workspaceOfDraft(snapshot)
  const wrong = (): readonly string[] =>
    resolveRun(here, snapshot).findings.flatMap(({ code }) => (severity[code] !== 'hint' && code.startsWith('graph-') ? [code] : [])) // prettier-ignore
  const made: string[] = []
  for (let left = wrong(); left.length > 0; left = wrong()) {
    const fix = explainFixes(here, snapshot).find(({ code, state }) => left.includes(code) && state === 'verified')
    expect(fix, left.join()).toBeDefined()
    here = changedWorkspace(here, fix!.changes)!
    made.push(fix!.title)
  }
  expect(made).toEqual([
    'Change to summary',
    'Loop over ${inputs.texts}',
    'Make nothing a gate',
    'Write counts',
    'Add the permission rye.execute.tool.text.count',
  ])
  expect(resolveRun(here, snapshot).ready).toBe(true)
})
