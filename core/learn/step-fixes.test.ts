import { expect, test } from 'vitest'
import { analyze } from '../answer/analyze.ts'
import { changedWorkspace, explainFixes } from '../answer/fixes/explain.ts'
import { checkGoal } from '../expect/check-goal.ts'
import { workspaceOfDraft } from '../testing/examples.ts'
import { exampleLessons } from '../testing/lessons.ts'
import { statesOf } from './apply-edit.ts'

const steps = exampleLessons().flatMap(({ slug, lesson, start }) => {
  const drafts = statesOf(lesson, start)
  return lesson.steps.map((step, index) => ({ name: `${slug} ${step.id}`, step, draft: drafts[index] ?? start }))
})

test.for(steps.filter(({ step }) => step.fixes))(
  'the step $name is about quick fixes, and one of them completes it',
  ({ step, draft }) => {
    const workspace = workspaceOfDraft(draft)
    const solves = explainFixes(workspace, draft).some(({ changes }) => {
      const changed = changedWorkspace(workspace, changes)
      return changed && step.goals.every((goal) => checkGoal(goal, { analysis: analyze(changed, draft) }).holds)
    })
    expect(solves).toBe(true)
  },
)

test('at least one step of a lesson is about quick fixes', () => {
  expect(steps.filter(({ step }) => step.fixes).length).toBeGreaterThan(0)
})
