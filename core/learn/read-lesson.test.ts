import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { everyPart } from '../pure-host.ts'
import type { FieldSchemas } from '../read/field-schema.ts'
import { readLesson, readRoutesFile } from './read-lesson.ts'
import { exampleSchema, lessonSchema } from './schema.ts'

const read = (text: string) => readLesson('lesson.yaml', text, everyPart)

/** A lesson of one step; `goals` and `rest` are written in YAML's flow style. */
const lessonWith = (goals: string, rest = ''): string =>
  `format: 1\nid: small\ntitle: Small\nsteps:\n  - { id: one, text: Do it., goals: ${goals}${rest} }\n`

test('a lesson is read with every kind of goal', () => {
  const { lesson, problems } = read(
    lessonWith(
      `[{at: /status, is: ready, keep: true}, {at: /plan/args, contains: -B}, {at: /plan/input, matches: "a+"}, {at: /env/X, absent: true},
        {at: /plan/args, count: 3}, {code: chain-cycle}, {code: chain-cycle, absent: true}, {pair: [a, b], rule: space, verdict: failed},
        {ending: exited, in: real}, {at: /data, in: simulated, is: {x: [1]}}]`,
      ', hint: So., reveal: {answer: command}, do: {files: [{path: /project/a, find: x, put: y}, {path: /project/b, text: t}, {path: /user/c, remove: true}, {path: /user/d, to: /user/e}], search: global, dev_mode: false}',
    ),
  )
  expect(problems).toEqual([])
  const [step] = lesson?.steps ?? []
  expect(step?.goals.map(({ kind }) => kind)).toEqual([
    ...['value', 'value', 'value', 'value', 'value', 'code', 'code', 'pair', 'ending', 'value'],
  ])
  expect(step?.goals[0]).toMatchObject({ keep: true, pointer: '/status', test: { kind: 'is', value: 'ready' } })
  expect(step?.goals[9]).toMatchObject({ lane: 'simulated', test: { value: { x: [1] } } })
  expect(step?.edit).toMatchObject({ search: 'global', dev_mode: false })
  expect(step?.edit?.files.map(({ kind }) => kind)).toEqual(['replace', 'write', 'remove', 'move'])
})

test('the hash of a goal depends only on its assertion', () => {
  const hashOf = (goal: string): string | undefined => read(lessonWith(`[${goal}]`)).lesson?.steps[0]?.goals[0]?.hash
  expect(hashOf('{at: /status, is: ready}')).toMatch(/^[0-9a-f]{8}$/)
  expect(hashOf('{is: ready, keep: true, at: /status}')).toBe(hashOf('{at: /status, is: ready}'))
  expect(hashOf('{at: /status, is: refused}')).not.toBe(hashOf('{at: /status, is: ready}'))
})

test.for([
  { name: 'invalid YAML', text: 'a: [', code: 'syntax', shows: '' },
  { name: 'an empty file', text: '', code: 'missing', shows: '' },
  { name: 'a list instead of a mapping', text: '- a', code: 'wrong-type', shows: '- a' },
  { name: 'another format', text: lessonWith('[{code: x}]').replace('1', '2'), code: 'not-allowed', shows: '2' },
  {
    name: 'an ID with a space',
    text: lessonWith('[{code: x}]').replace('id: small', 'id: a b'),
    code: 'not-allowed',
    shows: 'a b',
  },
  { name: 'a goal without a test', text: lessonWith('[{at: /status}]'), code: 'missing', shows: '{at: /status}' },
  {
    name: 'a goal with both `at` and `code`',
    text: lessonWith('[{at: /a, code: b, is: 1}]'),
    code: 'missing',
    shows: '{at: /a, code: b, is: 1}',
  },
  {
    name: 'a pointer without a slash',
    text: lessonWith('[{at: status, is: ready}]'),
    code: 'not-allowed',
    shows: 'status',
  },
  {
    name: 'an index into the chain',
    text: lessonWith('[{at: /chain/1/space, is: user}]'),
    code: 'bare-index',
    shows: '/chain/1/space',
  },
  { name: 'an invalid pattern', text: lessonWith('[{at: /a, matches: "("}]'), code: 'not-allowed', shows: '"("' },
  {
    name: 'an unknown rule',
    text: lessonWith('[{code: x}]', ', reveal: {rule: colour}'),
    code: 'not-allowed',
    shows: 'colour',
  },
  { name: 'a count that is not a number', text: lessonWith('[{at: /a, count: -1}]'), code: 'wrong-type', shows: '-1' },
  {
    name: 'a pair with one item',
    text: lessonWith('[{pair: [a], rule: io, verdict: ok}]'),
    code: 'wrong-type',
    shows: '[a]',
  },
  {
    name: 'another verdict',
    text: lessonWith('[{pair: [a, b], rule: io, verdict: good}]'),
    code: 'not-allowed',
    shows: 'good',
  },
  {
    name: 'a file outside the spaces',
    text: lessonWith('[{code: x}]', ', do: {files: [{path: /etc/x, text: ""}]}'),
    code: 'not-allowed',
    shows: '/etc/x',
  },
  {
    name: 'an edit that searches for an empty text',
    text: lessonWith('[{code: x}]', ', do: {files: [{path: /user/x, find: "", put: a}]}'),
    code: 'missing',
    shows: '""',
  },
  {
    name: 'an invalid world',
    text: lessonWith('[{code: x}]', ', do: {world: {files: 1}}'),
    code: 'not-allowed',
    shows: '{files: 1}',
  },
  {
    name: 'a place of an unknown kind',
    text: lessonWith('[{code: x}]', ', reveal: {find: a}'),
    code: 'missing',
    shows: '{find: a}',
  },
] as const)('$name is a problem reported at its place', ({ text, code, shows }) => {
  const { lesson, problems } = read(text)
  expect(lesson).toBeNull()
  const [problem] = problems
  expect(problem).toMatchObject({ code, severity: 'error', at: { path: 'lesson.yaml' } })
  expect(text.slice(problem?.at.start, problem?.at.end)).toContain(shows)
  expect(problem?.hint).not.toBe('')
})

