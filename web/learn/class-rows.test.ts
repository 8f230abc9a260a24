import { expect, test } from 'vitest'
import type { LessonReport } from '../run/class-client.ts'
import { lessonRows } from './class-rows.ts'

const report = (lesson: string, wrong: readonly string[]): LessonReport => ({
  ...{ lesson, title: lesson.toUpperCase() },
  steps: [
    { id: 'one', state: 'done', wrong },
    { id: 'two', state: 'open', wrong: [] },
  ],
})

test('learners are listed per lesson, and the most frequent wrong predictions come first', () => {
  const learners = [
    { name: 'Ada', help: null, reports: [report('a', ['x', 'y']), report('b', [])] },
    { name: 'Alan', help: null, reports: [report('a', ['y'])] },
    { name: 'Grace', help: null, reports: [report('b', [])] },
    { name: 'New', help: null, reports: [] },
  ]
  const rows = lessonRows({ link: 'l', over: false, version: 1, learners })
  expect(rows.map(({ title, learners: own }) => [title, own.map(({ name }) => name)])).toEqual([
    ['A', ['Ada', 'Alan']],
    ['B', ['Ada', 'Grace']],
  ])
  expect(rows[0]?.wrong).toEqual([
    { step: 1, text: 'y', learners: 2 },
    { step: 1, text: 'x', learners: 1 },
  ])
})

test('learners with different versions of a lesson have their steps in the same columns', () => {
  const old = { lesson: 'a', title: 'Old', steps: [{ id: 'two', state: 'done' as const, wrong: ['z'] }] }
  const learners = [
    { name: 'Ada', help: null, reports: [report('a', [])] },
    { name: 'Alan', help: null, reports: [old] },
  ]
  const [row] = lessonRows({ link: 'l', over: false, version: 1, learners })
  expect(row?.learners.map(({ steps }) => steps.map((step) => step?.state))).toEqual([
    ['done', 'open'],
    [undefined, 'done'],
  ])
  expect(row?.wrong).toEqual([{ step: 2, text: 'z', learners: 1 }])
})
