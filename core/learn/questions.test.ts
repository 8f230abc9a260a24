import { expect, test } from 'vitest'
import { analyze } from '../answer/analyze.ts'
import { everyPart } from '../pure-host.ts'
import { exampleSnapshots, workspaceOfDraft } from '../testing/examples.ts'
import { exampleLessons, evidenceOf } from '../testing/lessons.ts'
import { smallSnapshot } from '../testing/snapshots.ts'
import { limits } from '../limits.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { judgeOrder } from './ordering.ts'
import type { Lesson } from './lesson.ts'
import { readLesson } from './read-lesson.ts'
import { describeQuestionFinding, questionDrafts, tryBuild, tryQuestions } from './try-questions.ts'
import { draftsToAsk, taskOf, type Task } from './task.ts'
import { draftsOfQuestion } from './variations.ts'
import { writeLesson } from './write-lesson.ts'

const examples = exampleSnapshots()
const shadowing = examples['learn-shadowing']!
const why = examples['learn-why']!

/** A lesson of one question; `rest` contains its keys in YAML's flow style. */
function lessonWith(rest: string): Lesson {
  const text = `format: 1\nid: q\ntitle: Q\nsteps:\n  - { id: one, text: t, ${rest} }\n`
  const { lesson, problems } = readLesson('lesson.yaml', text, everyPart)
  if (!lesson) throw new Error(problems.map(({ message }) => message).join('\n'))
  return lesson
}

function tried(rest: string, start: Snapshot) {
  const lesson = lessonWith(rest)
  const [one] = tryQuestions(lesson, start, questionDrafts(lesson, start).map(evidenceOf))
  if (!one) throw new Error('no question')
  return { task: one.task, faults: one.findings.map(describeQuestionFinding) }
}

function choicesOf(task: Task | undefined) {
  if (task?.kind !== 'predict') throw new Error('no prediction')
  return task.prediction.choices
}

const right = (task: Task | undefined) => choicesOf(task).filter((choice) => choice.right)
const wrong = (task: Task | undefined) => choicesOf(task).filter((choice) => !choice.right)

const user = '/user/.ai/tools/my/python.yaml'
const project = '/project/.ai/tools/my/python.yaml'
const copied = `suppose: { files: [{ path: ${project}, text: "executor_id: rye/core/primitives/execute\\nconfig: { command: python3 }\\n" }] }`

test('R1.1: the file of the first space is the right answer, and a wrong answer names the condition under which it would be right', () => {
  const { task, faults } = tried(`kind: predict, ask: { winner: my/python }, ${copied}`, shadowing)
  expect(faults).toEqual([])
  expect(right(task)).toMatchObject([{ key: project, because: expect.stringContaining('project, then user') }])
  expect(right(task)[0]?.because).toContain(`It ignores \`${user}\``)
  expect(wrong(task)).toContainEqual({
    key: user,
    text: `\`${user}\``,
    right: false,
    because: 'This would be correct if the user space came before the project.',
  })
})

test('R1.2: an element of the user space searches only the user and system spaces', () => {
  const inUser = `suppose: { files: [{ path: /project/.ai/tools/demo/greet.py, to: /user/.ai/tools/demo/greet.py }, { path: ${project}, text: "executor_id: x\\n" }] }`
  const { task } = tried(`kind: predict, ask: { winner: my/python }, ${inUser}`, shadowing)
  expect(right(task)).toMatchObject([{ key: user, because: expect.stringContaining('Rye searches user, then system') }])
  // With the global search, the project is searched first.
  expect(wrong(task)).toContainEqual(
    expect.objectContaining({ key: project, because: 'This would be correct if the search were global.' }),
  )
})

test('the right answer for a refused chain names the rules, and "ready" is a wrong answer', () => {
  const { task } = tried('kind: predict, ask: { status: true }', examples['learn-io-versions']!)
  expect(right(task)).toMatchObject([{ key: 'io-missing-input,version-too-low' }])
  expect(wrong(task).map(({ key }) => key)).toContain('ready')
})

test('R6.2: a value names its source, and each overridden value is a wrong answer', () => {
  const { task } = tried('kind: predict, ask: { value: /plan/timeout }', why)
  expect(right(task)).toMatchObject([{ key: '5', because: expect.stringContaining('demo/backup') }])
  expect(wrong(task)).toContainEqual(
    expect.objectContaining({
      key: '300',
      because: 'This would be correct if my/python had priority over demo/backup.',
    }),
  )
})

test('R9: a placeholder that stays is a wrong answer', () => {
  const { task } = tried('kind: predict, ask: { value: /plan/args/0 }', examples['learn-templates']!)
  expect(right(task)).toMatchObject([{ key: '"Hello Ada"' }])
  expect(wrong(task).map(({ text }) => text)).toContain('"Hello {name}"')
})

const graph: Snapshot = {
  ...smallSnapshot,
  ...examples['learn-graph'],
  files: {
    '/project/.ai/tools/flows/letter.yaml': `tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
category: flows
config:
  start: count
  nodes:
    count: { type: gate, next: [{ to: long, when: { path: state.words, op: gt, value: 3 } }, { to: short }] }
    long: { type: return }
    short: { type: return }
`,
  },
}

