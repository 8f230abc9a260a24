import { expect, test } from 'vitest'
import type { Breakpoint, Steer } from '#core/graph'
import type { Outcome } from '#core/run'
import { bundleOfDialect, type Snapshot } from '#core/workspace'
import { GraphEngine } from './graph-engine.ts'
import { marksOf, timesTaken } from './marks.ts'
import type { GraphAnswer, WalkNews } from './messages.ts'
import type { StepRow } from './step-view.ts'
import { togetherIn } from './together.ts'
import { WalkPlaces } from './walk-places.ts'
import { markInSigns, markInWords } from '../panels/graph/mark-words.ts'

// Breakpoints in called graphs, with conditions, and the marks of the selected call.

const runtime = 'rye/core/runtimes/state-graph/runtime'
const graph = (config: string): string => `version: "1.0.0"
tool_type: graph
executor_id: ${runtime}
category: demo
permissions: [rye.execute.tool.demo.*]
config_schema: {type: object, properties: {n: {type: integer}}}
config:
${config.replace(/^/gm, '  ')}
`
const snapshot: Snapshot = {
  format: 1,
  name: 'Nested',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: bundleOfDialect.lillux,
  item_id: 'demo/outer',
  parameters: '{}',
  files: {
    '/project/.ai/tools/demo/say.yaml': `version: "1.0.0"
executor_id: rye/core/primitives/execute
category: demo
config: {command: say}
`,
    '/project/.ai/tools/demo/inner.yaml': graph(`start: a
nodes:
  a: {action: {item_id: tool:demo/say}, next: [{to: b, when: {path: inputs.n, op: gt, value: 1}}, {to: end}]}
  b: {action: {item_id: tool:demo/say}, next: end}
  end: {type: return}`),
    '/project/.ai/tools/demo/outer.yaml': graph(`start: a
nodes:
  a: {type: foreach, over: [1, 2, 3], action: {item_id: tool:demo/inner, params: {n: "\${item}"}}, next: end}
  end: {type: return}`),
  },
}

function printed(text: string): Outcome {
  const output = (one: string) => ({ text: one, bytes: one.length, omitted_bytes: 0 })
  const ending = { kind: 'exited', return_code: 0 } as const
  return { primitive: 'execute', ending, stdout: output(text), stderr: output(''), duration_ms: 1 }
}

/** A walk of the outer graph that receives the next of these steering commands at each wait. */
async function walked(
  steer: Steer,
  breaks: readonly Breakpoint[],
  words: readonly Steer[] = [],
  draft: Snapshot = snapshot,
) {
  const held: string[] = []
  const news: WalkNews[] = []
  const left = [...words]
  const engine: GraphEngine = new GraphEngine({
    now: () => 1_771_416_000_000,
    post(message) {
      if (message.kind === 'call') return engine.answered(message.call, printed('{}'))
      if (message.kind !== 'news') return
      news.push(...message.news)
      for (const one of message.news) {
        if (one.kind !== 'held') continue
        held.push(one.held.address)
        engine.steer(1, left.shift() ?? { kind: 'go' }, null)
      }
    },
  })
  const answer = await engine.answer({ kind: 'walk', order: { walk: 1, snapshot: draft, steer, breaks } })
  const rows = news.flatMap((one) => (one.kind === 'recorded' ? [one.row] : []))
  return { engine, answer, held, news, rows }
}

test('a walk waits before a node of a called graph, in each call or only if a condition is met', async () => {
  const inner = { graph: 'demo/inner', node: 'a' }
  const each = await walked({ kind: 'go' }, [inner])
  expect(each.held).toEqual(['a@1.1[0]/a@1.1', 'a@1.1[1]/a@1.1', 'a@1.1[2]/a@1.1'])
  const second = await walked({ kind: 'go' }, [{ ...inner, when: { path: 'inputs.n', value: 2 } }])
  expect(second.held).toEqual(['a@1.1[1]/a@1.1'])
  // The outer graph also has a node `a`.
  expect((await walked({ kind: 'go' }, [{ graph: 'demo/outer', node: 'a' }])).held).toEqual(['a@1.1'])
})

test('a walk runs to a node of a called graph', async () => {
  const to = { kind: 'to', graph: 'demo/inner', node: 'b' } as const
  const { held, answer } = await walked(to, [], [to])
  expect(held).toEqual(['a@1.1[1]/b@1.1', 'a@1.1[2]/b@1.1'])
  expect(answer).toMatchObject({ summary: { success: true } })
})

