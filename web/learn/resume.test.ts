import { expect, test } from 'vitest'
import { Parts } from '#core/answer'
import type { Snapshot } from '#core/workspace'
import { readLesson, type LessonTicks } from '#core/learn'
import { emptySnapshot } from '../state/open-draft.svelte.ts'
import { renewed, stepToContinue } from './resume.ts'

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
const paths = ['a', 'b', 'c', 'd'] as const
/** A draft with these texts of the files `/project/a` to `/project/d`; `-` for a file that does not exist. */
const draftWith = (texts: string, parameters = '{}'): Snapshot => ({
  ...emptySnapshot,
  parameters,
  files: Object.fromEntries(
    paths.flatMap((path, at) => (texts[at] === '-' ? [] : [[`/project/${path}`, texts[at] ?? '']])),
  ),
})

test.for([
  // The learner's work, the former start, the new start; the result and the news.
  ['11--', '11--', '12--', '12--', ['/project/b has changed.']],
  ['21--', '11--', '31--', '21--', ['/project/a has changed at the start. Your version is unchanged.']],
  ['21--', '11--', '21--', '21--', []],
  ['112-', '11--', '11--', '112-', []],
  ['1---', '11--', '11-4', '1--4', ['/project/d is new.']],
  ['11--', '11--', '1---', '1---', ['/project/b was removed.']],
  ['12--', '11--', '1---', '12--', ['/project/b was removed at the start. Your version is unchanged.']],
  ['21--', undefined, '31-4', '21-4', ['/project/d is new.']],
] as const)('the work %s of a lesson that started with %s and now starts with %s becomes %s', (row) => {
  const [work, former, start, result, news] = row
  if (!lesson) throw new Error('no lesson')
  const to = renewed(draftWith(work), former && draftWith(former), draftWith(start), lesson)
  expect(to.draft.files).toEqual(draftWith(result).files)
  expect(to.news).toEqual(news)
})

test('parameters come from the new start of a lesson, unless the learner has changed them', () => {
  if (!lesson) throw new Error('no lesson')
  const [first, second, own] = ['1', '2', '3'].map((parameters) => draftWith('----', parameters))
  if (!first || !second || !own) throw new Error('no draft')
  expect(renewed(first, first, second, lesson).draft.parameters).toBe('2')
  expect(renewed(own, first, second, lesson).draft.parameters).toBe('3')
})

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
