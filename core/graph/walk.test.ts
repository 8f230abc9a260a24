import { expect, test } from 'vitest'
import { pureHost } from '../pure-host.ts'
import { decodeValue, encodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, type Dict } from '../read/value/value.ts'
import { addressText } from './address.ts'
import type { WalkLimits } from './budget.ts'
import { replayWalk } from './call-host.ts'
import type { CallAnswer, GraphCall } from './effects.ts'
import type { WalkResult } from './ending.ts'
import { endingInWords } from './ending-words.ts'
import { walkGraph, type WalkRequest } from './walk.ts'

// R16.2: the record of every decision in a walk, and the limits that end a walk.

type Json = JsonValue

const raw = (data: Json): CallAnswer => ({ raw: decodeValue({ status: 'success', data }) })

function dict(json: Json): Dict {
  const value = decodeValue(json)
  if (!isDict(value)) throw new Error('must be a mapping')
  return value
}

function walk(
  config: Json,
  answer: (call: GraphCall) => CallAnswer = () => raw({ v: 1 }),
  more: Partial<WalkRequest> = {},
  now: () => number = () => 1_771_416_000_000,
): WalkResult {
  const document = dict({ category: 'demo', permissions: ['rye.execute.tool.t.*'], config })
  const request = { document, parameters: dict({ q: 5 }), environ: {}, ...more }
  const host = { sha256: pureHost.sha256, now, cancelled: () => false, observe: () => undefined }
  return replayWalk(walkGraph(request, host), answer)
}

const action = (item_id: string, params: Json = {}): Json => ({ item_id, params })

test('a step records every edge with its operands, and why it was taken or not', () => {
  const { records, ending } = walk({
    start: 'a',
    nodes: {
      a: {
        type: 'gate',
        assign: { n: 3 },
        next: [
          { to: 'r', when: { path: 'state.n', op: 'gt', value: 10 } },
          { to: 'r', when: { path: 'state.n', op: 'gt', value: 'x' } },
          {
            to: 'r',
            when: {
              any: [
                { path: 'state.n', value: 3 },
                { path: 'state.m', op: 'exists' },
              ],
            },
          },
          { to: 'a' },
        ],
      },
      r: { type: 'return' },
    },
  })
  const decision = records[0]?.decision
  expect(decision).toMatchObject({ to: 'r', because: 'matched' })
  expect(decision?.edges.map(({ state }) => state)).toEqual(['not-met', 'not-met', 'taken', 'not-evaluated'])
  expect(decision?.edges[0]?.verdict).toEqual({
    kind: 'compared',
    met: false,
    path: 'state.n',
    op: 'gt',
    found: 3,
    value: 10,
    problem: null,
  })
  expect(decision?.edges[1]?.verdict).toMatchObject({ problem: 'the two values cannot be ordered' })
  expect(decision?.edges[2]?.verdict).toMatchObject({ kind: 'any', parts: [{ met: true }] })
  expect(ending).toMatchObject({ kind: 'completed', via: 'return', node: 'r' })
})

test.for([
  { via: 'no-match', next: [{ to: 'r', when: { path: 'state.x', op: 'exists' } }] },
  { via: 'no-target', next: [{ when: { path: 'inputs.q', value: 5 } }] },
  { via: 'no-next', next: null },
] as const)('a walk without an edge to follow reports how it ended: $via', ({ via, next }) => {
  const nodes = { a: { type: 'gate', next: next as Json }, r: { type: 'return' } }
  expect(walk({ start: 'a', nodes }).ending).toEqual({ kind: 'completed', output: new Map(), via, node: 'a' })
})

test('an action is recorded exactly as sent, with the source of each value', () => {
  const { records } = walk({
    start: 'a',
    state: { name: 'Ada' },
    nodes: {
      a: {
        action: action('tool:t/${state.name | lower}', { q: '${state.none || inputs.q}', no: '${state.none}', s: '{input:q}' }),
        assign: { got: '${result.v}' },
      },
    },
  }) // prettier-ignore
  const [call] = records[0]!.calls
  expect(call).toMatchObject({ item_id: 'tool:t/ada', outcome: 'answered', failed: false })
  expect(encodeValue(call!.params)).toEqual({ q: 5, s: '5' })
  expect(call!.origins.map(({ at, from, skipped }) => [at, from, skipped])).toEqual([
    ['/item_id', 'state.name', []],
    ['/params/q', 'inputs.q', ['state.none']],
    ['/params/no', null, ['state.none']],
    ['/params/s', 'inputs.q', []],
  ])
  expect(call!.digest).toMatch(/^[0-9a-f]{64}$/)
  expect(records[0]!.assigned).toMatchObject([{ key: 'got', value: 1, origins: [{ from: 'result.v' }] }])
  expect(records[0]!.before.has('got')).toBe(false)
  expect(records[0]!.after.get('got')).toBe(1)
  expect(records[0]!.after.get('inputs')).toBe(records[0]!.before.get('inputs'))
})