test.for([
  [3, 'short', 'long'],
  [4, 'long', 'short'],
] as const)('R16.2: with %i words the graph continues at %s', ([words, to, other]) => {
  const { task } = tried(`kind: predict, ask: { branch: count, with: { state: { words: ${words} } } }`, graph)
  expect(right(task)).toMatchObject([{ key: to, because: expect.stringContaining(`the value is ${words}`) }])
  expect(wrong(task).map(({ key }) => key)).toContain(other)
})

test.for([
  ['1', '{ at: say@1.1, error: it is busy }', '`say`, then `say`, then `done`'],
  ['0', '{ at: say@1.1, error: it is busy }', '`say`, and the graph fails'],
  ['1', '{ at: say@1.1, error: no such page }', '`say`, and the graph fails'],
  ['1', '{ at: say@1.1, result: { text: later } }', '`say`, then `say`, then `say`, and the graph stops'],
])('R16.5, R16.8: with %s retries and the answer %s, the graph visits %s', ([retries, pin, path]) => {
  // The second result is never used after a first success, because the first one is cached.
  const text = `tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
category: flows
permissions: [rye.execute.tool.*]
config:
  start: say
  max_steps: 3
  hooks:
    - { event: error, condition: { path: error.error, op: contains, value: busy }, action: { retry: true, max_retries: ${retries} } }
  nodes:
    say:
      action: { item_id: tool:say }
      cache_result: true
      assign: { text: "\${result.text}" }
      next: [{ to: say, when: { path: state.text, op: eq, value: later } }, { to: done }]
    done: { type: return }
`
  const start = { ...graph, files: { '/project/.ai/tools/flows/letter.yaml': text } }
  const { task } = tried(`kind: predict, ask: { walk: [${pin}, { at: say, result: { text: ready } }] }`, start)
  expect(right(task).map((choice) => choice.text)).toEqual([path])
})

test("a tool's output has an answer only with a run", () => {
  const lesson = lessonWith('kind: predict, ask: { output: true }')
  const [step] = lesson.steps
  const drafts = step && draftsOfQuestion(lesson, why, step)
  if (!step?.question || !drafts) throw new Error('no question')
  const evidence = draftsToAsk(drafts).map(evidenceOf)
  expect(taskOf(step.question, drafts, evidence)).toBeUndefined()
  const result = (stdout: string) => ({ output: { stdout: { text: stdout } }, data: null }) as never
  const ran = evidence.map((one, index) => ({ ...one, simulated: result(index === 0 ? 'tea\n' : `no ${index}\n`) }))
  expect(right(taskOf(step.question, drafts, ran))).toMatchObject([{ key: '"tea"' }])
})

test.for([
  ['{ chain: true }', why, ['demo/backup', 'my/python', 'rye/core/primitives/execute']],
  ['{ spaces: my/python }', why, ['project', 'user', 'system']],
  ['{ overrides: /plan/timeout }', why, ['demo/backup: 5', 'my/python: 300']],
  ['{ template: /plan/args/0 }', examples['learn-templates']!, ['{greeting} → "Hello {name}"', '{name} → "Ada"']],
] as const)('the order of %s is computed by the engine', ([ask, start, order]) => {
  const { task, faults } = tried(`kind: order, ask: ${ask}`, start)
  expect(faults).toEqual([])
  if (task?.kind !== 'order') throw new Error('no order')
  const { ordering } = task
  expect(ordering.order).toEqual(order)
  expect(judgeOrder(ordering, order)).toMatchObject({ right: true, at: null })
  expect(judgeOrder(ordering, [...order].reverse())).toMatchObject({ right: false, at: 0 })
  expect(judgeOrder(ordering, order.slice(0, -1))).toMatchObject({ right: false, at: order.length - 1 })
})

test('a part outside the right order is wrong, and its explanation names the condition under which it would belong', () => {
  const { task } = tried('kind: order, ask: { chain: true }', why)
  if (task?.kind !== 'order') throw new Error('no order')
  const strangers = task.ordering.pieces.filter(({ wouldBe }) => wouldBe !== null)
  expect(strangers.length).toBe(0)
  const more = tried(
    'kind: order, ask: { chain: true }, variations: [{ if: the tool named the Python runtime, files: [{ path: /project/.ai/tools/demo/backup.py, find: my/python, put: rye/core/runtimes/python/script }] }]',
    why,
  ).task
  if (more?.kind !== 'order') throw new Error('no order')
  const part = 'rye/core/runtimes/python/script'
  expect(judgeOrder(more.ordering, ['demo/backup', part])).toEqual({
    right: false,
    at: 1,
    because: `"${part}" is not part of the order. This part would be in the order if the tool named the Python runtime.`,
  })
})

