import { expect, test } from 'vitest'
import type { Plan } from '../answer/analysis.ts'
import { decodeValue } from '../read/value/encode.ts'
import type { Dict, Value } from '../read/value/value.ts'
import { open, workspace, type TestFiles } from '../testing/workspace.ts'
import { executeCall, type ExecuteHost } from './execute.ts'
import type { ProcessOutcome } from './outcome.ts'
import type { ExecutionResult } from './result.ts'
import type { WalkLimits } from '../graph/budget.ts'
import { addressText } from '../graph/address.ts'
import type { CallAnswer, GraphCall } from '../graph/effects.ts'
import type { GraphHost } from './execute-graph.ts'
import type { GraphEvent } from './graph-events.ts'

// R16.1: a graph tool and each of its actions run through the same executor as every tool.

const files = workspace`
  === system/tools/rye/core/runtimes/state-graph/runtime.yaml
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  anchor: {enabled: true, mode: always}
  config: {command: walk}
  === project/tools/count.yaml
  executor_id: rye/core/primitives/execute
  config: {command: count, args: ["{folder}"]}
  === project/tools/pipeline.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: [rye.execute.tool.count]
  config_schema: {type: object, properties: {folder: {type: string, default: "."}}}
  config:
    start: count
    nodes:
      count:
        action: {item_id: tool:count, params: {folder: "\${inputs.folder}"}}
        assign: {files: "\${result.files}"}
        next: done
      done: {type: return, output: {files: "\${state.files}"}}
  === project/tools/outer.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: ["*"]
  config:
    start: each
    nodes:
      each:
        type: foreach
        over: [a, b]
        action: {item_id: tool:pipeline, params: {folder: "\${item}"}}
        collect: all
        next: done
      done: {type: return, output: "\${state.all.1.output.files}"}
  === project/tools/endless.yaml
  tool_type: graph
  executor_id: rye/core/runtimes/state-graph/runtime
  permissions: ["*"]
  config:
    start: again
    nodes:
      again: {action: {item_id: tool:endless}, next: done}
      done: {type: return}
`

function exited(stdout: string, return_code = 0): ProcessOutcome {
  const said = (text: string) => ({ text, bytes: text.length, omitted_bytes: 0 })
  const ending = { kind: 'exited', return_code } as const
  return { primitive: 'execute', ending, stdout: said(stdout), stderr: said(return_code === 0 ? '' : 'no'), duration_ms: 1 }
} // prettier-ignore

interface Ran {
  readonly result: ExecutionResult
  readonly plans: readonly Plan[]
  readonly events: readonly GraphEvent[]
}

async function run(
  item_id: string,
  answer: (plan: Plan) => ProcessOutcome,
  given: TestFiles = files,
  limits: Partial<WalkLimits> = {},
  more: Partial<GraphHost> = {},
): Promise<Ran> {
  const plans: Plan[] = []
  const events: GraphEvent[] = []
  const host: ExecuteHost = {
    run(plan) {
      plans.push(plan)
      return Promise.resolve(answer(plan))
    },
    now: () => '2026-02-18T12:00:00+00:00',
    graphs: {
      milliseconds: () => 1_771_416_000_000,
      cancelled: () => false,
      observe: (event) => void events.push(event),
      pause: () => Promise.resolve(),
      limits,
      ...more,
    },
  }
  const { workspace: opened } = open(given)
  const request = { item_type: 'tool', action: 'run', item_id, project_path: '/project' } as const
  const result = await executeCall(opened, { ...request, parameters: new Map<Value, Value>() }, host)
  return { result, plans, events }
}

test('the duration of a walk is a whole number of milliseconds even if the clock counts fractions', async () => {
  let now = 0
  const { result } = await run('pipeline', () => exited('{}'), files, {}, { milliseconds: () => (now += 1 / 3) })
  expect(now).toBeGreaterThan(1)
  expect(Number.isInteger(result.duration_ms)).toBe(true)
})

test('an action of a graph runs its tool, and its result has the chain and the trace of a call', async () => {
  const { result, plans, events } = await run('pipeline', () => exited('{"files": 3}'))
  expect(plans.map((plan) => ('args' in plan ? plan.args : []))).toEqual([['.']])
  expect(result).toMatchObject({
    success: true,
    data: { status: 'completed', output: { files: 3 }, steps: 2, errors: [] },
    error: null,
    ending: { kind: 'exited', return_code: 0 },
  })
  expect(result.chain.map(({ item_id }) => item_id)).toEqual([
    'pipeline',
    'rye/core/runtimes/state-graph/runtime',
    'rye/core/primitives/execute',
  ])
  const nested = result.graph?.calls.get('count@1.1')
  expect(nested?.chain[0]?.item_id).toBe('count')
  expect(nested?.trace.at(-1)).toMatchObject({ step: 'run' })
  expect(events[0]).toEqual({ kind: 'graph_started', graph: [], node: 'count' })
})