test.for([
  '[{at: /env/X, absent: true}]',
  '[{at: /plan/args, count: 0}, {code: x, absent: true}]',
  '[{at: /plan, is: null}]',
])('a step whose goals only assert absences, %s, is refused', (goals) => {
  const { lesson, problems } = read(lessonWith(goals))
  expect(lesson).toBeNull()
  expect(problems.map(({ code }) => code)).toEqual(['only-absent'])
})

test.for([
  ['a lesson without steps', 'format: 1\nid: a\ntitle: A\nsteps: []\n', '`steps` of the lesson is empty.'],
  ['a step without goals', lessonWith('[]'), '`goals` of step 1 is empty.'],
  [
    'a step that only asserts absences',
    lessonWith('[{code: x, absent: true}]'),
    'Step 1 has only goals for absent values, so an empty draft passes.',
  ],
] as const)('%s is refused with its own message', ([, text, message]) => {
  expect(read(text)).toMatchObject({ lesson: null, problems: [{ message }] })
})

test('an unknown key causes a warning that suggests the intended key', () => {
  const { lesson, problems } = read(lessonWith('[{code: x, kep: true}]'))
  expect(lesson).not.toBeNull()
  expect(problems).toMatchObject([{ code: 'unknown-key', severity: 'warning', hint: 'Did you mean `keep`?' }])
})

test('two steps with the same ID are refused', () => {
  const step = '  - { id: one, text: a, goals: [{code: x}] }\n'
  expect(read(`format: 1\nid: a\ntitle: A\nsteps:\n${step}${step}`).problems).toMatchObject([{ code: 'same-id' }])
})

test.for([
  { limit: 'lessonLength', text: `# ${'x'.repeat(limits.lessonLength)}` },
  {
    limit: 'lessonShortText',
    text: lessonWith('[{code: x}]').replace('Small', 'S'.repeat(limits.lessonShortText + 1)),
  },
])("text longer than $limit allows is refused with the limit's name", ({ limit, text }) => {
  const { lesson, problems } = read(text)
  expect(lesson).toBeNull()
  expect(problems[0]).toMatchObject({ code: 'limit' })
  expect(problems[0]?.message).toContain(limit)
})

test.for([
  {
    limit: 'lessonSteps',
    text: (n: number) => lessonWith('[{code: x}]').replace(/( {2}- .*\n)/, '$1'.repeat(n)),
    most: limits.lessonSteps,
  },
  {
    limit: 'lessonEntries',
    text: (n: number) => lessonWith(`[${'{code: x},'.repeat(n)}]`),
    most: limits.lessonEntries,
  },
])('more entries than $limit allows are refused', ({ text, most }) => {
  const { problems } = read(text(most + 1))
  expect(problems.some(({ code, message }) => code === 'limit' && message.includes(`limit is ${most}`))).toBe(true)
})

/** Nested lists of YAML aliases: each line makes the value ten times larger. */
const doubling = [
  'a: &a [x]',
  ...[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(10)}]`),
]

test.for([
  ['a list that contains itself', 'format: 1\nid: a\ntitle: A\nsteps: &all [*all]\n'],
  ['lists that grow through aliases', `format: 1\nid: a\ntitle: A\n${doubling.join('\n')}\nsteps: *i\n`],
  ['5,000 nested lists', `format: 1\nid: a\ntitle: A\nsteps: ${'['.repeat(5000)}${']'.repeat(5000)}\n`],
])('a lesson with a malicious value is refused with a hint: %s', ([, text = '']) => {
  const { lesson, problems } = read(text)
  expect(lesson).toBeNull()
  expect(problems.length).toBeGreaterThan(0)
  for (const { hint } of problems) expect(hint).not.toBe('')
})

test('an empty file is reported by its kind', () => {
  const messages = [readLesson, readRoutesFile].map((read) => read('x.yaml', '', everyPart).problems[0])
  expect(messages).toMatchObject([
    { message: 'The lesson is empty.', hint: 'Start with `title:`.' },
    { message: 'The routes file is empty.', hint: 'Start with `passes:`.' },
  ])
})

test('the guide of examples names every key', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../examples/README.md'), 'utf8')
  const named = (keys: FieldSchemas): readonly string[] =>
    Object.entries(keys).flatMap(([name, { keys: inner }]) => [name, ...(inner ? named(inner) : [])])
  expect(
    [...new Set(named({ ...lessonSchema.keys, ...exampleSchema.keys }))].filter(
      (name) => !guide.includes(`\`${name}\``),
    ),
  ).toEqual([])
})

test('a build step before the end is refused, and so are too many variations', () => {
  const build = '{ id: a, kind: build, text: t, goals: [{ at: /status, is: ready }] }'
  const text = (steps: string) => `format: 1\nid: q\ntitle: Q\nsteps: [${steps}]\n`
  expect(readLesson('l', text(`${build}, ${build.replace('id: a', 'id: b')}`), everyPart).problems).toMatchObject([
    { message: 'A `build` step is not the last step.' },
  ])
  const many = '{ if: x, dialect: kiwi },'.repeat(limits.lessonVariations + 1)
  const asks = `{ id: a, kind: predict, text: t, ask: { status: true }, variations: [${many}] }`
  expect(readLesson('l', text(asks), everyPart).problems).toMatchObject([{ code: 'limit' }])
})
