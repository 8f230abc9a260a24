import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { propertyRuns, propertyTimeout } from '../testing/property.ts'
import { graphDocument } from '../testing/graphs.ts'
import { limits } from '../limits.ts'
import { readGraph } from './document.ts'
import { replayWalk } from './call-host.ts'
import { walkGraph } from './walk.ts'
import { worstCase, type WorstCase } from './worst-case.ts'

// R16.2: the maximum cost of a graph is known before it runs.

const act = (rest: object = {}) => ({ action: { item_id: 'tool:a' }, ...rest })
const graphOf = (nodes: object, rest: object = {}) =>
  graphDocument({ permissions: ['*'], config: { start: 'a', nodes, ...rest } } as JsonValue)

test.for<{ name: string; nodes: object; rest?: object; inside?: WorstCase | null; worst: Partial<WorstCase> }>([
  { name: 'a sequence of nodes counts each node', nodes: { a: act({ next: 'b' }), b: act({ next: 'c' }), c: { type: 'return' } }, worst: { steps: 3, actions: 2 } },
  {
    name: 'the more expensive of two paths counts',
    nodes: {
      a: { type: 'gate', next: [{ to: 'b', when: { path: 'x' } }, { to: 'c' }] },
      b: act(),
      c: { type: 'foreach', over: [1, 2, 3], ...act() },
    },
    worst: { steps: 2, actions: 3 },
  },
  { name: 'an error edge counts as a path', nodes: { a: act({ on_error: 'b' }), b: act({ next: 'c' }), c: act() }, worst: { steps: 3, actions: 3 } },
  { name: 'a loop runs to max_steps', nodes: { a: act({ next: 'b' }), b: { type: 'gate', next: 'a' } }, rest: { max_steps: 9 }, worst: { steps: 9, actions: 5 } },
  { name: 'a loop without max_steps has 100 steps', nodes: { a: act({ next: 'a' }) }, worst: { steps: 100, actions: 100 } },
  { name: 'an unreachable node does not count', nodes: { a: act(), b: act() }, worst: { steps: 1, actions: 1 } },
  { name: 'a return node ends every path', nodes: { a: { type: 'return', next: 'b' }, b: act() }, worst: { steps: 1, actions: 0 } },
  {
    name: 'hooks count as calls',
    nodes: { a: act({ next: 'b' }), b: { type: 'return' } },
    rest: { hooks: ['graph_started', 'after_step', 'error', 'limit', 'odd'].map((event) => ({ event, ...act() })) },
    worst: { uncounted: ['a'], actions: limits.graphActions },
  },
  {
    name: 'a bare retry counts for the whole walk',
    nodes: { a: act({ next: 'b' }), b: act() },
    rest: { hooks: [{ event: 'error', action: { retry: true, max_retries: 2 } }] },
    worst: { steps: 2, actions: 6, uncounted: [] },
  },
  { name: 'a list that the walk computes has an unknown length', nodes: { a: { type: 'foreach', over: '${state.x}', ...act() } }, worst: { uncounted: ['a'], actions: limits.graphActions } },
  { name: 'a string in place of a list is an empty list', nodes: { a: { type: 'foreach', over: 'none', ...act() } }, worst: { steps: 1, actions: 0 } },
  { name: 'a called graph counts with its own calls', nodes: { a: { type: 'foreach', over: [1, 2], ...act() } }, inside: { steps: 4, actions: 3, uncounted: [] }, worst: { steps: 1, actions: 8 } },
  { name: 'an item ID that the walk computes is unknown', nodes: { a: { action: { item_id: 'tool:${state.x}' } } }, worst: { uncounted: ['a'] } },
])('$name', ({ nodes, rest, inside = null, worst }) => {
  expect(worstCase(readGraph(graphOf(nodes, rest)), () => inside)).toMatchObject(worst)
}) // prettier-ignore

test('the estimate for a graph of many edges is one call per step', () => {
  const names = Array.from({ length: 300 }, (_, index) => (index === 0 ? 'a' : `n${index}`))
  const next = names.map((to) => ({ to, when: { path: 'x' } }))
  const graph = readGraph(graphOf(Object.fromEntries(names.map((name) => [name, act({ next })])), { max_steps: 5_000 }))
  expect(worstCase(graph, () => null)).toMatchObject({ steps: 5_000, actions: 5_000 })
})

test('no walk exceeds its worst case', { timeout: propertyTimeout(100) }, () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const next = fc.oneof(
    name,
    fc.array(fc.record({ to: name, when: fc.constantFrom({}, { path: 'result.v' }) }), { maxLength: 2 }),
  )
  const node = fc.oneof(
    fc.record({ action: fc.constant({ item_id: 'tool:a' }), next, on_error: fc.option(name) }),
    fc.record({
      type: fc.constant('foreach'),
      over: fc.array(fc.integer(), { maxLength: 3 }),
      action: fc.constant({ item_id: 'tool:a' }),
      next,
    }),
    fc.record({ type: fc.constant('gate'), next }),
  )
  const hook = fc.record({
    event: fc.constantFrom('error', 'after_step', 'graph_started', 'limit'),
    action: fc.constantFrom<object>({ item_id: 'tool:h' }, { retry: true }),
  })
  const nodes = fc.record({ a: node, b: node, c: node, d: node })
  fc.assert(
    fc.property(
      nodes,
      fc.array(hook, { maxLength: 2 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      (drawn, hooks, max_steps, fails) => {
        const document = graphOf(drawn, { hooks, max_steps, on_error: 'continue' })
        const worst = worstCase(readGraph(document), () => null)
        let calls = 0
        const host = { sha256: () => '', now: () => 0, cancelled: () => false, observe: () => undefined }
        const walk = replayWalk(walkGraph({ document, parameters: new Map(), environ: {} }, host), () =>
          fails[calls++ % fails.length] ? { threw: 'no' } : { raw: decodeValue({ data: { v: null } }) },
        )
        expect(walk.steps).toBeLessThanOrEqual(worst.steps)
        expect(calls).toBeLessThanOrEqual(worst.actions)
      },
    ),
    { numRuns: propertyRuns(100) },
  )
})