test('a failed tool ends its graph with an error that names the node and has the standard error', async () => {
  const { result } = await run('pipeline', () => exited('', 2))
  expect(result).toMatchObject({ success: false, data: { status: 'failed', output: null }, ending: { return_code: 1 } })
  expect(result.error).toBe('The node "count" failed: no')
})

test('a graph calls a graph, item by item, and every call has its address', async () => {
  const { result, plans } = await run('outer', (plan) =>
    exited(JSON.stringify({ files: 'args' in plan ? plan.args : 0 })),
  )
  expect(plans).toHaveLength(2)
  expect(result.data).toMatchObject({ status: 'completed', output: ['b'] })
  expect([...result.graph!.calls.keys()]).toEqual(['each@1.1[0]', 'each@1.1[1]'])
  expect([...result.graph!.calls.get('each@1.1[1]')!.graph!.calls.keys()]).toEqual(['each@1.1[1]/count@1.1'])
})

test('a graph that calls itself ends at the depth limit', async () => {
  const { result, plans } = await run('endless', () => exited('{}'))
  expect(plans).toEqual([])
  expect(result.success).toBe(false)
  expect(result.error).toContain('limit graphDepth')
})

test('a host without graph support starts no process for a graph', async () => {
  const plans: Plan[] = []
  const { workspace: opened } = open(files)
  const request = { item_type: 'tool', action: 'run', item_id: 'pipeline', project_path: '/project' } as const
  const result = await executeCall(
    opened,
    { ...request, parameters: new Map() },
    { run: (plan) => (plans.push(plan), Promise.resolve(exited('{}'))), now: () => '' },
  )
  expect(plans).toEqual([])
  expect(result).toMatchObject({ success: false, ending: { kind: 'not-started' } })
})

test('a graph shares its call budget with all graphs that it calls', async () => {
  const each = (called: string) => `tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
permissions: ["*"]
config: {start: e, nodes: {e: {type: foreach, over: [1, 2, 3, 4, 5], action: {item_id: tool:${called}}}}}
`
  const wide = {
    ...files.files,
    '/project/.ai/tools/inner.yaml': each('count'),
    '/project/.ai/tools/wide.yaml': each('inner'),
  }
  const { result, plans } = await run('wide', () => exited('{}'), { files: wide, marks: [] }, { graphActions: 12 })
  // Two calls of the inner graph plus their ten calls make twelve. The third call of the inner graph does not begin.
  expect(plans).toHaveLength(10)
  expect(result.error).toContain('graphActions (12)')
})

test('a host can pause a walk before a step, set state keys, and end the walk there', async () => {
  const held: string[] = []
  const host = (keys: Dict | null, ends: boolean): Partial<GraphHost> => ({
    holds: ({ address }) => address.node === 'done',
    cancelled: () => ends && held.length > 0,
    hold({ address, state }) {
      held.push(`${addressText(address)} ${[...state.keys()].join(' ')}`)
      return Promise.resolve(keys)
    },
  })
  const injected = await run('pipeline', () => exited('{"files": 3}'), files, {}, host(new Map([['files', 7]]), false))
  expect(held).toEqual(['done@1.1 inputs files'])
  expect(injected.result.data).toMatchObject({ output: { files: 7 } })
  expect(injected.events).toContainEqual({ kind: 'state_injected', graph: [], address: 'done@1.1', keys: ['files'] })
  const cut = await run('pipeline', () => exited('{"files": 3}'), files, {}, host(null, true))
  expect(cut.result.graph?.walk.ending).toEqual({ kind: 'cancelled', next: 'done' })
})

test('a pinned answer replaces its call in a graph and in a nested graph, and is marked as pinned', async () => {
  const asked: string[] = []
  const given = ({ address, item_id }: GraphCall): CallAnswer | null => {
    asked.push(addressText(address))
    const raw = decodeValue({ status: 'success', data: { files: 8 } })
    return item_id === 'tool:count' ? { raw, pinned: true } : null
  }
  const { result, plans, events } = await run('outer', () => exited('{}'), files, {}, { given })
  expect(plans).toEqual([])
  expect(asked).toEqual(['each@1.1[0]', 'each@1.1[0]/count@1.1', 'each@1.1[1]', 'each@1.1[1]/count@1.1'])
  expect(result.data).toMatchObject({ output: 8 })
  const records = events.flatMap((event) => (event.kind === 'step_recorded' ? event.record.calls : []))
  expect(records.map(({ pinned }) => pinned)).toEqual([true, true, false, false])
})
