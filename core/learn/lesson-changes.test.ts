import { expect, test } from 'vitest'
import { exampleLessons } from '../testing/lessons.ts'
import { lessonChanges } from './lesson-changes.ts'
import type { Lesson } from './lesson.ts'

const lesson = exampleLessons().find(({ slug }) => slug === 'learn-three-layers')!.lesson
const { steps } = lesson
const [guess, join, caller] = steps as [Lesson['steps'][number], Lesson['steps'][number], Lesson['steps'][number]]
const rest = steps.slice(3)

test.for([
  ['an unchanged lesson', lesson, []],
  ['another introduction', { ...lesson, text: 'Other.' }, ['The introduction has changed.']],
  ['a new step', { ...lesson, steps: [{ ...guess, id: 'new' }, ...steps] }, ['Step 1 is new.']],
  ['two removed steps', { ...lesson, steps: [guess, ...rest] }, ['2 steps were removed.']],
  [
    'a different text and other goals',
    { ...lesson, steps: [guess, { ...join, text: 'Other.' }, { ...caller, goals: join.goals }, ...rest] },
    ['Step 2 has different text.', 'Step 3 has different goals.'],
  ],
  [
    'another question',
    { ...lesson, steps: [{ ...guess, question: { ...guess.question!, hash: '00000000' } }, ...steps.slice(1)] },
    ['Step 1 asks a different question.'],
  ],
  ['another order', { ...lesson, steps: [guess, caller, join, ...rest] }, ['The order of the steps has changed.']],
] as const)('the changes of a lesson are listed for %s', ([, after, changes]) => {
  expect(lessonChanges(lesson, after)).toEqual(changes)
})
