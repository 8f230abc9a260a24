import { expect, test } from 'vitest'
import { everyPart } from '../pure-host.ts'
import { exampleSnapshots } from '../testing/examples.ts'
import { evidenceOf } from '../testing/lessons.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Lesson } from './lesson.ts'
import { advance, isDone, mergeProgress, parseProgress, sameTicks, stepStates, type LessonTicks } from './progress.ts'
import { readLesson } from './read-lesson.ts'

const start = exampleSnapshots()['hello-chain']!
const tool = '/project/.ai/tools/demo/greet.py'
const broken: Snapshot = { ...start, files: { [tool]: String(start.files[tool]).replace('script', 'scirpt') } }
const grace: Snapshot = { ...start, parameters: '{"name": "Grace"}' }

function lessonOf(steps: string): Lesson {
  const { lesson, problems } = readLesson('lesson.yaml', `format: 1\nid: a\ntitle: A\nsteps: ${steps}`, everyPart)
  if (!lesson) throw new Error(problems.map(({ message }) => message).join())
  return lesson
}

const breakAndMend = lessonOf(`
  - { id: break, text: Break., goals: [{ code: executor-not-found }] }
  - { id: fix, text: Fix.,  goals: [{ at: /status, is: ready, keep: true }] }
  - { id: grace, text: Grace., goals: [{ at: /plan/input, contains: Grace }] }`)

const doneAfter = (lesson: Lesson, ...drafts: readonly Snapshot[]): readonly string[] => {
  const ticks = drafts.reduce<LessonTicks>((before, draft) => advance(lesson, before, evidenceOf(draft)), {})
  return lesson.steps.filter((step) => isDone(step, ticks)).map(({ id }) => id)
}

test('a step counts only after the previous steps, so "break, see, undo" can restore the initial state', () => {
  expect(doneAfter(breakAndMend, start)).toEqual([])
  expect(doneAfter(breakAndMend, start, broken)).toEqual(['break'])
  expect(doneAfter(breakAndMend, start, broken, start)).toEqual(['break', 'fix'])
})

test('one check can complete several steps', () => {
  expect(doneAfter(breakAndMend, broken, grace)).toEqual(['break', 'fix', 'grace'])
})

test('a step is done only if all its goals pass in the same check', () => {
  const both = lessonOf(
    '[{ id: both, text: t, goals: [{ code: executor-not-found }, { at: /parameters/effective/name, is: Grace }] }]',
  )
  expect(doneAfter(both, broken, grace)).toEqual([])
  const named = { ...broken, parameters: grace.parameters }
  expect(doneAfter(both, broken, named)).toEqual(['both'])
  // A completed step remains completed.
  expect(doneAfter(both, named, start)).toEqual(['both'])
})

test('a tick remains when its goal no longer passes, unless the goal is marked with `keep`', () => {
  expect(doneAfter(breakAndMend, broken, grace, broken)).toEqual(['break', 'grace'])
  expect(doneAfter(breakAndMend, broken, grace, broken, start)).toEqual(['break', 'fix', 'grace'])
})

test('only the first open step shows its expected and actual values', () => {
  const states = stepStates(breakAndMend, {}, evidenceOf(start))
  expect(states[0]?.goals[0]?.verdict).toMatchObject({ wanted: 'the problem executor-not-found', found: 'no problem' })
  expect(states[1]?.goals[0]?.verdict).toBeNull()
})

test('ticks survive changes to texts and step order, but not to goals', () => {
  const ticks = advance(breakAndMend, {}, evidenceOf(broken))
  const rewritten = lessonOf(`
    - { id: fix, text: So., goals: [{ at: /status, is: ready, keep: true }] }
    - { id: break, text: Otherwise., hint: New., goals: [{ code: executor-not-found }] }`)
  expect(rewritten.steps.filter((step) => isDone(step, ticks)).map(({ id }) => id)).toEqual(['break'])
  const other = lessonOf('[{ id: break, text: Break., goals: [{ code: chain-cycle }] }]')
  expect(other.steps.filter((step) => isDone(step, ticks))).toEqual([])
})

test('a step completed in an earlier version is shown until completed again, and never counts', () => {
  const ticks = advance(
    lessonOf('[{ id: break, text: Break., goals: [{ code: executor-not-found }] }]'),
    {},
    evidenceOf(broken),
  )
  const other = lessonOf(
    '[{ id: break, text: Break., goals: [{ at: /status, is: ready }, { at: /plan/input, contains: Grace }] }]',
  )
  const half = advance(other, ticks, evidenceOf(start))
  expect(stepStates(other, half, evidenceOf(start))).toMatchObject([{ done: false, formerly: true }])
  const whole = advance(other, half, evidenceOf(grace))
  expect(stepStates(other, whole, evidenceOf(grace))).toMatchObject([{ done: true, formerly: false }])
  expect(whole['break']).toHaveLength(2)
})

test('progress survives a round-trip, without its malformed parts', () => {
  const progress = { format: 1, lessons: { a: { one: ['12345678'] } } } as const
  expect(parseProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress)
  expect(parseProgress({ format: 1, lessons: { a: { one: 'x', two: [1, 'y'] }, b: 3 } })).toEqual({
    format: 1,
    lessons: { a: { two: ['y'] } },
  })
  expect([null, [], { format: 2, lessons: {} }, { format: 1 }].map(parseProgress)).toEqual(Array(4).fill(undefined))
})

test('imported progress is merged, and removes no tick', () => {
  const merged = mergeProgress(
    { format: 1, lessons: { a: { one: ['x'] }, b: { one: ['z'] } } },
    { format: 1, lessons: { a: { one: ['y'], two: ['x'] } } },
  )
  expect(merged.lessons).toEqual({ a: { one: ['x', 'y'], two: ['x'] }, b: { one: ['z'] } })
})

test('ticks are compared by value', () => {
  expect(sameTicks({ a: ['x'] }, { a: ['x'] })).toBe(true)
  expect(sameTicks({ a: ['x'] }, { a: ['y'] })).toBe(false)
  expect(sameTicks({ a: ['x'] }, {})).toBe(false)
})
