import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { exampleSnapshots } from '../../core/testing/examples.ts'
import { evidenceOf, exampleLessons } from '../../core/testing/lessons.ts'
import { exampleTexts, promiseOf } from './folder.ts'

const exampleOf = (slug: string): Readonly<Record<string, unknown>> =>
  parse(readFileSync(join(import.meta.dirname, '../../examples', slug, 'example.yaml'), 'utf8')) as Readonly<
    Record<string, unknown>
  >

test.for(Object.entries(exampleSnapshots()))(
  'the expectations in a lesson folder of %s equal those in the repository',
  ([slug, snapshot]) => {
    const { data: _, ...written } = exampleOf(slug)['expect'] as Readonly<Record<string, unknown>>
    expect(promiseOf(evidenceOf(snapshot).analysis)).toEqual(written)
  },
)

test("a lesson's folder has the three files in the repository's format", () => {
  const [one] = exampleLessons()
  if (!one) throw new Error('there is no lesson')
  const { slug, start, lesson, passes, fails } = one
  const texts = exampleTexts({ ...lesson, routes: { passes, fails } }, start, evidenceOf(start).analysis)
  const read = (name: string): unknown => parse(texts[name] ?? '')
  const file = (name: string): unknown =>
    parse(readFileSync(join(import.meta.dirname, '../../examples', slug, name), 'utf8'))
  expect(Object.keys(texts)).toEqual(['example.yaml', 'lesson.yaml', 'routes.yaml'])
  const { tags: _, order: __, ...example } = exampleOf(slug)
  expect(read('example.yaml')).toMatchObject({
    ...example,
    title: lesson.title,
    expect: promiseOf(evidenceOf(start).analysis),
  })
  expect(read('lesson.yaml')).toEqual(file('lesson.yaml'))
  expect(read('routes.yaml')).toEqual(file('routes.yaml'))
  // A lesson without routes has no `routes` file.
  expect(Object.keys(exampleTexts(lesson, start, evidenceOf(start).analysis))).toEqual(['example.yaml', 'lesson.yaml'])
})