test('the address of a record contains its node, visit and attempt, and that of a call its item', () => {
  let calls = 0
  const { records } = walk(
    {
      start: 'a/b',
      hooks: [{ event: 'error', action: { retry: true, max_retries: 1 } }],
      nodes: {
        'a/b': { action: action('tool:t/x'), next: [{ to: 'f', when: { path: 'state.c', op: 'exists' } }, { to: 'f' }] },
        f: { type: 'foreach', over: ['x', 'y'], action: action('tool:t/y'), collect: 'c', next: 'r' },
        r: { type: 'return' },
      },
    },
    () => (++calls === 1 ? { threw: 'once' } : raw({})),
  ) // prettier-ignore
  expect(records.map(({ address, status }) => [addressText(address), status])).toEqual([
    ['a%2Fb@1.1', 'retried'],
    ['a%2Fb@1.2', 'done'],
    ['f@1.1', 'done'],
    ['r@1.1', 'returned'],
  ])
  expect(records[2]!.calls.map(({ address }) => addressText(address))).toEqual(['f@1.1[0]', 'f@1.1[1]'])
  expect(records[0]!.hooks).toMatchObject([{ event: 'error', ran: true, call: null }])
})

test('the value of `over` is recorded, even if it is not a list', () => {
  const nodes = { f: { type: 'foreach', over: '${inputs.q}', action: action('tool:t/y') } }
  const { records, ending } = walk({ start: 'f', nodes })
  expect(records[0]).toMatchObject({ over: { value: 5, origins: [{ from: 'inputs.q' }] }, calls: [] })
  expect(ending.kind).toBe('completed')
})

const loop = { start: 'a', max_steps: 1_000_000, nodes: { a: { type: 'gate', assign: {} as Json, next: 'a' } } }
const calling = { start: 'a', max_steps: 1_000, nodes: { a: { action: action('tool:t/x'), next: 'a' } } }
const growing = (value: Json): Json => ({
  ...loop,
  state: { s: 'ab' },
  nodes: { a: { ...loop.nodes.a, assign: { s: value } } },
})

test.for([
  { limit: 'graphSteps', config: loop, limits: { graphSteps: 50 } },
  { limit: 'graphActions', config: calling, limits: { graphActions: 7 } },
  {
    limit: 'graphActions',
    config: { start: 'f', nodes: { f: { type: 'foreach', over: [1, 2, 3], action: action('tool:t/x') } } },
    limits: { graphActions: 2 },
  },
  { limit: 'graphValueLength', config: growing('${state.s}${state.s}'), limits: {} },
  { limit: 'graphValueLength', config: growing(['${state.s}', '${state.s}', '${state.s}']), limits: {} },
  { limit: 'valueDepth', config: growing({ deeper: '${state.s}' }), limits: {} },
  { limit: 'graphStateLength', config: growing('${state.s}${state.s}'), limits: { graphStateLength: 1_000 } },
] as const)('$limit ends a walk that would exceed it', ({ limit, config, limits }) => {
  const result = walk(config as Json, undefined, { limits: limits as Partial<WalkLimits> })
  expect(result.ending).toMatchObject({ kind: 'limit', limit })
  const last = result.records.at(-1)
  if (last?.status === 'cut') expect(last.after).toBe(result.state)
})

test('graphTime ends a walk by its own clock, also between the items of a foreach node', () => {
  let time = 0
  const config = { start: 'f', nodes: { f: { type: 'foreach', over: [1, 2, 3, 4], action: action('tool:t/x') } } }
  const made: string[] = []
  const result = walk(
    config,
    ({ address }) => {
      made.push(addressText(address))
      time += 400
      return raw({})
    },
    { limits: { graphTime: 1_000 } },
    () => time,
  )
  expect(result.ending).toMatchObject({ kind: 'limit', limit: 'graphTime', most: 1_000 })
  expect(made).toEqual(['f@1.1[0]', 'f@1.1[1]', 'f@1.1[2]'])
})

test("at most graphConcurrency items run concurrently, regardless of the node's setting", () => {
  const over = Array.from({ length: 200 }, (_, index) => index)
  const node = { type: 'foreach', over, parallel: true, max_concurrency: 1_000, action: action('tool:t/x') }
  const document = dict({ permissions: ['*'], config: { start: 'f', nodes: { f: node } } })
  const host = { sha256: pureHost.sha256, now: () => 0, cancelled: () => false, observe: () => undefined }
  const steps = walkGraph({ document, parameters: new Map(), environ: {} }, host)
  let running = 0
  for (let step = steps.next(); !step.done && step.value.kind === 'start'; step = steps.next()) running++
  expect(running).toBe(64)
})

test('a walk that a limit ended names its loop', () => {
  const gate = (next: string): Json => ({ type: 'gate', next })
  const nodes = { a: gate('b'), b: gate('c'), c: gate('b') }
  const { ending, records } = walk({ start: 'a', max_steps: 8, nodes })
  expect(endingInWords(ending, records)).toMatch(
    /before the node "[bc]"\. The last steps form a loop: (b → c → b|c → b → c)\.$/,
  )
  const once = walk({ start: 'a', max_steps: 3, nodes })
  expect(endingInWords(once.ending, once.records)).toMatch(/before the node "b"\.$/)
})
