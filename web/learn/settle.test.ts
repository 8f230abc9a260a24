import { expect, test } from 'vitest'
import { Parts, type Analysis } from '#core/answer'
import { readLesson } from '#core/learn'
import { timeToTick } from './settle.ts'

/** A lesson with one step and one goal. */
function lessonOf(goal: string) {
  const text = `format: 1\nid: l\ntitle: L\nsteps: [{ id: a, text: t, goals: [${goal}] }]\n`
  const { lesson } = readLesson('lesson.yaml', text, new Parts())
  if (!lesson) throw new Error('the lesson is not valid')
  return lesson
}

/** Evidence with these problems; the rest of the analysis does not matter. */
const problems = (...codes: readonly string[]) => ({
  analysis: { diagnostics: codes.map((code) => ({ code })) } as unknown as Analysis,
})

test.for([
  ['a change by a button', '{ at: /status, is: ready }', false, [], 'now'],
  ['typing', '{ at: /status, is: ready }', true, [], 'pause'],
  ['typing a syntax error', '{ at: /status, is: ready }', true, ['metadata-syntax'], 'not-yet'],
  ['typing JSON with a syntax error', '{ at: /status, is: ready }', true, ['parameters-not-json'], 'not-yet'],
  ['typing an error that the goal requires', '{ code: metadata-syntax }', true, ['metadata-syntax'], 'pause'],
  ['typing with a goal that is ticked at once', '{ at: /status, is: ready, at_once: true }', true, [], 'now'],
] as const)('%s: goals are ticked at once, after a pause, or not yet', ([, goal, typing, codes, time]) => {
  expect(timeToTick(lessonOf(goal), {}, problems(...codes), typing)).toBe(time)
})
