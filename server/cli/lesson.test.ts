import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Parts } from '#core/answer'
import { questionDrafts, taskInWords, tryQuestions } from '#core/learn'
import { encodeShare } from '#core/share'
import { evidenceOf, exampleLessons } from '../../core/testing/lessons.ts'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'
import { readLessonFolder } from './lesson-folder.ts'
import { processIo } from './io.ts'

test('a gallery lesson passes, and a step that requires a run is reported', async () => {
  const { code, out } = await ryeChain(exampleFolder('learn-three-layers'), 'lesson', '.')
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^Step "guess": The answer is: Refused: execute cannot start .*\nStep "run" requires a run, so the step was not tested\.\nThree layers: 6 steps, 2 valid solutions, 3 near misses\. Passed\.\n$/,
    ),
  ])
})

test('answers are printed; a variation with the right answer and a build step with a start are reported', async () => {
  const steps = [
    '{ id: file, kind: predict, text: t, ask: { winner: my/python } }',
    '{ id: parts, kind: order, text: t, ask: { spaces: my/python } }',
    '{ id: same, kind: predict, text: t, ask: { status: true }, variations: [{ if: x, dev_mode: true }] }',
    '{ id: all, kind: build, text: t, goals: [{ at: /status, is: refused }] }',
  ]
  const cwd = exampleFolder('learn-shadowing', {
    'lesson.yaml': `format: 1\nid: q\ntitle: Q\nsteps: [${steps.join()}]\n`,
  })
  const { code, out } = await ryeChain(cwd, 'lesson', '.')
  expect(code).toBe(1)
  expect(out).toContain('Step "file": The answer is: `/user/.ai/tools/my/python.yaml`. Wrong answers: ')
  expect(out).toContain('Step "parts": The order is: project, user, system.')
  expect(out).toContain('Variation 1 of step "same" gives the right answer')
  expect(out).toContain('Step "all" requires an empty start, but the start contains /project/.ai/tools/demo/greet.py.')
})

test.for(exampleLessons().map((one) => [one.slug, one] as const))(
  "%s: the printed answers equal the engine's answers",
  async ([slug, { lesson, start }]) => {
    const { out } = await ryeChain(exampleFolder(slug), 'lesson', '.')
    const tried = tryQuestions(lesson, start, questionDrafts(lesson, start).map(evidenceOf))
    expect(tried.length).toBeGreaterThan(0)
    for (const { step, task } of tried) expect(out).toContain(`Step "${step.id}": ${task && taskInWords(task)}`)
  },
)

test('a "Do it for me" change that does not meet the goal is reported with exit code 1', async () => {
  const cwd = exampleFolder('learn-space-rule')
  const path = join(cwd, 'lesson.yaml')
  writeFileSync(path, readFileSync(path, 'utf8').replace('do: { search: global }', 'do: { search: scoped }'))
  const { code, out } = await ryeChain(cwd, 'lesson', cwd)
  expect(code).toBe(1)
  expect(out).toContain('The "Do it for me" change of step "see" does not meet goal 1')
  expect(out).toContain('in project. Wrong answers: ')
  expect(out).toContain('Failed.')
})

test('an invalid lesson is reported with its place and a fix', async () => {
  const cwd = exampleFolder('learn-space-rule', { 'lesson.yaml': 'format: 1\nid: A B\ntitle: T\nsteps: []\n' })
  const { code, out } = await ryeChain(cwd, 'lesson', cwd)
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('lesson.yaml: `id` of the lesson is not a valid ID: A B. Use lowercase letters'),
  ])
})

test('lesson reads a link; a link without a lesson, or any other argument, causes exit code 2', async () => {
  const cwd = exampleFolder('learn-dotenv')
  const start = readLessonFolder(cwd, processIo(), new Parts())?.start
  if (!start) throw new Error('no lesson')
  const { code, out } = await ryeChain(freshFolder(), 'lesson', encodeShare(start))
  expect([code, out]).toEqual([0, expect.stringContaining('8 steps, 0 valid solutions, 0 near misses. Passed.')])
  const { lesson: _left, ...without } = start
  expect((await ryeChain(cwd, 'lesson', encodeShare(without))).err).toContain('has no lesson')
  for (const word of ['nowhere', join(cwd, 'project'), 'x'.repeat(300)])
    expect((await ryeChain(cwd, 'lesson', word)).code).toBe(2)
  expect((await ryeChain(cwd, 'lesson')).code).toBe(2)
  // An empty argument, as from an unset variable, does not mean the current folder, which contains a lesson here.
  expect((await ryeChain(cwd, 'lesson', '')).code).toBe(2)
})
