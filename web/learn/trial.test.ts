import { expect, test } from 'vitest'
import { Parts } from '#core/answer'
import { readLesson, type Lesson } from '#core/learn'
import type { Snapshot } from '#core/workspace'
import { exampleSnapshots } from '../../core/testing/examples.ts'
import { evidenceOf, exampleLessons } from '../../core/testing/lessons.ts'
import { everyNth } from '../../core/testing/nightly.ts'
import { GraphEngine } from '../graph/graph-engine.ts'
import { openShare, prepareShare } from '../share/codec.ts'
import { printed } from '../run/testing/results.ts'
import { nodeSimulator } from '../simulate/testing/node-simulator.ts'
import { resultOfDraft, type Walker } from './run-draft.ts'
import { endOf, misfitsOf, trialOf, type Analyse, type Run, type TrialProblem } from './trial.ts'

// A lesson from a link is checked when it opens. This test uses the real engine, after a round trip through a link.

const analyse: Analyse = (drafts) => Promise.resolve(drafts.map((draft) => evidenceOf(draft).analysis))
const hello = exampleSnapshots()['hello-chain']!

const step = (id: string, goal: string, edit: string): string =>
  `  - { id: ${id}, text: t, goals: [${goal}]${edit === '' ? '' : `, do: ${edit}`} }\n`
const named = `{ parameters: '{"name": "Grace"}' }`
const grace = step('grace', '{ at: /plan/input, contains: Grace }', named)

const textsOf = (problems: readonly TrialProblem[] | undefined) => problems?.map(({ text }) => text)

/** A draft with a lesson, as a learner receives it. */
function received(steps: string, routes = '{}'): { start: Snapshot; lesson: Lesson } {
  const text = `format: 1\nid: l\ntitle: L\nsteps:\n${steps}routes: ${routes}\n`
  const opened = openShare(prepareShare({ ...hello, lesson: text }).fragment)
  if (opened.kind === 'rejected') throw new Error(opened.problem)
  const { lesson } = readLesson('lesson.yaml', opened.snapshot.lesson ?? '', new Parts())
  if (!lesson) throw new Error('the lesson does not read')
  return { start: opened.snapshot, lesson }
}

test('a lesson that passes opens without a message, and only its check reports a step that requires a run', async () => {
  const run = step('run', '{ ending: exited }', '')
  const { lesson, start } = received(`${grace}${run}`)
  expect(await misfitsOf(lesson, start, analyse)).toEqual([])
  expect(textsOf(await trialOf(lesson, start, analyse))).toEqual([
    'Step "run" requires a run, so the step was not tested.',
  ])
})

test('goals that pass at the start, solutions that no longer pass and routes that fail are reported when a link opens', async () => {
  const ready = step('ready', '{ at: /status, is: ready }', '{ dev_mode: true }')
  const missing = step('missing', '{ code: executor-not-found }', `{ parameters: '{"name": "Hopper"}' }`)
  const { lesson, start } = received(
    `${ready}${grace}${missing}`,
    `{ passes: [{ about: By name, edits: [${named}] }], fails: [{ about: Nothing but the name, stops_at: grace, edits: [${named}] }] }`,
  )
  expect(await misfitsOf(lesson, start, analyse)).toEqual([
    'Goal 1 of step "ready" is already met at the start.',
    'Step "ready" is already done before its "Do it for me" change.',
    'The "Do it for me" change of step "missing" does not meet goal 1. Found: no problem.',
    'The solution "By name" does not pass: step "missing" is not done.',
    'The near miss "Nothing but the name" stops at step "missing", not at "grace".',
  ])
})

test('a check without an engine response has no problems, or is undefined', async () => {
  const { lesson, start } = received(grace)
  const silent: Analyse = () => Promise.resolve(undefined)
  expect(await misfitsOf(lesson, start, silent)).toEqual([])
  expect(await trialOf(lesson, start, silent)).toBeUndefined()
  expect(await endOf(lesson, start, { edits: [] }, silent)).toBeUndefined()
  expect(await endOf(lesson, start, { edits: [] }, analyse)).toBe('grace')
})

