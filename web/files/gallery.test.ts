import { expect, test } from 'vitest'
import { Parts } from '#core/answer'
import { readLesson } from '#core/learn'
import type { GalleryRow } from './examples.ts'
import { fits, minutesOf, placesOf, progressText, stepCount, textsOf, withRoles } from './gallery.ts'

const row = (more: Partial<GalleryRow>): GalleryRow => ({
  slug: 'a',
  title: 'A tool',
  order: 1,
  dialect: 'lillux',
  tags: ['python', 'lint'],
  item_id: 'demo/a',
  status: 'ready',
  codes: ['space-incompatible'],
  chain: [{ id: 'demo/a', role: 'tool', space: 'project' }],
  words: 100,
  text: 'What it says.',
  ...more,
})

test('each word is searched in title, text, tags, dialect and IDs', () => {
  for (const query of ['', 'tool says', 'LINT demo/a', 'lillux', 'space-incompatible'])
    expect(fits(row({}), query), query).toBe(true)
  expect(fits(row({}), 'tool nothing')).toBe(false)
})

test('words are also searched in the files of an example, and the files are named', () => {
  const about = { dialect: 'lillux', search: 'scoped', dev_mode: true, item_id: 'demo/a', title: 'A' } as const
  const files = { '/project/.ai/tools/demo/a.py': '__executor_id__ = 1', '/user/.ai/config/b.yaml': 'timeout: 10' }
  const texts = textsOf({ about: { ...about, parameters: '{"name": "Ada"}' }, files, lesson: '{ code: chain-cycle }' })
  for (const query of ['__executor_id__', 'b.yaml TIMEOUT', 'ada', 'chain-cycle', 'tool timeout'])
    expect(fits(row({}), query, texts), query).toBe(true)
  expect(fits(row({}), 'tool timeout')).toBe(false)
  expect(fits(row({}), 'nowhere', texts)).toBe(false)
  expect(placesOf(texts, 'timeout ada')).toEqual(['b.yaml', 'parameters'])
})

test('a step counts by its current goals, and a step of an earlier version counts as changed', () => {
  const lesson = (code: string): string =>
    `format: 1\nid: l\ntitle: L\nsteps:\n  - { id: one, text: t, goals: [{ code: ${code} }] }\n  - { id: two, text: t, goals: [{ code: b }] }\n`
  const hashes = readLesson('l', lesson('a'), new Parts()).lesson?.steps.map(({ goals }) =>
    goals.map(({ hash }) => hash),
  )
  const ticks = { one: hashes?.[0] ?? [] }
  expect(stepCount(lesson('a'), ticks)).toEqual({ done: 1, changed: 0, helped: 0 })
  expect(stepCount(lesson('c'), ticks)).toEqual({ done: 0, changed: 1, helped: 0 })
  expect(stepCount(lesson('a'), { one: [...(ticks.one ?? []), 'helped'] })).toMatchObject({ done: 1, helped: 1 })
  expect(stepCount(undefined, ticks)).toEqual({ done: 0, changed: 0, helped: 0 })
})

test('the time includes reading and each step', () => {
  expect(minutesOf(row({ words: 10 }))).toBe(2)
  expect(minutesOf(row({ words: 300 }))).toBe(3)
  expect(minutesOf(row({ words: 300, lesson: { id: 'a', chapter: '', steps: 3 } }))).toBe(5)
})

test('the dialect determines which element of a listed chain is a primitive', () => {
  const roles = (dialect: GalleryRow['dialect'], ...ids: readonly string[]): readonly string[] =>
    withRoles({ ...row({ dialect }), chain: ids.map((id) => ({ id, space: 'system' })) }).chain.map(({ role }) => role)
  expect(roles('lillux', 'demo/a', 'rye/core/runtimes/python/script', 'rye/core/primitives/execute')).toEqual([
    'tool',
    'runtime',
    'primitive',
  ])
  expect(roles('kiwi', 'subprocess')).toEqual(['primitive'])
  expect(roles('lillux', 'demo/a', 'demo/subprocess')).toEqual(['tool', 'runtime'])
})

test('progress as text has one line per started lesson', () => {
  const lesson = { id: 'l', chapter: 'C', steps: 3 }
  const rows = [row({ slug: 'a', title: 'A', lesson }), row({ slug: 'b', title: 'B', lesson }), row({ slug: 'c' })]
  const counts = { a: { done: 2, changed: 0, helped: 1 }, b: { done: 0, changed: 0, helped: 0 } }
  expect(progressText(rows, counts)).toBe('A: 2 of 3 steps done, 1 done for me')
  expect(progressText(rows, {})).toBe('No steps done.')
})
