import { expect, test } from 'vitest'
import { everyPart } from '#core/answer'
import { Steering } from '#core/graph'
import { GraphMessageWriter, noUser, type GraphEvent } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { Engine } from '../analysis/engine.ts'
import { engineWith, graph, said, snapshot } from './testing/engine-with.ts'
import { walkInPage } from './walk-run.ts'

// Walks in the page's worker. The engine walks the graph, and the page runs the plans.

test('a walk reports each step as it happens, with its decision and the origins of its values', async () => {
  const { engine, received, plans, walk } = engineWith()
  const answer = await walk()
  expect(answer).toMatchObject({ kind: 'walked', summary: { success: true, output: '"hello"', rests: null, steps: 2 } })
  expect(plans.map((plan) => 'args' in plan && plan.command)).toEqual(['hello'])
  const rows = received.flatMap((news) => (news.kind === 'recorded' ? [news.row] : []))
  expect(rows.map(({ address, status, to }) => [address, status, to])).toEqual([
    ['say@1.1', 'done', 'done'],
    ['done@1.1', 'returned', null],
  ])
  expect(await engine.answer({ kind: 'step', walk: 1, index: 0 })).toMatchObject({
    step: {
      calls: [
        {
          item_id: 'tool:demo/say',
          chain: ['demo/say', 'rye/core/primitives/execute'],
          origins: [{ at: '/params/word', from: 'inputs.word', remark: 'state.missing was null' }],
        },
      ],
      edges: [
        { to: 'none', state: 'not-met', lines: [{ text: 'state.said eq "nope"; found "hello"', met: false }] },
        { to: 'done', state: 'taken', lines: [] },
      ],
      changes: [{ path: 'said', before: undefined, after: '"hello"' }],
    },
  })
  expect(await engine.answer({ kind: 'step', walk: 1, index: 1 })).toMatchObject({
    step: { output: { value: '"hello"', origins: [{ from: 'state.said', step: 'say@1.1' }] } },
  })
})

test('R16.8: the second visit of a node with `cache_result` uses its cached result, as on a server', async () => {
  const again = graph
    .replace('    say:', '    say:\n      cache_result: true')
    .replace(
      '{to: none, when: {path: state.said, op: eq, value: nope}}',
      '{to: done, when: {path: state.twice, op: exists}}',
    )
    .replace('        - {to: done}\n', '        - {to: say}\n')
    .replace('assign: {said', 'assign: {twice: "${state.said}", said')
  const { plans, received, walk } = engineWith(undefined, again)
  expect(await walk()).toMatchObject({ summary: { steps: 3 } })
  expect(plans).toHaveLength(1)
  const rows = received.flatMap((news) => (news.kind === 'recorded' ? [news.row] : []))
  expect(rows.map(({ address }) => address)).toEqual(['say@1.1', 'say@2.1', 'done@1.1'])
})

test('a walk waits before a node, accepts state keys set by hand and reports them', async () => {
  const { walk } = engineWith((news, engine) => {
    if (news.kind === 'held') engine.steer(1, { kind: 'go' }, { said: 'by hand' })
  })
  expect(await walk({ kind: 'to', node: 'done' })).toMatchObject({
    summary: { output: '"by hand"', rests: 'said set by hand.' },
  })
})

test('a walk in single steps waits before every node, and can be stopped there', async () => {
  const held: string[] = []
  const { walk, plans } = engineWith((news, engine) => {
    if (news.kind !== 'held') return
    held.push(news.held.address)
    engine.steer(1, { kind: held.length === 2 ? 'cancel' : 'step' }, null)
  })
  expect(await walk({ kind: 'step' })).toMatchObject({ summary: { success: false, ending: 'cancelled' } })
  expect(held).toEqual(['say@1.1', 'done@1.1'])
  expect(plans).toHaveLength(1)
})