const greets = step('run', '{ at: /data/greeting, in: result, contains: Grace }', '')
const loud = '{ files: [{ path: /project/.ai/tools/demo/greet.py, find: "Hello", put: "HELLO" }] }'
const missed = `{ passes: [{ about: By name, edits: [${named}] }], fails: [{ about: Shouted, stops_at: run, edits: [${named}, ${loud}] }] }`

/** The output of the example's tool, computed from its file and its stdin, as in the sandbox. */
const answered: Run = (draft, { plan }) => {
  const shouts = JSON.stringify(draft.files).includes('HELLO')
  const said = plan && 'input' in plan ? plan.input : ''
  return printed(JSON.stringify({ greeting: shouts ? said?.toUpperCase() : said }))
}

test('a check with runs includes steps that require a result and near misses of a run', async () => {
  const { lesson, start } = received(`${grace}${greets}`, missed)
  expect(textsOf(await trialOf(lesson, start, analyse))).toEqual([
    'Step "run" requires a run, so the step was not tested.',
  ])
  expect(textsOf(await trialOf(lesson, start, analyse, answered))).toEqual([])
  const mute: Run = () => Promise.resolve(undefined)
  expect(textsOf(await trialOf(lesson, start, analyse, mute))).toContain(
    'The solution "By name" does not pass: step "run" is not done.',
  )
  const [near] = lesson.routes?.fails ?? []
  if (!near) throw new Error('no near miss')
  expect(await endOf(lesson, start, near, analyse)).toBeNull()
  expect(await endOf(lesson, start, near, analyse, answered)).toBe('run')
})

test('a check reports a near miss that passes, and a step that requires a real run', async () => {
  const { lesson, start } = received(`${grace}${greets}`, missed.replace('HELLO', 'Hi'))
  expect(textsOf(await trialOf(lesson, start, analyse, answered))).toEqual([
    'The near miss "Shouted" passes every step.',
  ])
  const real = received(`${grace}${greets.replace('in: result', 'in: real')}`, missed)
  expect(textsOf(await trialOf(real.lesson, real.start, analyse, answered))).toEqual([
    'Step "run" requires a run, so the step was not tested.',
  ])
})

test('a check with runs counts a question before the run as answered', async () => {
  const asks = '  - { id: guess, kind: predict, text: t, ask: { status: true } }\n'
  const { lesson, start } = received(`${asks}${grace}${greets}`, missed)
  const [right, near] = [...(lesson.routes?.passes ?? []), ...(lesson.routes?.fails ?? [])]
  if (!right || !near) throw new Error('no routes')
  expect(await endOf(lesson, start, right, analyse, answered)).toBeNull()
  expect(await endOf(lesson, start, near, analyse, answered)).toBe('run')
})

/** The engine of the page's worker, in this process. */
const walker: Walker = {
  walk(order, listener) {
    const engine: GraphEngine = new GraphEngine({
      now: () => 0,
      post(message) {
        if (message.kind === 'call')
          void listener.run(message.plan).then((outcome) => engine.answered(message.call, outcome))
      },
    })
    return engine.answer({ kind: 'walk', order })
  },
  stop: () => undefined,
}

/** The result of a draft in the interpreters of the page. */
const simulated: Run = (draft, analysis) =>
  resultOfDraft(
    draft,
    analysis,
    () => Promise.resolve(nodeSimulator),
    () => walker,
  )

test.for(exampleLessons().map((one) => [one.slug, one] as const))(
  '%s: every step, solution and near miss passes its check with runs in the interpreters of the page',
  async ([, { lesson, start, passes, fails }]) => {
    const whole = { ...lesson, routes: { passes, fails: everyNth(fails, 3) } }
    expect(textsOf(await trialOf(whole, start, analyse, simulated))).toEqual([])
  },
)
