import { expect, test } from 'vitest'
import { exampleSnapshots } from '../testing/examples.ts'
import { evidenceOf, exampleLessons } from '../testing/lessons.ts'
import { smallSnapshot } from '../testing/snapshots.ts'
import { applyEdit, statesOf } from './apply-edit.ts'
import { checkGoal } from './check-goal.ts'
import { editBetween } from './edit-between.ts'
import { goalInWords } from './goal-words.ts'
import { suggestGoals } from './suggest-goals.ts'

test.for(exampleLessons().map((one) => [one.slug, one] as const))(
  'the change between two drafts of %s makes the second of the first',
  ([, { start, lesson }]) => {
    const states = statesOf(lesson, start)
    for (const [index, after] of states.slice(1).entries()) {
      const before = states[index] ?? start
      const edited = applyEdit(before, editBetween(before, after))
      expect(edited).toMatchObject({ kind: 'changed', snapshot: { ...after } })
    }
  },
)

test('a change of one line names the line, and one that stands twice names the whole text', () => {
  const path = '/project/a'
  const draft = (text: string) => ({ ...smallSnapshot, files: { [path]: text } })
  expect(editBetween(draft('a\nb\nc\n'), draft('a\nx\nc\n')).files).toEqual([
    { kind: 'replace', path, find: 'b', put: 'x' },
  ])
  expect(editBetween(draft('b\nb\n'), draft('b\nx\n')).files).toEqual([{ kind: 'write', path, text: 'b\nx\n' }])
  expect(editBetween(draft('a\n'), draft('a\nb\n')).files).toEqual([{ kind: 'replace', path, find: 'a', put: 'a\nb' }])
})

test('what is offered as a goal holds now, but for what asks that it be gone', () => {
  for (const slug of ['hello-chain', 'space-violation', 'http-tool']) {
    const evidence = evidenceOf(exampleSnapshots()[slug]!)
    const offered = suggestGoals(evidence.analysis, '/plan/args/0', undefined)
    const isAbsent = (goal: (typeof offered)[number]): boolean =>
      goal.kind === 'code' ? goal.absent : goal.kind === 'value' && goal.test.kind === 'absent'
    expect(offered.length).toBeGreaterThan(3)
    for (const goal of offered) expect(checkGoal(goal, evidence).holds, goalInWords(goal)).toBe(!isAbsent(goal))
  }
})
