import { expect, test } from 'vitest'
import type { GalleryRow } from './examples.ts'
import { commonTags, fits, minutesOf, tagsOf, withRoles } from './gallery.ts'

const row = (more: Partial<GalleryRow>): GalleryRow => ({
  slug: 'a',
  title: 'A tool',
  order: 1,
  dialect: 'lillux',
  tags: ['python', 'lint'],
  item_id: 'demo/a',
  status: 'ready',
  chain: [{ id: 'demo/a', role: 'tool', space: 'project' }],
  words: 100,
  text: 'What it says.',
  ...more,
})

test('every word is looked for in title, text, tags, dialect and ids, and a tag alone in the tags', () => {
  for (const query of ['', 'tool says', 'LINT demo/a', 'lillux']) expect(fits(row({}), query), query).toBe(true)
  expect(fits(row({}), 'tool nothing')).toBe(false)
  expect([fits(row({}), '', 'lint'), fits(row({}), '', 'tool')]).toEqual([true, false])
  expect(fits(row({ dialect: 'kiwi' }), '', 'kiwi')).toBe(true)
})

test('the dialect is a tag; tags of one example alone are not offered, the most used come first', () => {
  expect(tagsOf(row({ tags: ['lillux', 'x'] }))).toEqual(['lillux', 'x'])
  expect(commonTags([row({}), row({ tags: ['python'] }), row({ dialect: 'kiwi', tags: ['python'] })])).toEqual([
    'python',
    'lillux',
  ])
})

test('the time is that of reading and of trying each step', () => {
  const steps = [1, 2, 3].map((id) => ({ id: `s${id}`, goals: 1 }))
  expect(minutesOf(row({ words: 10 }))).toBe(2)
  expect(minutesOf(row({ words: 300 }))).toBe(3)
  expect(minutesOf(row({ words: 300, lesson: { id: 'a', chapter: '', steps } }))).toBe(5)
})

test('the dialect says which element of a listed chain is a primitive', () => {
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
