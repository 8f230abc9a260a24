import { expect, test } from 'vitest'
import { exampleSnapshots } from '../testing/examples.ts'
import { evidenceOf, exampleLessons } from '../testing/lessons.ts'
import { smallSnapshot } from '../testing/snapshots.ts'
import { applyEdit, statesOf } from './apply-edit.ts'
import { checkGoal } from '../expect/check-goal.ts'
import { editBetween } from './edit-between.ts'
import { goalInWords } from '../expect/goal-words.ts'
import type { Analysis } from '../answer/analysis.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { GoalAssertion } from '../expect/goal.ts'
import { goalsOfClicked, suggestGoals, type Clicked } from '../expect/suggest-goals.ts'

test.for(exampleLessons().map((one) => [one.slug, one] as const))(
  'the edit computed from two drafts of %s turns the first into the second',
  ([, { start, lesson }]) => {
    const states = statesOf(lesson, start)
    for (const [index, after] of states.slice(1).entries()) {
      const before = states[index] ?? start
      const edited = applyEdit(before, editBetween(before, after))
      expect(edited).toMatchObject({ kind: 'changed', snapshot: { ...after } })
    }
  },
)

test('an edit of one line names that line; a repeated line needs the whole text', () => {
  const path = '/project/a'
  const draft = (text: string) => ({ ...smallSnapshot, files: { [path]: text } })
  expect(editBetween(draft('a\nb\nc\n'), draft('a\nx\nc\n')).files).toEqual([
    { kind: 'replace', path, find: 'b', put: 'x' },
  ])
  expect(editBetween(draft('b\nb\n'), draft('b\nx\n')).files).toEqual([{ kind: 'write', path, text: 'b\nx\n' }])
  expect(editBetween(draft('a\n'), draft('a\nb\n')).files).toEqual([{ kind: 'replace', path, find: 'a', put: 'a\nb' }])
})

const isAbsent = (goal: GoalAssertion): boolean =>
  goal.kind === 'code' ? goal.absent : goal.kind === 'value' && goal.test.kind === 'absent'

test('every suggested goal passes now, unless it asserts an absence', () => {
  for (const slug of ['hello-chain', 'space-violation', 'http-tool']) {
    const evidence = evidenceOf(exampleSnapshots()[slug]!)
    const offered = suggestGoals(evidence.analysis, '/plan/args/0', undefined)
    expect(offered.length).toBeGreaterThan(3)
    for (const goal of offered) expect(checkGoal(goal, evidence).holds, goalInWords(goal)).toBe(!isAbsent(goal))
  }
})

const anchored = evidenceOf(applied('learn-anchor', 'marker')).analysis
const violated = evidenceOf({ ...exampleSnapshots()['learn-space-rule']!, search: 'global' }).analysis
const shadowed = evidenceOf(exampleSnapshots()['shadowing']!).analysis

/** The draft of a lesson after a step. */
function applied(slug: string, step: string): Snapshot {
  const one = exampleLessons().find((lesson) => lesson.slug === slug)
  if (!one) throw new Error(`no lesson ${slug}`)
  return statesOf(one.lesson, one.start)[one.lesson.steps.findIndex(({ id }) => id === step) + 1] ?? one.start
}

test.for<[string, Analysis, Clicked, string]>([
  ['a problem', violated, { kind: 'problem', code: 'space-incompatible' }, 'the problem space-incompatible'],
  ['a lamp', violated, { kind: 'pair', child: 0, rule: 'space' }, 'the space rule between my/note and my/run: failed'],
  ['a card', violated, { kind: 'element', index: 1 }, 'space of my/run is "project"'],
  ['the only card with its role', violated, { kind: 'element', index: 0 }, 'item_id of the tool is "my/note"'],
  ['the state of the chain', violated, { kind: 'status' }, 'the state of the chain is "refused"'],
  ['the state of the lockfile', violated, { kind: 'lockfile' }, 'the state of the lockfile is "absent"'],
  [
    'the place where a chain broke',
    evidenceOf(exampleSnapshots()['learn-space-rule']!).analysis,
    { kind: 'element', index: 1 },
    'the problem executor-not-found',
  ],
  [
    'a file next to a tool',
    anchored,
    { kind: 'file', path: '/project/.ai/tools/team/words.py' },
    'the list of verified files contains "/project/.ai/tools/team/words.py"',
  ],
  [
    'a file of the chain',
    anchored,
    { kind: 'file', path: '/project/.ai/tools/team/report.py' },
    'space of team/report is "project"',
  ],
  ['the primitive of the plan', anchored, { kind: 'value', pointer: '/plan/primitive' }, 'primitive is "execute"'],
])(
  'goals suggested for %s are about it, and pass now unless they assert an absence',
  ([, analysis, clicked, wanted]) => {
    const offered = goalsOfClicked({ analysis, simulated: undefined, real: undefined }, clicked)
    expect(offered.map(goalInWords)).toContain(wanted)
    for (const goal of offered) expect(checkGoal(goal, { analysis }).holds, goalInWords(goal)).toBe(!isAbsent(goal))
  },
)

test('a hidden file is tested by the item that shadows it, and an unused file gets no goal', () => {
  const shown = { analysis: shadowed, simulated: undefined, real: undefined }
  const hidden = shadowed.chain.flatMap((entry) => entry.shadowed)[0]?.path ?? ''
  expect(goalsOfClicked(shown, { kind: 'file', path: hidden }).map(goalInWords)).toEqual([
    expect.stringMatching(/^the list of files that .* shadows has 1 member$/),
  ])
  expect(goalsOfClicked(shown, { kind: 'file', path: '/project/notes.txt' })).toEqual([])
  expect(goalsOfClicked(shown, { kind: 'result', lane: 'real', pointer: '/data' })).toEqual([])
})
