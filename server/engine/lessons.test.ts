import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExecutionResult } from '#core/run'
import { statesOf } from '../../core/learn/apply-edit.ts'
import { checkGoal, type Evidence } from '../../core/expect/check-goal.ts'
import type { Step } from '../../core/learn/lesson.ts'
import { asksForResult, describeTrialFinding, tryLesson } from '../../core/learn/try-lesson.ts'
import { evidenceOf, exampleLessons, fittingDrafts } from '../../core/testing/lessons.ts'
import type { Snapshot } from '../../core/workspace/snapshot/snapshot.ts'
import { hearAllowing, startTestServer, type TestServer } from '../testing/server.ts'
import { serverEngine } from './engine.ts'

// Goals that require a result, checked against a real run.

let server: TestServer
beforeAll(async () => {
  // The lessons together need more runs than the default allows per minute.
  server = await startTestServer(['--runs-per-minute', '6000'], (facts) => serverEngine({ ...facts, interpreters: [] }))
}, 60_000)
afterAll(() => server.close())

async function resultOf(draft: Snapshot): Promise<ExecutionResult> {
  const { item_id, parameters, dialect } = draft
  const question = { workspace: draft, item_id, parameters: JSON.parse(parameters) as unknown, dialect }
  const { nonce, digest } = (await (await server.send('POST', '/api/plan', question)).json()) as Record<string, string>
  const events = await hearAllowing(server.send, await server.send('POST', '/api/run', { nonce, digest }))
  return events.at(-1)?.data as unknown as ExecutionResult
}

/** The result of running a draft. */
async function runEvidence(draft: Snapshot): Promise<Evidence> {
  return { ...evidenceOf(draft), real: await resultOf(draft) }
}

const runs = ({ goals }: Step): boolean => goals.some(asksForResult)
/** Whether a step has a goal about a simulated run, which only the page can check. */
const simulates = ({ goals }: Step): boolean => goals.some((goal) => goal.kind === 'value' && goal.lane === 'simulated')
const lessons = exampleLessons().filter(({ lesson }) => lesson.steps.some(runs) && !lesson.steps.some(simulates))

test('some lessons require a run', () => expect(lessons.length).toBeGreaterThan(1))

test.for(lessons.map((one) => [one.slug, one] as const))(
  '%s: only a real run passes the steps that require it, until the draft changes',
  { timeout: 60_000 },
  async ([, { lesson, start, passes, fails }]) => {
    const states = statesOf(lesson, start)
    const looks: Evidence[] = []
    for (const [at, draft] of states.entries()) {
      const step = lesson.steps[at - 1]
      looks.push(step && runs(step) ? await runEvidence(draft) : evidenceOf(draft))
    }
    expect(tryLesson(lesson, looks).map(describeTrialFinding)).toEqual([])
    // A result belongs to its plan. After an undo there is no result, so these goals are not reached.
    for (const goal of lesson.steps.filter(runs).flatMap(({ goals }) => goals))
      for (const draft of states) expect(checkGoal(goal, evidenceOf(draft)).holds).toBe(false)

    const asked = lesson.steps.filter(runs).flatMap(({ goals }) => goals.filter(asksForResult))
    for (const { about, edits } of passes) {
      // A run step in the middle of a lesson applies to a draft along the route, not to its end.
      let left = asked
      for (const draft of fittingDrafts(start, edits).toReversed()) {
        if (left.length === 0) break
        const look = await runEvidence(draft)
        left = left.filter((goal) => !checkGoal(goal, look).holds)
      }
      expect([about, left]).toEqual([about, []])
    }
    for (const { about, edits, stops_at } of fails.filter(({ stops_at }) =>
      lesson.steps.some((step) => step.id === stops_at && runs(step)),
    )) {
      const end = await runEvidence(fittingDrafts(start, edits).at(-1) ?? start)
      const goals = lesson.steps.find(({ id }) => id === stops_at)?.goals ?? []
      expect([about, stops_at, goals.every((goal) => checkGoal(goal, end).holds)]).toEqual([about, stops_at, false])
    }
  },
)
