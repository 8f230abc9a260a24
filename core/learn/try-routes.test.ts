import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { everyPart } from '../pure-host.ts'
import { readYaml } from '../read/yaml/read.ts'
import { exampleSnapshots } from '../testing/examples.ts'
import { evidenceOf, exampleLessons } from '../testing/lessons.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Lesson, Route } from './lesson.ts'
import { readLesson } from './read-lesson.ts'
import { readRoutes } from './read-routes.ts'
import { allRoutes, describeRouteFinding, draftsAlong, editsAlong, tryRoutes } from './try-routes.ts'
import { writeLesson, writeRoutes } from './write-lesson.ts'

const start = exampleSnapshots()['hello-chain']!
const tool = '/project/.ai/tools/demo/greet.py'

function lessonOf(routes: string): Lesson {
  const text = `format: 1
id: l
title: L
steps:
  - { id: grace, text: t, goals: [{ at: /plan/input, contains: Grace }], do: { parameters: '{"name": "Grace"}' } }
  - { id: broken, text: t, goals: [{ code: executor-not-found }] }
routes: ${routes}`
  const { lesson, problems } = readLesson('lesson.yaml', text, everyPart)
  if (!lesson || problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'))
  return lesson
}

function found(lesson: Lesson): readonly string[] {
  const looks = allRoutes(lesson).map(({ edits }) => draftsAlong(start, edits).drafts.map(evidenceOf))
  return tryRoutes(lesson, start, looks).map(describeRouteFinding)
}

const named = `{ parameters: '{"name": "Grace"}' }`
const other = `{ parameters: '{"name": "Grace Hopper"}' }`
const broken = `{ files: [{ path: ${tool}, find: script, put: scirpt }] }`

test('passing routes and near misses that stop at their step have no finding', () => {
  const lesson = lessonOf(`
  passes: [{ about: In turn, edits: [${named}, ${broken}] }, { about: At once, edits: [${other}, ${broken}] }]
  fails: [{ about: No name, stops_at: grace, edits: [${broken}] }, { about: Not broken, stops_at: broken, edits: [${named}] }]`)
  expect(found(lesson)).toEqual([])
})

test.for([
  [`{ passes: [{ about: A, edits: [${broken}] }] }`, 'The solution "A" does not pass: step "grace" is not done.'],
  [`{ fails: [{ about: A, stops_at: grace, edits: [${named}, ${broken}] }] }`, 'The near miss "A" passes every step.'],
  [
    `{ fails: [{ about: A, stops_at: grace, edits: [${named}] }] }`,
    'The near miss "A" stops at step "broken", not at "grace".',
  ],
  [`{ fails: [{ about: A, edits: [${named}] }] }`, 'The near miss "A" stops at step "broken", not at "none".'],
  [
    `{ fails: [{ about: A, stops_at: grace, edits: [{ dev_mode: true }] }] }`,
    'The route "A" ends with the same draft as "the start".',
  ],
  [
    `{ passes: [{ about: A, edits: [${named}, ${broken}] }, { about: B, edits: [${broken}, ${named}] }] }`,
    'The route "B" ends with the same draft as "A".',
  ],
  [
    `{ passes: [{ about: A, edits: [{ files: [{ path: ${tool}, find: nowhere, put: missing }] }] }] }`,
    `The route "A" no longer matches the start: the text to replace is not in ${tool}.`,
  ],
] as const)('a fault of a route is reported: %s', ([routes, finding]) => {
  expect(found(lessonOf(routes))).toEqual([finding])
})

test('edits computed from drafts reproduce those drafts; beyond the limit, the first edits are merged', () => {
  const drafts = Array.from({ length: limits.lessonEntries + 6 }, (_, at): Snapshot => ({
    ...start,
    parameters: `{"name": "Ada ${Math.floor(at / 2)}"}`,
  }))
  const short = draftsAlong(drafts[0]!, editsAlong(drafts.slice(0, 9)))
  expect(short.drafts.map(({ parameters }) => parameters)).toEqual([0, 1, 2, 3, 4].map((at) => `{"name": "Ada ${at}"}`))
  const many = drafts.map((draft, at): Snapshot => ({ ...draft, parameters: `{"name": "${at}"}` }))
  const edits = editsAlong(many)
  expect(edits).toHaveLength(limits.lessonEntries)
  expect(draftsAlong(many[0]!, edits).drafts.at(-1)).toEqual(many.at(-1))
  expect(editsAlong([start, start])).toEqual([])
})

test.for(exampleLessons().map((one) => [one.slug, one] as const))(
  'the routes of %s survive a round-trip, alone and with their lesson',
  ([, { lesson, passes, fails }]) => {
    const routes = { passes, fails }
    const reading = readYaml('routes.yaml', writeRoutes(routes))
    if (reading.kind !== 'document' || !reading.document) throw new Error('the routes are not valid YAML')
    expect(readRoutes('routes.yaml', reading.document)).toEqual({ routes, problems: [] })
    const whole = { ...lesson, routes }
    expect(readLesson('lesson.yaml', writeLesson(whole), everyPart)).toMatchObject({ lesson: whole, problems: [] })
  },
)

test('routes beyond the limit are refused, and a faulty route is reported at its place', () => {
  const route: Route = { about: 'A', edits: [], stops_at: null }
  const text = writeLesson({
    ...lessonOf('{}'),
    routes: { passes: Array(limits.lessonRoutes + 1).fill(route), fails: [] },
  })
  expect(readLesson('l', text, everyPart).problems).toMatchObject([{ code: 'limit' }])
  const wrong =
    text.slice(0, text.indexOf('routes:')) +
    'routes: { passes: [{ about: A, edits: [{ files: [{ path: /etc/x, text: "" }] }] }] }\n'
  const { problems } = readLesson('l', wrong, everyPart)
  expect(problems).toMatchObject([{ code: 'not-allowed' }])
  expect(wrong.slice(problems[0]?.at.start, problems[0]?.at.end)).toBe('/etc/x')
})
