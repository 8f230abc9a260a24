import { expect, test } from 'vitest'
import type { Value } from '../read/value/value.ts'
import { open, workspace } from '../testing/workspace.ts'
import { executeCall } from './execute.ts'
import type { GraphEvent } from './graph-events.ts'
import { GraphListener, GraphMessageWriter, isWalkEvent } from './graph-message.ts'
import { readMessage } from './protocol/messages.ts'

// R16.8: the events of a walk arrive unchanged, with their states.

const files = workspace`
  === system/tools/rye/core/runtimes/state-graph/runtime.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  anchor: {enabled: true, mode: always}
  config: {command: walk}
  === project/tools/count.yaml
  executor_id: rye/core/primitives/execute
  config: {command: count}
  === project/tools/inner.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: ["*"]
  config: {start: count, nodes: {count: {action: {item_id: tool:count}, assign: {ratio: "\${result.ratio}", big: "\${result.big}"}}}}
  === project/tools/outer.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: [rye.execute.tool.inner, rye.execute.tool.gone]
  config:
    start: each
    state: {kept: [1, 2], __proto__: odd}
    on_error: continue
    hooks: [{event: error, condition: {path: node, value: gone}, action: {retry: true, max_retries: 1}}]
    nodes:
      each:
        type: foreach
        over: [a, b]
        action: {item_id: tool:inner, params: {letter: "\${item}"}}
        collect: all
        next: gone
      gone:
        action: {item_id: tool:gone}
        next: [{to: done, when: {any: [{path: state.kept, op: regex, value: "("}, {not: {path: state.all}}]}}, {to: last}]
      last: {type: gate, assign: {kept: "\${state.all.0}"}, next: done}
      done: {type: return, output: {all: "\${state.all}"}}
`

async function eventsOf(
  item_id: string,
  parameters: ReadonlyMap<Value, Value> = new Map(),
): Promise<readonly GraphEvent[]> {
  const events: GraphEvent[] = []
  const said = (text: string) => ({ text, bytes: text.length, omitted_bytes: 0 })
  const stdout = said('{"ratio": 0.5, "big": 123456789012345678901234567890}')
  const request = { item_type: 'tool', action: 'run', item_id, parameters, project_path: '/project' } as const
  await executeCall(open(files).workspace, request, {
    run: () =>
      Promise.resolve({
        primitive: 'execute',
        ending: { kind: 'exited', return_code: 0 },
        stdout,
        stderr: said(''),
        duration_ms: 1,
      }),
    now: () => '2026-02-18T12:00:00+00:00',
    graphs: {
      milliseconds: () => 1_771_416_000_000,
      cancelled: () => false,
      observe: (event) => void events.push(event),
      pause: () => Promise.resolve(),
    },
  })
  return events
}

/** The events after conversion to messages and back, as from another thread or from a server. */
function travelled(events: readonly GraphEvent[]): readonly GraphEvent[] {
  const writer = new GraphMessageWriter()
  const listener = new GraphListener()
  return events.map((event) => {
    const data: unknown = JSON.parse(JSON.stringify(writer.message(event)))
    const read = readMessage('run event', { event: 'graph', data })
    if ('problem' in read) throw new Error(JSON.stringify([read.problem, data]))
    const reported = read.value
    if (reported.event !== 'graph' || !isWalkEvent(reported.data)) throw new Error(reported.event)
    return listener.event(reported.data)
  })
}

test('every event of nested walks is sent in full, except the walks in the results of calls', async () => {
  const events = await eventsOf('outer')
  const sent = events.map((event) => {
    if (event.kind !== 'call_answered') return event
    const { graph: _walk, ...result } = event.result
    return { ...event, result }
  })
  expect(travelled(events)).toEqual(sent)
  expect(new Set(events.map(({ kind }) => kind))).toEqual(
    new Set([
      ...['graph_started', 'step_started', 'call_started', 'call_finished', 'call_answered', 'step_recorded'],
      ...['step_completed', 'foreach_completed', 'graph_completed', 'walk_ended'],
    ]),
  )
  expect(events.filter(({ kind }) => kind === 'walk_ended').map(({ graph }) => graph)).toEqual([
    ['each@1.1[0]'],
    ['each@1.1[1]'],
    [],
  ])
})

test('a state is sent once, and later only its changes', async () => {
  const letters = new Map<Value, Value>([['text', 'x'.repeat(10_000)]])
  const writer = new GraphMessageWriter()
  const texts = (await eventsOf('outer', letters)).map((event) => JSON.stringify(writer.message(event)))
  expect(texts.filter((text) => text.includes('x'.repeat(10_000)))).toHaveLength(1)
})

test.for([
  { item: 'nowhere', parameters: new Map<Value, Value>(), ending: [] },
  { item: 'outer', parameters: new Map<Value, Value>([['node', 'missing']]), ending: ['unknown-node'] },
  { item: 'outer', parameters: new Map<Value, Value>([['resume', true]]), ending: ['no-saved-state'] },
])('a refused walk reports its reason: $item $ending', async ({ item, parameters, ending }) => {
  const events = travelled(await eventsOf(item, parameters))
  const ends = events.flatMap((event) =>
    event.kind === 'walk_ended' && event.ending.kind === 'refused' ? [event.ending.because.kind] : [],
  )
  expect(ends).toEqual(ending)
})

test('a malformed message is a problem with its place', () => {
  const read = readMessage('run event', {
    event: 'graph',
    data: { kind: 'step_started', graph: [], step: -1, node: 'a' },
  })
  expect(read).toMatchObject({ problem: { at: '/data/step' } })
})