test('a replay calls no tools and has the same end, or stops where an edited graph no longer matches', async () => {
  const { engine, plans, walk } = engineWith()
  await walk()
  const again = await engine.answer({ kind: 'replay', of: 1, walk: 2, snapshot })
  expect(again).toMatchObject({ summary: { success: true, output: '"hello"' }, rows: [{ address: 'say@1.1' }, {}] })
  expect(await engine.answer({ kind: 'compare', one: 1, other: 2 })).toEqual({ kind: 'compared', difference: null })
  const path = '/project/.ai/tools/demo/pipe.yaml'
  const edited = { ...snapshot, files: { ...snapshot.files, [path]: graph.replace('state.missing ||', 'inputs.no |') } }
  const stopped = await engine.answer({ kind: 'replay', of: 1, walk: 3, snapshot: edited })
  expect(stopped).toMatchObject({ summary: { success: false, ending: 'stopped' }, rows: [] })
  expect(plans).toHaveLength(1)
})

test('a walk continues from a step of a previous one without repeating its calls', async () => {
  const { engine, plans, walk } = engineWith()
  await walk()
  const order = { walk: 2, snapshot, steer: { kind: 'go' }, from: { walk: 1, index: 1 } } as const
  expect(await engine.answer({ kind: 'walk', order })).toMatchObject({ summary: { kind: 'again', output: '"hello"', steps: 1 } })
  expect(plans).toHaveLength(1)
}) // prettier-ignore

test('saved pins replace calls in the next walk, whose output depends on them, and a saved walk is a test', async () => {
  const { engine, plans, walk } = engineWith()
  await walk()
  const pins = '/project/.ai/walks/pins.yaml'
  const kept = await engine.answer({ kind: 'keep', walk: 1, upTo: 0, path: pins, snapshot })
  if (kept.kind !== 'kept') throw new Error('it was not kept')
  expect(kept.secrets).toEqual([])
  const text = kept.text.replaceAll('"hello"}}', '"pinned"}}').replace('"said": "hello"', '"said": "pinned"')
  const withPins = { ...snapshot, files: { ...snapshot.files, [pins]: text } }
  const order = { walk: 2, snapshot: withPins, steer: { kind: 'go' }, pins } as const
  expect(await engine.answer({ kind: 'walk', order })).toMatchObject({
    summary: { output: '"pinned"', rests: expect.stringContaining('so does the output') as string },
  })
  expect(plans).toHaveLength(1)
  const test = await engine.answer({ kind: 'keep', walk: 1, upTo: null, path: pins, snapshot })
  if (test.kind !== 'kept') throw new Error('it was not kept')
  expect(test.text).toContain('path: ["say", "done"]')
  const tested = { ...snapshot, files: { ...snapshot.files, '/project/.ai/walks/say.yaml': test.text } }
  expect(await engine.answer({ kind: 'tests', snapshot: tested })).toMatchObject({
    report: {
      tests: [{ path: '/project/.ai/walks/say.yaml', differences: [] }],
      coverage: [
        {
          graph: 'demo/pipe',
          edges: [
            { to: 'none', taken: 0 },
            { to: 'done', taken: 1 },
          ],
        },
      ],
    },
  })
})

