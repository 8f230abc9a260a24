import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import type { CodeEntries, CodeEntry } from './example.ts'

const top = 'tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\n'
const runtime = 'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: walk}\n'

/** A graph tool `t`, the runtime that walks it, and a tool that it can call. */
function graph(
  config: string,
  permissions = 'permissions: [rye.execute.tool.*]\n',
  more: Readonly<Record<string, string>> = {},
): Pick<CodeEntry, 'files'> {
  return {
    files: {
      marks: [],
      files: {
        '/project/.ai/tools/t.yaml': `${top}${permissions}config:\n${config}`,
        '/project/.ai/tools/ls.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\n',
        '/project/.ai/tools/typed.yaml':
          'executor_id: rye/core/primitives/execute\nconfig_schema: {properties: {n: {type: integer}}}\nconfig: {command: ls}\n',
        '/system/.ai/tools/rye/core/runtimes/state-graph/runtime.yaml': runtime,
        ...more,
      },
    },
  }
}

/** A graph with one call, and one of its walks as a test. */
function walked(test: string): Pick<CodeEntry, 'files'> {
  const config = '  start: a\n  nodes: {a: {action: {item_id: tool:ls}}}\n'
  return graph(config, undefined, { '/project/.ai/walks/walk.yaml': `graph: t\n${test}` })
}

