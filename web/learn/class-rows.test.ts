import { expect, test } from 'vitest'
import type { ClassReport } from '../run/class-client.ts'
import { lessonRows } from './class-rows.ts'

const report = (lesson: string, wrong: readonly string[]): ClassReport => ({
  ...{ lesson, title: lesson.toUpperCase(), help: null },
  steps: [
    { id: 'one', state: 'done', wrong },
    { id: 'two', state: 'open', wrong: [] },
  ],
})

test('learners are listed per lesson, and the most frequent wrong predictions come first', () => {
  const learners = [
    { name: 'Ada', report: report('a', ['x', 'y']) },
    { name: 'Alan', report: report('a', ['y']) },
    { name: 'Grace', report: report('b', []) },
    { name: 'New', report: null },
    { name: 'Idle', report: report('', []) },
  ]
  const rows = lessonRows({ key: 'k', over: false, learners })
  expect(rows.map(({ title, learners: own }) => [title, own.map(({ name }) => name)])).toEqual([
    ['A', ['Ada', 'Alan']],
    ['B', ['Grace']],
  ])
  expect(rows[0]?.wrong).toEqual([
    { step: 1, text: 'y', learners: 2 },
    { step: 1, text: 'x', learners: 1 },
  ])
})
