import { expect, test } from 'vitest'
import { everyPart } from '../pure-host.ts'
import { exampleSnapshots } from '../testing/examples.ts'
import { evidenceOf } from '../testing/lessons.ts'
import { advance, isDone, markHelped, markWrong, stepStates, tickQuestion } from './progress.ts'
import { readLesson } from './read-lesson.ts'

const text = `format: 1
id: m
title: M
steps:
  - { id: guess, kind: predict, text: t, ask: { status: true } }
  - { id: change, text: t, goals: [{ at: /status, is: ready }] }
`
const { lesson } = readLesson('lesson.yaml', text, everyPart)
const ready = evidenceOf(exampleSnapshots()['hello-chain']!)

test('only the right answer completes a question, and later steps wait for it', () => {
  const [guess, change] = lesson?.steps ?? []
  if (!lesson || !guess || !change) throw new Error('the lesson has two steps')
  const wrong = advance(lesson, markWrong(guess, {}, 2), ready)
  expect([isDone(guess, wrong), isDone(change, wrong)]).toEqual([false, false])
  const right = advance(lesson, tickQuestion(guess, wrong), ready)
  expect([isDone(guess, right), isDone(change, right)]).toEqual([true, true])
  expect(right['guess']).toContain('wrong:2')
})

test('a step that was done for the learner keeps its mark, and is not an earlier version of the step', () => {
  const [guess, change] = lesson?.steps ?? []
  if (!lesson || !guess || !change) throw new Error('the lesson has two steps')
  const helped = markHelped(change, tickQuestion(guess, {}))
  expect(stepStates(lesson, helped, undefined)[1]).toMatchObject({ done: false, helped: true, formerly: false })
  const done = advance(lesson, helped, ready)
  expect(stepStates(lesson, done, undefined)).toMatchObject([
    { done: true, helped: false },
    { done: true, helped: true },
  ])
})

test('a changed question must be answered again', () => {
  const other = readLesson('lesson.yaml', text.replace('status: true', 'value: /status'), everyPart).lesson
  const [guess] = lesson?.steps ?? []
  if (!other || !guess) throw new Error('the lesson has two steps')
  expect(stepStates(other, tickQuestion(guess, {}), undefined)[0]).toMatchObject({ done: false, formerly: true })
})