/** Entries for state graphs (R16). */
export const graphEntries = {
  'graph-malformed': {
    what: 'Part of the graph is malformed, so the graph cannot run. The engine checks the rest of the graph after you fix this part.',
    fix: 'Correct the part that the message names.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {action: tool:ls}}\n'),
  },
  'graph-incomplete': {
    what: 'A graph requires a start node and permissions. Without permissions, its nodes cannot call items.',
    fix: 'Add the missing key.',
    rule: 'R16.8 R16.6',
    ...graph('  nodes: {a: {type: return}}\n'),
  },
  'graph-node-unknown': {
    what: 'The start, an edge or an error edge names a node that the graph does not contain.',
    fix: 'Correct the name, or add the node.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {type: gate, next: dnoe}, done: {type: return}}\n'),
  },
  'graph-policy-unknown': {
    what: "The graph's `on_error` is neither `fail` nor `continue`.",
    fix: 'Write `fail` or `continue`. Default: `fail`.',
    rule: 'R16.8',
    ...graph('  start: a\n  on_error: retry\n  nodes: {a: {type: return}}\n'),
  },
  'graph-node-incomplete': {
    what: 'An action node has no action, or a foreach node has no list or no action.',
    fix: 'Add the missing key, or change the type of the node.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {next: b}, b: {type: return}}\n'),
  },
  'graph-foreach-async': {
    what: 'A foreach node cannot call its items in the background, because it collects their results.',
    fix: 'Remove `async`. To run the items in parallel, use `parallel: true`.',
    rule: 'R16.8',
    ...graph(
      '  start: a\n  nodes:\n    a: {type: foreach, over: [1], action: {item_id: tool:ls, params: {async: true}}}\n',
    ),
  },
  'graph-node-unreachable': {
    what: 'No path of edges or error edges leads from the start to this node. The order of nodes in the file does not matter.',
    fix: 'Add an edge to the node, or remove the node.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {type: return}, b: {type: gate, next: a}}\n'),
  },
  'graph-key-unassigned': {
    what: 'A state key is read, but neither a node nor the initial state assigns it.',
    fix: 'Correct the name, or assign the key.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {type: return, output: "${state.count}"}}\n'),
  },
  'graph-key-unread': {
    what: 'A state key is assigned but never read. It still appears in the state of a walk.',
    fix: 'Remove the key, or keep it if you read it from the final state of the walk.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {type: gate, assign: {count: 1}, next: b}, b: {type: return}}\n'),
  },
  'graph-condition-unreadable': {
    what: 'A condition cannot be evaluated, so it is always false and the walk continues. Possible causes are an unknown operator, an invalid pattern, and a value that is not a list.',
    fix: 'Correct the part of the condition that the message names.',
    rule: 'R16.4',
    ...graph(
      '  start: a\n  nodes:\n    a: {type: gate, next: [{to: b, when: {path: state.x, op: equals, value: 1}}]}\n    b: {type: return}\n',
    ),
  },
  'graph-pipe-unknown': {
    what: 'A name after `|` is not a known pipe and has no effect. A fallback after a pipe has no effect either.',
    fix: 'Correct the name, and write fallbacks before the first pipe.',
    rule: 'R16.3',
    ...graph('  start: a\n  nodes: {a: {type: return, output: "${inputs.name | uper}"}}\n'),
  },
  'graph-may-end': {
    what: 'Every edge of a node has a condition. If no condition is true, the walk ends as completed, with an empty output.',
    fix: 'If this is intended, no action is needed. Otherwise, add a last edge without `when`.',
    rule: 'R16.2',
    ...graph(
      '  start: a\n  nodes:\n    a: {type: gate, next: [{to: b, when: {path: inputs.x, op: exists}}]}\n    b: {type: return}\n',
    ),
  },
  'graph-field-unused': {
    what: 'A graph key has no effect: the key is unknown, or belongs to an unsupported feature, such as threads or remote nodes.',
    fix: 'Correct the key, or remove it.',
    rule: 'R16.2',
    ...graph(
      '  start: a\n  nodes: {a: {nxt: b, action: {item_id: tool:ls, thread: t1}, next: b}, b: {type: return}}\n',
    ),
  },
  'graph-action-forbidden': {
    what: 'A node calls an item that no permission of the graph allows. The engine refuses the call, unless the caller has other capabilities.',
    fix: 'Add the permission that the message names.',
    rule: 'R16.6',
    ...graph(
      '  start: a\n  nodes: {a: {action: {item_id: tool:ls}, next: b}, b: {type: return}}\n',
      'permissions: [rye.execute.tool.demo.*]\n',
    ),
  },
  'graph-action-broken': {
    what: 'A tool that a node calls by a fixed name does not exist, or its chain is broken.',
    fix: 'Correct the ID, or fix the tool.',
    rule: 'R16.1 R3.1',
    ...graph('  start: a\n  nodes: {a: {action: {item_id: tool:sl}, next: b}, b: {type: return}}\n'),
  },
  'graph-parameter-wrong': {
    what: "A node's params do not match the called tool's schema. The engine compares the schemas of the tool and the graph before a run.",
    fix: 'Pass the parameter with the type that the tool requires.',
    rule: 'R5.1 R16.3',
    ...graph(
      '  start: a\n  nodes: {a: {action: {item_id: tool:typed, params: {n: "x"}}, next: b}, b: {type: return}}\n',
    ),
  },
  'graph-calls-itself': {
    what: 'A graph calls itself, directly or through other graphs. The depth of calls is limited, so a walk that does not leave this cycle fails.',
    fix: 'Remove the circular call.',
    rule: 'R16.1',
    ...graph('  start: a\n  nodes: {a: {action: {item_id: tool:t}, next: b}, b: {type: return}}\n'),
  },
  'graph-walk-differs': {
    what: 'A walk test of the project has an unexpected result, or its file is not a valid test. `check` runs walk tests without calling tools.',
    fix: 'Fix the graph, or update the test if the graph is correct.',
    rule: 'R16.8',
    only: 'tests',
    ...walked('pins: [{at: a, result: 1}]\nexpect: {path: [a, a]}\n'),
  },
  'graph-pin-unused': {
    what: 'A walk test of the project has a pin that no call used.',
    fix: 'Correct the address of the pin, or remove the pin.',
    rule: 'R16.8',
    only: 'tests',
    ...walked('pins: [{at: a, result: 1}, {at: b, result: 1}]\n'),
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
