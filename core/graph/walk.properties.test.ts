import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pureHost } from '../pure-host.ts'
import { decodeValue, encodeValue, type JsonValue } from '../read/value/encode.ts'
import { anyAnswers, anyGraph, graphDocument } from '../testing/graphs.ts'
import { propertyRuns, propertyTimeout } from '../testing/property.ts'
import { addressText } from './address.ts'
import { checkGraph } from './check.ts'
import { driveWalk, replayWalk } from './call-host.ts'
import type { CallAnswer, GraphCall } from './effects.ts'
import type { SavedWalk, WalkResult } from './ending.ts'
import { walkGraph, type WalkRequest } from './walk.ts'
import type { WalkHost } from './step-context.ts'

// Every walk ends, for any graph and any answers to its calls. A resumed walk ends like an uninterrupted walk.

const all = { numRuns: propertyRuns(200) }
const some = { numRuns: propertyRuns(50) }
const timeout = propertyTimeout(200)
const most = { graphSteps: 500, graphActions: 200 }

/** The answer to a call, determined by its address alone, so that the order of calls does not matter. */
function answerOf(answers: readonly JsonValue[], { address }: GraphCall): CallAnswer {
  const text = addressText(address)
  let sum = 0
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 9_973
  const answer = answers[sum % answers.length]!
  const raises = typeof answer === 'object' && answer !== null && '$raise' in answer
  return raises ? { threw: 'broken' } : { raw: decodeValue(answer) }
}

function request(graph: JsonValue, more: Partial<WalkRequest> = {}): WalkRequest {
  return {
    document: graphDocument(graph),
    parameters: new Map([['x', 'y']]),
    environ: {},
    limits: most,
    ...more,
  }
}

function host(cancelled: () => boolean = () => false): WalkHost {
  return { sha256: pureHost.sha256, now: () => 1_771_416_000_000, cancelled, observe: () => undefined }
}

function walk(graph: JsonValue, answers: readonly JsonValue[], more: Partial<WalkRequest> = {}): WalkResult {
  return replayWalk(walkGraph(request(graph, more), host()), (call) => answerOf(answers, call))
}

/** The comparable part of a walk: its path, ending and state. */
function reported({ ending, state, steps, errors }: WalkResult): JsonValue {
  const output = ending.kind === 'completed' ? encodeValue(ending.output) : null
  return { ending: ending.kind, output, state: encodeValue(state), steps, errors: errors.map((one) => ({ ...one })) }
}

function way({ records }: WalkResult): readonly string[] {
  return records.map(({ address, status }) => `${addressText(address)} ${status}`)
}

test(
  'R16.2: a random graph always ends, and never reaches a missing node unless it has static errors',
  { timeout },
  () => {
    fc.assert(
      fc.property(anyGraph, anyAnswers, (graph, answers) => {
        const { errors } = checkGraph(graphDocument(graph))
        const result = walk(graph, answers)
        expect(result.ending.kind === 'refused').toBe(errors.length > 0)
        expect(result.ending.kind).not.toBe('node-not-found')
        for (const record of result.records) if (record.status !== 'cut') expect(record.after.size).toBeGreaterThan(0)
      }),
      all,
    )
  },
)

test('R16.8: the target of every walked edge is named in the graph', { timeout }, () => {
  fc.assert(
    fc.property(anyGraph, anyAnswers, (graph, answers) => {
      const { records } = walk(graph, answers)
      const nodes = graphDocument(graph).get('config')
      const texts = JSON.stringify(encodeValue(nodes ?? null))
      for (const { decision } of records) if (decision?.to != null) expect(texts).toContain(JSON.stringify(decision.to))
    }),
    some,
  )
})

test('R16.8: a walk that is cut after any step and resumed ends like an uninterrupted walk', { timeout }, () => {
  fc.assert(
    fc.property(anyGraph, anyAnswers, fc.integer({ min: 1, max: 12 }), (graph, answers, cut) => {
      const whole = walk(graph, answers)
      let calls = 0
      let steps = 0
      const cutting = host(() => steps >= cut)
      const first = replayWalk(
        walkGraph(request(graph), {
          ...cutting,
          observe: (event) => {
            if (event.kind === 'step_started') steps = event.step
          },
        }),
        (call) => {
          calls++
          return answerOf(answers, call)
        },
      )
      if (first.ending.kind !== 'cancelled') return
      const saved: SavedWalk = first.saved!
      // A walk without a next node cannot be resumed.
      if (saved.current_node === null) return
      // The inputs are in the saved state. Passing them again would override the values that the walk assigned.
      const resumed = { resume: saved, parameters: new Map() }
      const rest = walk(graph, answers, { ...resumed, limits: { ...most, graphActions: most.graphActions - calls } })
      expect([...way(first), ...way(rest)]).toEqual(way(whole))
      // A walk that ended at a limit is not compared, because the second half begins with a new step budget.
      if (whole.ending.kind !== 'limit') expect(reported(rest)).toEqual(reported(whole))
    }),
    all,
  )
})

test(
  'the same graph with the same answers takes the same path, for any delay and order of answers',
  { timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(anyGraph, anyAnswers, fc.scheduler(), async (graph, answers, scheduler) => {
        const whole = walk(graph, answers)
        const ended = driveWalk(walkGraph(request(graph), host()), {
          call: (call) => scheduler.schedule(Promise.resolve(answerOf(answers, call))),
          pause: () => Promise.resolve(),
        })
        const [later] = await Promise.all([ended, scheduler.waitFor(ended)])
        expect(way(later)).toEqual(way(whole))
        expect(reported(later)).toEqual(reported(whole))
      }),
      some,
    )
  },
)
