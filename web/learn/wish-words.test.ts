import { expect, test } from 'vitest'
import { Parts } from '#core/answer'
import { readLesson, stepStates, type Lesson } from '#core/learn'
import { exampleSnapshots } from '../../core/testing/examples.ts'
import { evidenceOf } from '../../core/testing/lessons.ts'
import { wordsOfWish } from './wish-words.ts'

const { lesson } = readLesson(
  'lesson.yaml',
  `format: 1
id: l
title: L
steps:
  - id: one
    text: Greet **Grace**.
    hint: It is \`name\`.
    goals: [{ at: /status, is: ready }, { at: /plan/input, contains: Grace }]
  - { id: two, text: Then break it., goals: [{ code: executor-not-found }] }
`,
  new Parts(),
)

test('the task, hint and goals of the current step are read out without Markdown', () => {
  expect(lesson).not.toBeNull()
  const [ready, grace] = lesson?.steps[0]?.goals ?? []
  const evidence = evidenceOf(exampleSnapshots()['hello-chain']!)
  const states = stepStates(lesson as Lesson, { one: [ready?.hash ?? ''] }, evidence)
  const [one, two] = states
  expect(wordsOfWish('task', one, states)).toBe('Step 1 of 2. Greet Grace.')
  expect(wordsOfWish('hint', one, states)).toBe('It is name.')
  expect(wordsOfWish('goals', one, states)).toMatch(
    /^Done: The chain is ready to run\. Expected: .*Grace.* Found: .*Ada/,
  )
  expect(grace).toBeDefined()
  expect(wordsOfWish('hint', two, states)).toBe('This step has no hint.')
  expect(wordsOfWish('task', undefined, states)).toBe('All steps are done.')
})
