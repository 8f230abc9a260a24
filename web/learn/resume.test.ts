import { expect, test } from 'vitest'
import { Parts } from '#core/answer'
import { readLesson, type LessonTicks } from '#core/learn'
import { stepToContinue } from './resume.ts'

const { lesson } = readLesson(
  'lesson.yaml',
  `format: 1
id: l
title: L
steps:
  - { id: guess, kind: predict, text: t, ask: { status: true } }
  - { id: change, text: t, goals: [{ code: a }] }
  - { id: more, text: t, goals: [{ code: b }] }
`,
  new Parts(),
)
const [guess, change, more] = lesson?.steps ?? []
const all: LessonTicks = {
  guess: [guess?.question?.hash ?? ''],
  change: [change?.goals[0]?.hash ?? ''],
  more: [more?.goals[0]?.hash ?? ''],
}

test.for([
  ['no step is done', {}, undefined],
  ['only a question is answered, which changes no file', { guess: all['guess'] ?? [] }, undefined],
  ['a change is done', { guess: all['guess'] ?? [], change: all['change'] ?? [] }, 2],
  ['all steps are done', all, 3],
] as const)('%s: the lesson continues at the expected step', ([, ticks, at]) => {
  expect(lesson && stepToContinue(lesson, ticks)).toBe(at)
})
