// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './files.mjs'
import { mutantsOf } from './mutate.mjs'
import { openTester } from './tester.mjs'

const near = 'core/graph/glob.test.ts'
const [file, far] = ['core/graph/glob.ts', 'core/share/link.ts']
const nearest = new Map([file, far].map((path) => [path, [near]]))

/** A mutant that replaces the whole body of a function. @param {string} path @param {string} edit */
function bodyOf(path, edit) {
  const body = mutantsOf(path, readFileSync(join(root, path), 'utf8')).find(({ edit }) => edit === '{}')
  if (!body) throw new Error(`no function in ${path}`)
  return { ...body, edit }
}

test('a mutant is killed, survives, is reached by no test or never ends, and does not affect the next mutant', async () => {
  const broken = bodyOf(file, '{}')
  const same = bodyOf(file, readFileSync(join(root, file), 'utf8').slice(broken.start, broken.end))
  const elsewhere = bodyOf(far, '{}')
  const endless = bodyOf(file, '{ for (;;); }')
  const mutants = [broken, same, elsewhere]
  const tester = await openTester('core', mutants, nearest)
  const endings = []
  for (const mutant of [...mutants, same]) endings.push((await tester.try(mutant)).ending)
  await tester.close()
  const hasty = await openTester('core', [endless], nearest, 1000)
  endings.push((await hasty.try(endless)).ending)
  await hasty.close()
  expect(endings).toEqual(['killed', 'survived', 'unreached', 'survived', 'endless'])
}, 300_000)

test('a killed mutant does not affect the next mutant, in another file with other tests', async () => {
  const [broken, other] = [bodyOf(file, '{}'), 'core/graph/path.ts']
  const text = readFileSync(join(root, other), 'utf8')
  const whole = bodyOf(other, '{}')
  const same = { ...whole, edit: text.slice(whole.start, whole.end) }
  const apart = new Map([
    [file, [near]],
    [other, ['core/graph/path.test.ts']],
  ])
  const tester = await openTester('core', [broken, same], apart)
  const endings = []
  for (const mutant of [broken, same]) endings.push((await tester.try(mutant)).ending)
  await tester.close()
  expect(endings).toEqual(['killed', 'survived'])
}, 120_000)
