import { limits } from '../limits.ts'
import type { DiagnosticCode } from './facts.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

function meant(near: readonly string[], otherwise: string): string {
  return near.length === 0 ? otherwise : `Did you mean ${listed(near.map(quoted), 'or')}?`
}

function ended(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

/** Prose for state graphs (R16). */
export const graphProse = {
  'graph-malformed': ({ node, problem }) => ({
    message: `${node === null ? 'This graph' : `The node ${quoted(node)}`} is malformed: ${problem}.`,
    hint: 'Correct this part. A graph with a malformed part does not run.',
  }),
  'graph-incomplete': ({ missing }) => ({
    message: missing === 'start' ? 'This graph has no start node.' : 'This graph has no permissions.',
    hint:
      missing === 'start'
        ? 'Set config.start to the name of the first node.'
        : 'Add "permissions": a list of the items that the nodes may call, such as "rye.execute.tool.*".',
  }),
  'graph-node-unknown': ({ node, field, target, near }) => ({
    message:
      node === null
        ? `The graph starts at the node ${quoted(target)}, which does not exist.`
        : `${field} of the node ${quoted(node)} leads to ${quoted(target)}, which does not exist.`,
    hint: meant(near, 'Use the name of a node in this graph, or add the missing node.'),
  }),
  'graph-policy-unknown': ({ value }) => ({
    message: `${quoted(value)} is not a valid value of on_error.`,
    hint: 'Write "fail" to end the walk at the first error, or "continue" to list the errors at the end.',
  }),
  'graph-node-incomplete': ({ node, missing }) => ({
    message: `The node ${quoted(node)} has no ${quoted(missing)}.`,
    hint:
      missing === 'over'
        ? 'Set "over" to a list, for example over: ${state.files}.'
        : 'Write action: {item_id: tool:...}, or make the node a gate or a return.',
  }),
  'graph-foreach-async': ({ node }) => ({
    message: `The foreach node ${quoted(node)} calls its items with async: true.`,
    hint: 'Remove "async", because the results of asynchronous calls cannot be collected. To run the items in parallel, use parallel: true.',
  }),
  'graph-node-unreachable': ({ node }) => ({
    message: `The node ${quoted(node)} cannot be reached from the start.`,
    hint: 'Add an edge to the node, or remove the node.',
  }),
  'graph-key-unassigned': ({ key, near }) => ({
    message: `The state key ${quoted(key)} is never assigned, so it is always null.`,
    hint: meant(near, 'Assign the key in a node, name it as "collect" of a foreach node, or set it in config.state.'),
  }),
  'graph-key-unread': ({ key }) => ({
    message: `The state key ${quoted(key)} is never read.`,
    hint: 'Remove the key, or keep it if you read it from the final state of the walk.',
  }),
  'graph-condition-unreadable': ({ problem, near }) => ({
    message: `This condition is never true: ${problem}.`,
    hint: `${near.length === 0 ? '' : `${meant(near, '')} `}Correct the condition. A condition that cannot be evaluated counts as false.`,
  }),
  'graph-pipe-unknown': ({ pipe, near }) => ({
    message: `The pipe ${quoted(pipe)} is unknown and has no effect.`,
    hint: meant(near, 'Use "json", "length", "keys", "upper" or "lower". Write a fallback (||) before the first pipe.'),
  }),
  'graph-may-end': ({ node }) => ({
    message: `If no edge of the node ${quoted(node)} matches, the walk ends there without an error.`,
    hint: 'The walk then counts as completed, with an empty output. To always continue, add a last edge without "when".',
  }),
  'graph-field-unused': ({ node, field, near, left_out }) => ({
    message: `${quoted(field)} has no effect ${node === null ? 'in this graph' : `in the node ${quoted(node)}`}.`,
    hint: left_out
      ? 'The playground does not support threads, remote nodes, snapshots, directives or knowledge in graphs.'
      : meant(near, 'Remove the key. For notes, use "description" or "comment".'),
  }),
  'graph-action-forbidden': ({ node, needed, held }) => ({
    message: `The node ${quoted(node)} makes a call that requires the permission ${needed}, which this graph does not have.`,
    hint: `Add ${needed} to the permissions of the graph. The graph currently has ${listed(held)}. A caller can override the permissions with its capabilities.`,
  }),
  'graph-action-broken': ({ node, item_id, problem, near }) => ({
    message: `The node ${quoted(node)} calls ${quoted(item_id)}, which cannot run because of the problem ${problem}.`,
    hint: meant(near, `Analyze ${quoted(item_id)} to see its problems.`),
  }),
  'graph-parameter-wrong': ({ node, item_id, parameter, problem, found, wanted }) => ({
    message: {
      missing: `The node ${quoted(node)} does not pass ${quoted(parameter)} to ${quoted(item_id)}, which requires it.`,
      unknown: `The node ${quoted(node)} passes ${quoted(parameter)} to ${quoted(item_id)}, which has no such parameter.`,
      type: `The node ${quoted(node)} passes ${quoted(parameter)} to ${quoted(item_id)} with the type ${found.join(' or ')}; the tool requires ${wanted.join(' or ')}.`,
    }[problem],
    hint: {
      missing: `Add ${quoted(parameter)} to "params" of the node. Without it, the call is refused.`,
      unknown:
        wanted.length === 0
          ? 'Remove the parameter: the tool has none.'
          : `Use one of the tool's parameters: ${listed(wanted, 'or')}.`,
      type: 'Pass a value of this type. An expression with text around it becomes a string; an expression alone keeps its type.',
    }[problem],
  }),
  'graph-calls-itself': ({ node, loop }) => ({
    message: `The node ${quoted(node)} calls a graph that calls this graph again: ${loop.join(' -> ')}.`,
    hint: `Remove the circular call, or make sure that it ends. Graph calls can nest ${limits.graphDepth} levels deep (limit graphDepth).`,
  }),
  'graph-walk-differs': ({ graph, difference }) => ({
    message: `${graph === null ? 'This file is not a valid walk test' : `The walk of ${quoted(graph)} differs from its test`}: ${ended(difference)}`,
    hint: 'Fix the graph, or update the test if the graph is correct. `rye-chain graph` lists the differences, and the page replays the walk.',
  }),
  'graph-pin-unused': ({ graph, pin }) => ({
    message: `No call in the walk of ${quoted(graph)} uses the pin at ${quoted(pin)}.`,
    hint: 'Correct the address, or remove the pin. An address is a node name, followed by @visit.attempt and [item] if needed.',
  }),
} satisfies Partial<ProseFor<DiagnosticCode>>
