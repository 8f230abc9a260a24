import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import type { CodeEntries, CodeEntry } from './example.ts'

const top = 'tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\n'
const runtime = 'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: walk}\n'

/** A graph tool `t` beside the runtime that walks it and a tool that it may call. */
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

/** A graph of one call with a walk as a test. */
function walked(test: string): Pick<CodeEntry, 'files'> {
  const config = '  start: a\n  nodes: {a: {action: {item_id: tool:ls}}}\n'
  return graph(config, undefined, { '/project/.ai/walks/walk.yaml': `graph: t\n${test}` })
}

/** State graphs: R16. */
export const graphEntries = {
  'graph-malformed': {
    what: 'A part of the graph has a shape that no walk can begin with. While there is one, nothing else is looked at.',
    fix: 'Give the part the shape that the message names.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {action: tool:ls}}\n'),
  },
  'graph-incomplete': {
    what: 'A graph needs a start and permissions: without permissions nothing is allowed, and nothing could be called.',
    fix: 'Write what is missing.',
    rule: 'R16.8 R16.6',
    ...graph('  nodes: {a: {type: return}}\n'),
  },
  'graph-node-unknown': {
    what: 'The start, an edge or an error edge names a node that the graph does not have.',
    fix: 'Correct the name, or add the node.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {type: gate, next: dnoe}, done: {type: return}}\n'),
  },
  'graph-policy-unknown': {
    what: 'What a graph does after an error is `fail` or `continue`; no other word is understood.',
    fix: 'Write one of the two, or leave the key away for `fail`.',
    rule: 'R16.8',
    ...graph('  start: a\n  on_error: retry\n  nodes: {a: {type: return}}\n'),
  },
  'graph-node-incomplete': {
    what: 'An action node without an action, or a foreach node without a list or an action.',
    fix: 'Write what is missing, or give the node the type that needs none.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {next: b}, b: {type: return}}\n'),
  },
  'graph-foreach-async': {
    what: 'A foreach node cannot call its items in the background: their results would never come back.',
    fix: 'Take `async` away; `parallel: true` runs items side by side.',
    rule: 'R16.8',
    ...graph(
      '  start: a\n  nodes:\n    a: {type: foreach, over: [1], action: {item_id: tool:ls, params: {async: true}}}\n',
    ),
  },
  'graph-node-unreachable': {
    what: 'No edge or error edge leads from the start to this node, whatever the order of the file.',
    fix: 'Lead an edge to it, or remove it.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {type: return}, b: {type: gate, next: a}}\n'),
  },
  'graph-key-unassigned': {
    what: 'A state key is read, but no node and no initial state gives it a value.',
    fix: 'Correct the name, or assign the key.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {type: return, output: "${state.count}"}}\n'),
  },
  'graph-key-unread': {
    what: 'A state key gets a value that nothing reads. The state of a run shows it all the same.',
    fix: 'Remove the key, or leave it for those who look at the state.',
    rule: 'R16.8',
    ...graph('  start: a\n  nodes: {a: {type: gate, assign: {count: 1}, next: b}, b: {type: return}}\n'),
  },
  'graph-condition-unreadable': {
    what: 'A condition that cannot be evaluated is false and ends no run: an unknown operator, a pattern that does not parse, a list that is none.',
    fix: 'Correct the marked part.',
    rule: 'R16.4',
    ...graph(
      '  start: a\n  nodes:\n    a: {type: gate, next: [{to: b, when: {path: state.x, op: equals, value: 1}}]}\n    b: {type: return}\n',
    ),
  },
  'graph-pipe-unknown': {
    what: 'A name after `|` is no pipe and is skipped. Also a fallback that stands behind a pipe is one of these.',
    fix: 'Correct the name; write fallbacks before the first pipe.',
    rule: 'R16.3',
    ...graph('  start: a\n  nodes: {a: {type: return, output: "${inputs.name | uper}"}}\n'),
  },
  'graph-may-end': {
    what: 'Every edge of a node has a condition. Where none is true the run is completed, with an empty output.',
    fix: 'Nothing, if that is meant; else add a last edge without `when`.',
    rule: 'R16.2',
    ...graph(
      '  start: a\n  nodes:\n    a: {type: gate, next: [{to: b, when: {path: inputs.x, op: exists}}]}\n    b: {type: return}\n',
    ),
  },
  'graph-field-unused': {
    what: 'A key of a graph that changes nothing: one that nobody knows, or one of those that the playground leaves out, such as threads and remote nodes.',
    fix: 'Write it as it is meant, or remove it.',
    rule: 'R16.2',
    ...graph(
      '  start: a\n  nodes: {a: {action: {item_id: tool:ls, thread: t1}, nxt: b, next: b}, b: {type: return}}\n',
    ),
  },
  'graph-action-forbidden': {
    what: 'A node calls an item that no permission of the graph allows. The call is refused when the node is reached, unless the caller brings other capabilities.',
    fix: 'Add the capability that the message names.',
    rule: 'R16.6',
    ...graph(
      '  start: a\n  nodes: {a: {action: {item_id: tool:ls}, next: b}, b: {type: return}}\n',
      'permissions: [rye.execute.tool.demo.*]\n',
    ),
  },
  'graph-action-broken': {
    what: 'A tool that a node calls by a fixed name does not exist, or has no whole chain.',
    fix: 'Correct the id, or mend the tool.',
    rule: 'R16.1 R3.1',
    ...graph('  start: a\n  nodes: {a: {action: {item_id: tool:sl}, next: b}, b: {type: return}}\n'),
  },
  'graph-parameter-wrong': {
    what: 'The params of a node do not fit the schema of the tool that it calls, as far as the schemas of tool and graph tell before anything runs.',
    fix: 'Give the parameter, or give it as the type that the tool takes.',
    rule: 'R5.1 R16.3',
    ...graph(
      '  start: a\n  nodes: {a: {action: {item_id: tool:typed, params: {n: "x"}}, next: b}, b: {type: return}}\n',
    ),
  },
  'graph-calls-itself': {
    what: 'A graph calls itself, directly or by way of others. The depth of graphs is bounded, so the run ends with an error if nothing else ends it.',
    fix: 'Break the circle.',
    rule: 'R16.1',
    ...graph('  start: a\n  nodes: {a: {action: {item_id: tool:t}, next: b}, b: {type: return}}\n'),
  },
  'graph-walk-differs': {
    what: 'A walk that the project keeps as a test did not come to what it expects, or its file cannot be read as a test. The check of a project says so; nothing is called.',
    fix: 'Mend the graph, or the test where the graph is right.',
    rule: 'R16.8',
    only: 'walk-tests',
    ...walked('pins: [{at: a, result: 1}]\nexpect: {path: [a, a]}\n'),
  },
  'graph-pin-unused': {
    what: 'A walk that the project keeps as a test has a pin that no call asked for.',
    fix: 'Correct the address of the pin, or take it away.',
    rule: 'R16.8',
    only: 'walk-tests',
    ...walked('pins: [{at: a, result: 1}, {at: b, result: 1}]\n'),
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
