// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, root } from './files.mjs'
import { mutantsOf } from './mutate.mjs'
import { nearestTests } from './nearest.mjs'
import { keyOf, survivors } from './survivors.mjs'

test('every listed survivor matches exactly one current mutant and has a reason', () => {
  const files = new Set([...survivors.values()].map(({ file }) => file))
  const keys = [...files].flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8'))).map(keyOf)
  // A row that matches two mutants would excuse both.
  const places = [...survivors.keys()].map((key) => [key, keys.filter((each) => each === key).length])
  expect(places.filter(([, count]) => count !== 1)).toEqual([])
  expect([...survivors.values()].filter(({ reason }) => reason.length < 20)).toEqual([])
})

test('the mutants of a file change its operators, conditions, values and calls', () => {
  const text =
    'import x from "x"\nexport function f(a: "t") {\n  if (a < 2 && b()) c.push(1)\n  return [a, `t${a}`]\n}\n'
  const mutants = mutantsOf('f.ts', text).map(({ line, scope, from, to }) => [line, scope, from, to])
  expect(mutants).toEqual([
    [2, 'f', '{ if (a < 2 && b()) c.push(1) return [a, `t${a}`] }', '{}'],
    [3, 'f', 'a < 2 && b()', 'true'],
    [3, 'f', 'a < 2 && b()', 'false'],
    [3, 'f', 'a < 2', 'a <= 2'],
    [3, 'f', 'a < 2', 'a >= 2'],
    [3, 'f', 'a < 2', 'a < 0'],
    [3, 'f', 'a < 2 && b()', 'a < 2 || b()'],
    [3, 'f', 'c.push(1)', ';'],
    [3, 'f', 'c.push(1)', 'c.push(0)'],
    [4, 'f', '[a, `t${a}`]', '[]'],
    [4, 'f', '[a, `t${a}`]', "[a, '']"],
  ])
})

test("a file's own test is nearest, then the tests in its folder, and every file of the graph engine has a test", () => {
  expect(nearestTests('core/graph/glob.ts')[0]).toBe('core/graph/glob.test.ts')
  const own = nearestTests('server/run/runs.ts').map((file) => file.startsWith('server/run/'))
  expect(own).toEqual(own.toSorted((a, b) => Number(b) - Number(a)))
  const files = filesUnder('core/graph').filter((file) => !file.endsWith('.test.ts'))
  expect(files.filter((file) => nearestTests(file).length === 0)).toEqual([])
})
