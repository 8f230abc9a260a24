import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evidenceOf, exampleLessons, fittingDrafts } from '../testing/lessons.ts'
import { canonicalSnapshot } from '../workspace/snapshot/canonical-snapshot.ts'
import { statesOf } from './apply-edit.ts'
import { checkGoal } from '../expect/check-goal.ts'
import type { Route } from './lesson.ts'
import { goalInWords } from '../expect/goal-words.ts'
import { asksForResult, describeTrialFinding, tryLesson } from './try-lesson.ts'
import { stopsAt } from './try-routes.ts'

const lessons = exampleLessons().map((one) => [one.slug, one] as const)

test.for(lessons)(
  '%s: every goal fails at the start, and "Do it for me" completes the steps one by one',
  ([, { lesson, start }]) => {
    const findings = tryLesson(lesson, statesOf(lesson, start).map(evidenceOf))
    const problems = findings.filter((finding) => finding.kind !== 'not-tried' || finding.because === 'no-edit')
    expect(problems.map(describeTrialFinding)).toEqual([])
  },
)

test.for(lessons)('%s has three to eight steps, each change with a hint, a place and a solution', ([, { lesson }]) => {
  expect(lesson.steps.length).toBeGreaterThanOrEqual(3)
  expect(lesson.steps[0]?.kind).toBe('predict')
  expect(lesson.steps.length).toBeLessThanOrEqual(8)
  expect(lesson.learned).toHaveLength(2)
  for (const step of lesson.steps.filter(({ kind }) => kind === 'do')) {
    expect(step.hint, step.id).not.toBeNull()
    expect(step.reveal, step.id).not.toBeNull()
    if (!step.goals.some(asksForResult)) expect(step.edit, step.id).not.toBeNull()
  }
})

test.for(lessons)('%s: "Show me where" points to an existing place when its step begins', ([, { lesson, start }]) => {
  const drafts = statesOf(lesson, start)
  for (const [index, { id, reveal }] of lesson.steps.entries()) {
    const draft = drafts[index] ?? start
    if (reveal?.kind === 'value')
      expect(Object.keys(evidenceOf(draft).analysis.provenance), id).toContain(reveal.pointer)
    if (reveal?.kind !== 'file') continue
    expect(Object.keys(draft.files), id).toContain(reveal.path)
    expect(draft.files[reveal.path], id).toContain(reveal.find ?? '')
  }
})

test.for(lessons)('%s: each goal is worded without document paths', ([, { lesson }]) => {
  const wanted = lesson.steps.flatMap((step) => step.goals.map(goalInWords))
  expect(wanted.filter((words) => /^(?:anchor|lockfile|parameters|plan|validation)\b/.test(words))).toEqual([])
  // A goal reads as a sentence: "contains" follows only a list or set, and no goal starts with "whether".
  expect(wanted.filter((words) => /^whether |s contains /.test(words) && !/^the (?:list|set) of /.test(words))).toEqual(
    [],
  )
})

test.for(lessons)('%s: two different solutions pass', ([, { lesson, start, passes }]) => {
  expect(passes.length).toBeGreaterThanOrEqual(2)
  // The routes differ in their results, not only in their text.
  const ends = passes.map(({ edits }) => fittingDrafts(start, edits).at(-1) ?? start)
  expect(new Set(ends.map((draft) => JSON.stringify(canonicalSnapshot(draft)))).size).toBe(passes.length)
  for (const { about, edits } of passes)
    expect(stopsAt(lesson, fittingDrafts(start, edits).map(evidenceOf)), about).toBeNull()
})

test.for(lessons)('%s: two near misses fail at their named step', ([, { lesson, start, fails }]) => {
  const stop = ({ edits }: Route) => stopsAt(lesson, fittingDrafts(start, edits).map(evidenceOf))
  // Only a run decides some near misses at a step that requires a result, so the server's test covers them.
  const asksForRun = lesson.steps.filter((step) => step.goals.some(asksForResult)).map(({ id }) => id)
  const without = fails.filter((route) => stop(route) === route.stops_at || !asksForRun.includes(route.stops_at ?? ''))
  expect(without.length).toBeGreaterThanOrEqual(2)
  const ends = fails.map(({ edits }) => fittingDrafts(start, edits).at(-1) ?? start)
  expect(new Set([start, ...ends].map((draft) => JSON.stringify(canonicalSnapshot(draft)))).size).toBe(fails.length + 1)
  for (const route of without) {
    expect(route.stops_at, route.about).not.toBeNull()
    expect(stop(route), route.about).toBe(route.stops_at)
  }
})

test.for(lessons)('%s: deleting files passes no later step, unless the step requires it', ([, { lesson, start }]) => {
  for (const path of [...Object.keys(start.files), null]) {
    const files = path === null ? {} : Object.fromEntries(Object.entries(start.files).filter(([one]) => one !== path))
    const evidence = evidenceOf({ ...start, files })
    for (const step of lesson.steps.filter(({ kind }) => kind === 'do').slice(1)) {
      const holds = step.goals.every((goal) => checkGoal(goal, evidence).holds)
      // Deleting a file is not a shortcut if the step itself requires the deletion.
      const isAsked = step.edit?.files.some((edit) => edit.kind === 'remove' && edit.path === path)
      expect(holds && !isAsked, `${step.id} without ${path ?? 'any file'}`).toBe(false)
    }
  }
})

test('every lesson contains a run, and the last lesson of each chapter builds and runs a project', () => {
  const orderOf = (slug: string): number => {
    const text = readFileSync(join(import.meta.dirname, `../../examples/${slug}/example.yaml`), 'utf8')
    return Number(/^order: (.+)$/m.exec(text)?.[1])
  }
  const inOrder = lessons.map(([, one]) => one).sort((a, b) => orderOf(a.slug) - orderOf(b.slug))
  const without = inOrder.filter(({ lesson }) => !lesson.steps.some(({ goals }) => goals.some(asksForResult)))
  expect(without.map(({ slug }) => slug)).toEqual([])
  const last = new Map(inOrder.map(({ lesson }) => [lesson.chapter, lesson]))
  expect([...last.keys()]).toEqual(['Chains', 'Spaces', 'Commands', 'Trust', 'Beyond'])
  for (const { title, steps } of last.values())
    expect([title, steps.at(-1)?.kind, steps.at(-1)?.goals.some(asksForResult)]).toEqual([title, 'build', true])
})

test('lesson IDs and titles are unique', () => {
  expect(new Set(lessons.map(([, { lesson }]) => lesson.id)).size).toBe(lessons.length)
  expect(new Set(lessons.map(([, { lesson }]) => lesson.title)).size).toBe(lessons.length)
})
