import { limits } from '../limits.ts'
import type { DiagnosticCode } from './facts.ts'
import { listed, quoted, type ProseFor } from './prose.ts'

function meant(near: readonly string[], otherwise: string): string {
  return near.length === 0 ? otherwise : `Did you mean ${listed(near.map(quoted))}?`
}

function ended(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

/** State graphs (R16). */
export const graphProse = {
  'graph-malformed': ({ node, problem }) => ({
    message: `${node === null ? 'This graph' : `The node ${quoted(node)}`} is malformed: ${problem}.`,
    hint: 'A graph with a malformed part is not run at all. Give the part the shape that is named.',
  }),
  'graph-incomplete': ({ missing }) => ({
    message: missing === 'start' ? 'This graph does not say where it starts.' : 'This graph holds no permissions.',
    hint:
      missing === 'start'
        ? 'Write config.start: the name of the first node.'
        : 'Write permissions: a list of what its nodes may call, such as rye.execute.tool.*.',
  }),
  'graph-node-unknown': ({ node, field, target, near }) => ({
    message:
      node === null
        ? `The graph starts at ${quoted(target)}, but there is no such node.`
        : `${field} of the node ${quoted(node)} leads to ${quoted(target)}, but there is no such node.`,
    hint: meant(near, 'Name a node of this graph, or add the missing one.'),
  }),
  'graph-policy-unknown': ({ value }) => ({
    message: `on_error of a graph is fail or continue, not ${quoted(value)}.`,
    hint: 'Write fail to end the run at the first error, or continue to go on and list the errors at the end.',
  }),
  'graph-node-incomplete': ({ node, missing }) => ({
    message: `The node ${quoted(node)} has no ${missing}.`,
    hint:
      missing === 'over'
        ? 'Write over: the list whose items it goes through, for example ${state.files}.'
        : 'Write action: {item_id: tool:...}, or make it a gate or a return.',
  }),
  'graph-foreach-async': ({ node }) => ({
    message: `The foreach node ${quoted(node)} calls its items with async: true.`,
    hint: 'Take async away: the results of the items could not be collected. Use parallel: true to run them side by side.',
  }),
  'graph-node-unreachable': ({ node }) => ({
    message: `No way leads from the start to the node ${quoted(node)}.`,
    hint: 'Lead an edge to it, or remove it.',
  }),
  'graph-key-unassigned': ({ key, near }) => ({
    message: `Nothing gives the state key ${quoted(key)} a value, so it is null wherever it is read.`,
    hint: meant(near, 'Assign it in a node, collect into it, or give it a value under config.state.'),
  }),
  'graph-key-unread': ({ key }) => ({
    message: `Nothing reads the state key ${quoted(key)}.`,
    hint: 'Remove it, or leave it where somebody looks at the state of the run.',
  }),
  'graph-condition-unreadable': ({ problem, near }) => ({
    message: `This condition is never true: ${problem}.`,
    hint: `${near.length === 0 ? '' : `${meant(near, '')} `}What cannot be evaluated counts as false, without an error.`,
  }),
  'graph-pipe-unknown': ({ pipe, near }) => ({
    message: `There is no pipe ${quoted(pipe)}; it is skipped.`,
    hint: meant(near, 'Pipes are json, length, keys, upper and lower. A fallback stands before them, after ||.'),
  }),
  'graph-may-end': ({ node }) => ({
    message: `The run ends quietly after the node ${quoted(node)} where none of its edges matches.`,
    hint: 'That counts as completed, with an empty output. Add a last edge without when to go on in any case.',
  }),
  'graph-field-unused': ({ node, field, near, left_out }) => ({
    message: `${quoted(field)} has no effect ${node === null ? 'in this graph' : `in the node ${quoted(node)}`}.`,
    hint: left_out
      ? 'The playground walks graphs without threads, remote nodes, snapshots, directives and knowledge: no seed asks for them.'
      : meant(near, 'Remove it, or write it as description or comment.'),
  }),
  'graph-action-forbidden': ({ node, needed, held }) => ({
    message: `The permissions of this graph do not allow what the node ${quoted(node)} calls.`,
    hint: `Add ${needed}. The graph holds ${listed(held)}; the capabilities of a call replace them.`,
  }),
  'graph-action-broken': ({ node, item_id, problem, near }) => ({
    message: `The node ${quoted(node)} calls ${quoted(item_id)}, which cannot run (${problem}).`,
    hint: meant(near, `Look at ${quoted(item_id)} itself: its own analysis says what is missing.`),
  }),
  'graph-parameter-wrong': ({ node, item_id, parameter, problem, found, wanted }) => ({
    message: {
      missing: `The node ${quoted(node)} does not give ${quoted(item_id)} the parameter ${quoted(parameter)}, which it requires.`,
      unknown: `${quoted(item_id)}, which the node ${quoted(node)} calls, takes no parameter ${quoted(parameter)}.`,
      type: `The node ${quoted(node)} gives ${quoted(item_id)} the parameter ${quoted(parameter)} as ${found.join(' or ')}; it takes ${wanted.join(' or ')}.`,
    }[problem],
    hint:
      problem === 'unknown'
        ? `It takes ${listed(wanted)}.`
        : 'The call would be refused when the node is reached. Text around an expression makes a text of it; an expression alone keeps its type.',
  }),
  'graph-calls-itself': ({ node, loop }) => ({
    message: `The node ${quoted(node)} calls a graph that leads back to this one: ${loop.join(' -> ')}.`,
    hint: `Graphs call each other at most ${limits.graphDepth} deep (limit graphDepth). Break the circle, or make sure that it ends.`,
  }),
  'graph-walk-differs': ({ graph, difference }) => ({
    message: `${graph === null ? 'This walk' : `The walk of ${quoted(graph)}`} is not as the test expects: ${ended(difference)}`,
    hint: 'Mend the graph, or the test where the graph is right: rye-chain graph shows the way, and the page replays it.',
  }),
  'graph-pin-unused': ({ graph, pin }) => ({
    message: `No call of the walk of ${quoted(graph)} asked for the pin at ${quoted(pin)}.`,
    hint: 'Correct the address, or take the pin away: an address is a node, with @visit.attempt and [item] where needed.',
  }),
} satisfies Partial<ProseFor<DiagnosticCode>>
