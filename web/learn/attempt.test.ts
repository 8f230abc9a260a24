import { expect, test } from 'vitest'
import { Parts } from '#core/answer'
import { readLesson, type Lesson } from '#core/learn'
import type { Snapshot } from '#core/workspace'
import type { HistoryStep, Steps } from '../state/steps.ts'
import { attemptsIn, differingTexts, doneLabel, startAgainLabel } from './attempt.ts'
import { beginLabel, startOf } from './start.ts'

const draft = (text: string, more: Partial<Snapshot> = {}): Snapshot => ({
  ...{ format: 1, name: 'n', dialect: 'lillux', search: 'scoped', dev_mode: true, item_id: 'a', parameters: '{}' },
  bundle: { id: 'ryeos-core', version: '1.2.0' },
  files: { '/project/.ai/tools/a.py': text },
  ...more,
})

const steps = ['one', 'two'].map((id) => `  - { id: ${id}, text: t, goals: [{ code: ${id} }] }\n`).join('')
const text = `format: 1\nid: l\ntitle: L\nsteps:\n${steps}`

function lessonOf(): Lesson {
  const { lesson } = readLesson('lesson.yaml', text, new Parts())
  if (!lesson) throw new Error('the lesson does not read')
  return lesson
}

const lesson = lessonOf()
const [one, two] = lesson.steps.map((step) => doneLabel(lesson, step))

function history(...states: readonly (readonly [label: string | undefined, text: string])[]): Steps {
  const list = states.map(([label = '', text]): HistoryStep => {
    return { snapshot: draft(text), label, merge: undefined, touched: 0, weight: 0 }
  })
  return { list, at: list.length - 1 }
}

const attempted = (past: Steps) =>
  attemptsIn(lesson, past).map(({ step, before, after }) => [
    step.id,
    ...Object.values(before.files),
    ...Object.values(after.files),
  ])

test('the attempt at a step is the state before "Do it for me", regardless of later changes', () => {
  expect(attempted(history(['Opened', 'start'], ['Edit', 'mine'], [one, 'solved'], ['Edit', 'later']))).toEqual([
    ['one', 'mine', 'solved'],
  ])
  expect(attempted(history(['Opened', 'start'], [one, 'a'], [two, 'b']))).toEqual([
    ['one', 'start', 'a'],
    ['two', 'a', 'b'],
  ])
})

test('undoing "Do it for me" or restarting the lesson removes the attempt', () => {
  const past = history(['Opened', 'start'], ['Edit', 'mine'], [one, 'solved'])
  expect(attempted({ ...past, at: 1 })).toEqual([])
  expect(attempted({ ...past, list: [...past.list, ...history([startAgainLabel, 'start']).list], at: 3 })).toEqual([])
  // The history was trimmed, so its first state has no previous state.
  expect(attempted(history([one, 'solved']))).toEqual([])
})

test('the comparison lists only different files, parameters and settings', () => {
  const before = draft('a\n', { world: { environ: { HOME: '/a' } } })
  const after = draft('b\n', { parameters: '{"name": "Grace"}', dev_mode: false, world: { environ: { HOME: '/b' } } })
  expect(differingTexts(before, before)).toEqual([])
  expect(differingTexts(before, after)).toEqual([
    { name: '/project/.ai/tools/a.py', before: 'a\n', after: 'b\n' },
    { name: 'parameters', before: '{}', after: '{"name": "Grace"}' },
    { name: 'dev mode', before: 'true', after: 'false' },
    {
      name: 'world',
      before: '{\n  "environ": {\n    "HOME": "/a"\n  }\n}',
      after: '{\n  "environ": {\n    "HOME": "/b"\n  }\n}',
    },
  ])
  const moved = { ...before, files: { '/project/.ai/tools/b.py': 'a\n' } }
  expect(differingTexts(before, moved).map(({ name, before: a, after: b }) => [name, a, b])).toEqual([
    ['/project/.ai/tools/a.py', 'a\n', undefined],
    ['/project/.ai/tools/b.py', undefined, 'a\n'],
  ])
})

test('the labels in the histories of stored drafts keep their text', () => {
  expect([beginLabel, startAgainLabel]).toEqual(['The lesson begins here', 'Start the lesson again'])
})

test('a lesson begins with the state chosen by its teacher, or else with the first that has a lesson', () => {
  const past = history(['Opened', 'a'], ['Start a lesson', 'b'], ['Edit', 'c'], [beginLabel, 'd'], ['Edit', 'e'])
  const list = past.list.map((one, index) =>
    index === 0 ? one : { ...one, snapshot: { ...one.snapshot, lesson: 'x' } },
  )
  const textAt = (at: number): unknown => Object.values(startOf({ list, at })?.files ?? {})[0]
  expect([0, 1, 2, 3, 4].map(textAt)).toEqual([undefined, 'b', 'b', 'd', 'd'])
})