test.for([
  [
    'kind: predict, ask: { value: /plan/timeout }, variations: [{ if: nothing mattered, item_id: demo/backup }]',
    'Variation 1 of step "one" gives the right answer, so it is not a wrong answer.',
  ],
  [
    'kind: predict, ask: { branch: nowhere }',
    'The engine has no answer to the question of step "one". Check the names in `ask`.',
  ],
  [
    'kind: predict, ask: { value: /format }',
    'The question of step "one" has no wrong answers. Add a variation with another result.',
  ],
  [
    'kind: predict, ask: { status: true }, suppose: { files: [{ path: /project/x, find: a, put: b }] }',
    'A change in the question of step "one" does not apply: the text to replace is missing.',
  ],
  [
    'kind: order, ask: { overrides: /plan/command }',
    'The question of step "one" has fewer than two parts to put in order.',
  ],
])('a mistake in a question is reported: %s', ([rest = '', finding]) => {
  expect(tried(rest, why).faults).toEqual([finding])
})

test('a build step requires an empty project and two solutions', () => {
  const lesson = lessonWith('kind: build, goals: [{ at: /status, is: ready }]')
  expect(tryBuild(lesson, why).map(describeQuestionFinding)).toEqual([
    'Step "one" requires an empty start, but the start contains /project/.ai/tools/demo/backup.py.',
    'Step "one" has 0 valid solutions, but a `build` step requires 2.',
  ])
  const route = { about: 'A', edits: [], stops_at: null }
  expect(tryBuild({ ...lesson, routes: { passes: [route, route], fails: [] } }, { ...why, files: {} })).toEqual([])
})

test.for([
  'kind: predict, ask: { winner: my/python }, suppose: { search: global }, variations: [{ if: it were so, dialect: kiwi }]',
  'kind: predict, ask: { status: true }',
  'kind: predict, ask: { branch: count, with: { state: { words: 3 } } }',
  'kind: predict, ask: { output: true }',
  'kind: order, ask: { template: /plan/args/0 }',
  'kind: build, goals: [{ at: /status, is: ready }]',
])('a step with %s survives a round-trip', (rest) => {
  const lesson = lessonWith(rest)
  expect(readLesson('lesson.yaml', writeLesson(lesson), everyPart)).toMatchObject({ lesson, problems: [] })
})

test.for([
  ['kind: predict', 'Step 1 has no `ask`.'],
  ['kind: predict, ask: {}', '`ask` of step 1 has none of the keys winner, status, value, branch, walk, output.'],
  [
    'kind: predict, ask: { chain: true }',
    '`ask` of step 1 has none of the keys winner, status, value, branch, walk, output.',
  ],
  ['kind: order, ask: { status: true }', '`ask` of step 1 has none of the keys chain, spaces, overrides, template.'],
  ['kind: predict, ask: { status: false }', '`status` of `ask` of step 1 is not true.'],
  ['kind: predict, ask: { value: plan }', '`value` of `ask` of step 1 is not a JSON pointer: plan.'],
  ['kind: predict, ask: { status: true }, goals: []', 'Step 1 of the kind predict cannot have `goals`.'],
  ['kind: build, do: {}, goals: [{ at: /status, is: ready }]', 'Step 1 of the kind build cannot have `do`.'],
  ['kind: guess, goals: [{ at: /status, is: ready }]', '`kind` of step 1 has the invalid value guess.'],
])('a step is refused with its own message: %s', ([rest, message]) => {
  const text = `format: 1\nid: q\ntitle: Q\nsteps:\n  - { id: one, text: t, ${rest} }\n`
  expect(readLesson('lesson.yaml', text, everyPart)).toMatchObject({ lesson: null, problems: [{ message }] })
})

const asked = exampleLessons().flatMap(({ slug, lesson, start }) =>
  lesson.steps
    .filter(({ question }) => question !== null)
    .map((step) => [`${slug} ${step.id}`, { lesson, start, step }] as const),
)

test.for(asked)(
  '%s: the question has one right answer, every choice is different, and no run is required',
  ([, one]) => {
    const { lesson, start, step } = one
    const found = tryQuestions(lesson, start, questionDrafts(lesson, start).map(evidenceOf)).find(
      (of) => of.step === step,
    )
    expect(found?.findings.map(describeQuestionFinding)).toEqual([])
    expect(found?.task).toBeDefined()
    if (found?.task?.kind !== 'predict') return
    const { choices, answer } = found.task.prediction
    expect(choices.filter(({ right }) => right)).toMatchObject([{ key: answer.key }])
    expect(new Set(choices.map(({ key }) => key)).size).toBe(choices.length)
    expect(new Set(choices.map(({ text }) => text)).size).toBe(choices.length)
    expect(choices.length).toBeLessThanOrEqual(limits.lessonAnswers)
  },
)

test('a question has the same answers after its analyses pass through JSON', () => {
  const lesson = lessonWith('kind: predict, ask: { value: /plan/timeout }')
  const look = (draft: Snapshot) => ({ analysis: analyze(workspaceOfDraft(draft), draft) })
  const drafts = questionDrafts(lesson, why)
  const json = drafts.map(look).map((one) => JSON.parse(JSON.stringify(one)) as ReturnType<typeof look>)
  expect(tryQuestions(lesson, why, json)[0]?.task).toEqual(tryQuestions(lesson, why, drafts.map(look))[0]?.task)
})