test('a walk on a server is recorded like one in the page, and can be replayed and compared (R16.8)', async () => {
  const { engine, walk } = engineWith()
  // A walk of the same engine, encoded with the protocol, simulates the server.
  const reported: string[] = []
  const writer = new GraphMessageWriter()
  const { result, events } = await walkedElsewhere(snapshot)
  for (const event of events) reported.push(JSON.stringify(writer.message(event)))
  expect(await engine.answer({ kind: 'follow', walk: 7, snapshot })).toEqual({ kind: 'followed' })
  const half = Math.ceil(reported.length / 2)
  const news = await Promise.all(
    [reported.slice(0, half), reported.slice(half)].map((part) =>
      engine.answer({ kind: 'reported', walk: 7, reported: part }),
    ),
  )
  const rows = news.flatMap((answer) => (answer.kind === 'reported' ? answer.news : []))
  expect(rows.flatMap((one) => (one.kind === 'recorded' ? [`${one.row.address} ${one.row.status}`] : []))).toEqual([
    'say@1.1 done',
    'done@1.1 returned',
  ])
  expect(await engine.answer({ kind: 'ended', walk: 7, result })).toMatchObject({
    kind: 'walked',
    summary: { kind: 'real', success: true, output: '"hello"', steps: 2, rests: null },
  })
  await walk()
  expect(await engine.answer({ kind: 'compare', one: 7, other: 1 })).toEqual({ kind: 'compared', difference: null })
  expect(await engine.answer({ kind: 'replay', of: 7, walk: 8, snapshot })).toMatchObject({
    summary: { success: true, output: '"hello"' },
  })
  await expect(engine.answer({ kind: 'reported', walk: 7, reported: [] })).rejects.toThrow(
    'this page does not show this walk',
  )
  await engine.answer({ kind: 'follow', walk: 9, snapshot })
  await expect(engine.answer({ kind: 'reported', walk: 9, reported: ['{"kind": "unknown"}'] })).rejects.toThrow('kind')
})

/** The messages of a server about a walk, and its result. */
async function walkedElsewhere({ files, item_id }: Snapshot) {
  const events: GraphEvent[] = []
  const draft = new Engine(everyPart)
  await draft.open({ ...snapshot, files })
  draft.analyze([])
  if (!draft.asked) throw new Error('nothing was asked')
  const result = await walkInPage(draft.asked.workspace, item_id, new Map(), {
    steering: new Steering({ kind: 'go' }, () => 1_771_416_000_000, { held: () => undefined }),
    run: (plan) => Promise.resolve(said(plan)),
    observe: (event) => void events.push(event),
    given: () => null,
  })
  return { result, events }
}

test("a walk on a server reports its wait and the wait's timeout in the order of its steps (R16.8)", async () => {
  const { engine } = engineWith()
  await engine.answer({ kind: 'follow', walk: 7, snapshot })
  const reported = [
    { kind: 'step_started', graph: [], step: 1, node: 'say' },
    { kind: 'held', graph: ['say@1.1'], address: 'say@1.1/in@1.1', node: 'in' },
    { kind: 'went_on', graph: [], by: noUser },
    { kind: 'walk_saved', graph: [], saved: {} },
  ].map((message) => JSON.stringify(message))
  expect(await engine.answer({ kind: 'reported', walk: 7, reported })).toEqual({
    kind: 'reported',
    news: [
      { kind: 'entered', node: 'say', graph: '', graphId: 'demo/pipe' },
      { kind: 'held', held: { address: 'say@1.1/in@1.1', node: 'in', graph: 'say@1.1' } },
      { kind: 'left' },
    ],
  })
})

test('each step has a saved walk, from which a server can continue just before the step', async () => {
  const { engine, walk } = engineWith()
  await walk()
  expect(await engine.answer({ kind: 'saved', walk: 1, index: 1 })).toMatchObject({
    document: {
      item_id: 'demo/pipe',
      current_node: 'done',
      step_count: 1,
      state: { said: 'hello' },
      visits: { say: 1 },
    },
  })
})

test('a walk waits at breakpoints, even if it continues from one', async () => {
  const held: string[] = []
  const { engine } = engineWith((news, here) => {
    if (news.kind !== 'held') return
    held.push(news.held.address)
    // A breakpoint that is set during a wait takes effect, too.
    here.breakAt(1, [{ node: 'done' }])
    here.steer(1, { kind: 'go' }, null)
  })
  const order = { walk: 1, snapshot, steer: { kind: 'go' }, breaks: [{ node: 'say' }] } as const
  expect(await engine.answer({ kind: 'walk', order })).toMatchObject({ summary: { success: true } })
  expect(held).toEqual(['say@1.1', 'done@1.1'])
})
