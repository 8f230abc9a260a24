import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pureHost } from '../pure-host.ts'
import { decodeValue, encodeValue, type JsonValue } from '../read/value/encode.ts'
import { anyAnswers, anyGraph, graphDocument } from '../testing/graphs.ts'
import { propertyRuns, propertyTimeout } from '../testing/property.ts'
import { addressText } from './address.ts'
import { compareWalks } from './compare-walks.ts'
import { replayWalk } from './call-host.ts'
import type { CallAnswer, GraphCall } from './effects.ts'
import type { WalkResult } from './ending.ts'
import { walkAsTest } from './write-walk-test.ts'
import { replayRecorded } from './replay.ts'
import { walkGraph, type WalkRequest } from './walk.ts'
import { readWalkFile, runWalkTest } from './walk-test.ts'

// The records of a walk are enough to repeat it without a call, with the same ending.

const runs = { numRuns: propertyRuns(200) }
const timeout = propertyTimeout(200)
const start = 1_771_416_000_000

function answerOf(answers: readonly JsonValue[], { address }: GraphCall): CallAnswer {
  const sum = [...addressText(address)].reduce((all, sign) => (all * 31 + sign.charCodeAt(0)) % 9_973, 0)
  const answer = answers[sum % answers.length]!
  const raises = typeof answer === 'object' && answer !== null && '$raise' in answer
  return raises ? { threw: 'broken' } : { raw: decodeValue(answer) }
}

function request(graph: JsonValue): WalkRequest {
  const limits = { graphSteps: 500, graphActions: 200 }
  return { document: graphDocument(graph), parameters: new Map([['x', 'y']]), environ: {}, limits }
}

/** A walk with a running clock, so that a replay with another clock would differ. */
function walk(graph: JsonValue, answer: (call: GraphCall) => CallAnswer): WalkResult {
  let now = start
  const host = { sha256: pureHost.sha256, now: () => now++, cancelled: () => false, observe: () => undefined }
  return replayWalk(walkGraph(request(graph), host), answer)
}

const steps = ({ records }: WalkResult): readonly JsonValue[] =>
  records.map(({ address, status, after }) => [addressText(address), status, encodeValue(after)])

test('a replay takes the same steps to the same ending, without calls', { timeout }, () => {
  fc.assert(
    fc.property(anyGraph, anyAnswers, (graph, answers) => {
      const made = walk(graph, (call) => answerOf(answers, call))
      const { walk: again, stopped } = replayRecorded(request(graph), made.records, pureHost)
      expect(stopped).toBeNull()
      expect(steps(again)).toEqual(steps(made))
      expect(again.ending.kind).toBe(made.ending.kind)
      expect(compareWalks(made.records, again.records)).toBeNull()
    }),
    runs,
  )
})

const looping = (more: JsonValue): JsonValue => ({
  permissions: ['*'],
  config: { start: 'a', nodes: { a: { next: 'a', ...(more as object) } }, state: { s: 'x', l: [1, 2, 3] }, hooks: [] },
})
const growing: JsonValue = { assign: { s: ['${state.s}', '${state.s}', '${state.s}'] } }

test.for([
  { name: 'an assignment after the call', more: { action: { item_id: 'tool:t', params: {} }, ...(growing as object) } },
  {
    name: 'an item among others',
    more: { type: 'foreach', over: '${state.l}', action: { item_id: 'tool:t', params: {} } },
  },
  {
    name: 'an item among others that run in parallel',
    more: { type: 'foreach', over: '${state.l}', parallel: true, action: { item_id: 'tool:t', params: {} } },
  },
] as const)(
  'a record includes the calls of a step that a limit cuts, so its replay is cut there too: $name',
  ({ more }) => {
    const large = decodeValue({ status: 'success', data: { v: 'x'.repeat(30_000) } })
    const limits = { graphSteps: 500, graphActions: 200, graphDataLength: 1_000_000 }
    const host = { sha256: pureHost.sha256, now: () => start, cancelled: () => false, observe: () => undefined }
    const made = replayWalk(walkGraph({ ...request(looping(more)), limits }, host), () => ({ raw: large }))
    expect(made.ending.kind).toBe('limit')
    expect(made.records.at(-1)?.status).toBe('cut')
    expect(made.records.at(-1)?.calls.length).toBeGreaterThan(0)
    const { walk: again, stopped } = replayRecorded({ ...request(looping(more)), limits }, made.records, pureHost)
    expect(stopped).toBeNull()
    expect(again.ending).toEqual(made.ending)
    expect(compareWalks(made.records, again.records)).toBeNull()
  },
)

const two = (params: JsonValue, next = 'b'): JsonValue => ({
  permissions: ['*'],
  config: {
    start: 'a',
    nodes: {
      a: { action: { item_id: 'tool:t', params: { at: '${_timestamp}' } }, assign: { v: '${result.v}' }, next },
      b: { action: { item_id: 'tool:t', params }, next: 'r' },
      c: { action: { item_id: 'tool:new', params: {} }, next: 'r' },
      r: { type: 'return', output: '${state.v}' },
    },
  },
})
const answered = (v: JsonValue) => (): CallAnswer => ({ raw: decodeValue({ status: 'success', data: { v } }) })

test('a replay of a changed graph stops at the first call without a matching record, and reports the reason', () => {
  const made = walk(two({ v: '${state.v}' }), answered(1.5))
  const whole = replayRecorded(request(two({ v: '${state.v}' })), made.records, pureHost)
  expect(whole).toMatchObject({ stopped: null, reused: 2, walk: { ending: { kind: 'completed' } } })
  const changed = replayRecorded(request(two({ v: 'other' })), made.records, pureHost)
  expect(changed.stopped).toEqual({ address: 'b@1.1', item_id: 'tool:t', why: 'another-action' })
  expect(changed.walk.records.map(({ address }) => addressText(address))).toEqual(['a@1.1'])
  const elsewhere = replayRecorded(request(two({}, 'c')), made.records, pureHost)
  expect(elsewhere.stopped).toEqual({ address: 'c@1.1', item_id: 'tool:new', why: 'not-recorded' })
})

test('comparing two walks finds the first different value', () => {
  const one = walk(two({}), answered(1))
  expect(compareWalks(one.records, walk(two({}), answered(2)).records)).toMatchObject({ index: 0, address: 'a@1.1', what: 'result' })
  expect(compareWalks(one.records, walk(two({}, 'c'), answered(1)).records)).toMatchObject({ index: 0, what: 'decision', one: 'b', other: 'c' })
  expect(compareWalks(one.records, walk(two({ x: 1 }), answered(1)).records)).toMatchObject({ index: 1, address: 'b@1.1', what: 'action' })
  expect(compareWalks(one.records, one.records.slice(0, 2))).toMatchObject({ index: 2, what: 'end', one: 'r@1.1', other: null })
}) // prettier-ignore

test('a walk saved as a file is a passing test', { timeout }, () => {
  fc.assert(
    fc.property(anyGraph, anyAnswers, (graph, answers) => {
      const made = walk(graph, (call) => answerOf(answers, call))
      if (made.ending.kind === 'limit' || made.ending.kind === 'refused') return
      const { document, parameters: inputs } = request(graph)
      const text = walkAsTest({ graph: 'g', inputs, environment: [], walk: made, expects: true })
      const { test: read } = readWalkFile('t.yaml', text)
      if (!read) throw new Error(`unreadable: ${text}`)
      expect(read.expect.path).toEqual(made.records.map(({ address }) => address.node))
      expect(runWalkTest(read, document, pureHost).differences, text).toEqual([])
    }),
    runs,
  )
})