const marksAt = (rows: readonly StepRow[], place: string) =>
  [...marksOf(rows, place, new Map(), undefined)].map(
    ([name, { state, calls }]) => `${name} ${calls ? [...calls].flat().join(' ') : state}`,
  )

test('each call of a graph has its own marks, and each step names its graph', async () => {
  const { rows, news, engine } = await walked({ kind: 'go' }, [])
  expect(marksAt(rows, '')).toEqual(['a done', 'end done'])
  expect(marksAt(rows, 'a@1.1[0]')).toEqual(['a done', 'end done'])
  expect(marksAt(rows, 'a@1.1[1]')).toEqual(['a done', 'b done', 'end done'])
  expect([...timesTaken(rows, 'a@1.1[0]')]).toEqual([['["a","next",1]', 1]])
  expect(new Set(rows.map(({ graph: place, graphId }) => `${place} ${graphId}`))).toEqual(
    new Set([' demo/outer', 'a@1.1[0] demo/inner', 'a@1.1[1] demo/inner', 'a@1.1[2] demo/inner']),
  )
  // A called graph ends before its caller continues.
  expect(news.flatMap((one) => (one.kind === 'over' ? [one.graph] : []))).toEqual(['a@1.1[0]', 'a@1.1[1]', 'a@1.1[2]'])
  const replay: GraphAnswer = await engine.answer({ kind: 'replay', of: 1, walk: 2, snapshot })
  expect(replay.kind === 'replayed' && replay.rows.map(({ address, graphId }) => [address, graphId])).toEqual(
    rows.map(({ address, graphId }) => [address, graphId]),
  )
})

const outer = '/project/.ai/tools/demo/outer.yaml'

test('parallel calls in one step are shown together, with the number of calls per state at each node', async () => {
  const parallel = String(snapshot.files[outer]).replace('type: foreach,', 'type: foreach, parallel: true,')
  const { rows, news } = await walked({ kind: 'go' }, [], [], {
    ...snapshot,
    files: { ...snapshot.files, [outer]: parallel },
  })
  const places = WalkPlaces.of('demo/outer').after(news)
  expect([...places.abreast]).toEqual(['a@1.1[*]'])
  expect([...togetherIn([...places.graphs.keys()])]).toEqual([['a@1.1[*]', 3]])
  expect(marksAt(rows, 'a@1.1[*]')).toEqual(['a done 3', 'end done 3', 'b done 2'])
  expect(timesTaken(rows, 'a@1.1[*]').get('["a","next",0]')).toBe(2)
  const running = new Map([['a@1.1[0]', 'a'], ['a@1.1[1]', 'b'], ['a@1.1[2]', 'b'], ['', 'a']]) // prettier-ignore
  const ended = rows.filter(({ address }) => address === 'a@1.1[1]/a@1.1')
  const marks = marksOf(ended, 'a@1.1[*]', running, { address: 'a@1.1[2]/b@1.1', node: 'b', graph: 'a@1.1[2]' })
  expect([...marks].map(([name, mark]) => `${name} ${markInSigns(mark)}`)).toEqual(['a ▶1 ✓1', 'b ‖1 ▶1'])
  expect(marks.get('b') && markInWords(marks.get('b')!)).toBe('paused in 1 call, running in 1 call')
  // Sequential calls are shown one after the other. Digits in a node's name do not count as an item number.
  expect(WalkPlaces.of('demo/outer').after((await walked({ kind: 'go' }, [])).news).abreast.size).toBe(0)
  expect(togetherIn(['a%5B1%5D@1.1', 'a%5B2%5D@1.1']).size).toBe(0)
})

test('the picture of a graph includes the upper limits of a walk, with those of called graphs', async () => {
  const engine = new GraphEngine({ now: () => 0, post: () => undefined })
  const pictured = (parameters: string) =>
    engine.answer({ kind: 'picture', update: { kind: 'open', snapshot: { ...snapshot, parameters }, without: [] } })
  const worst = { steps: 2, actions: 9, uncounted: [] }
  expect(await pictured('{}')).toMatchObject({ picture: { item_id: 'demo/outer' }, worst })
  expect(await pictured('{"max_steps": 1}')).toMatchObject({ worst: { steps: 1, actions: 9 } })
})
