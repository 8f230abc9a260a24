import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCases, runArea } from './run.ts'

// Each recorded case is a separate test, so that a failure has the name of its case and the counts match the corpus.

const folder = join(import.meta.dirname, '../corpus')
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const cases = files
  .flatMap((name) => readCases(readFileSync(join(folder, name), 'utf8')))
  .filter(({ scope }) => scope !== 'out')

test('the corpus copy contains all eleven areas', () => {
  const areas =
    'metadata resolve validate env anchor config-resolve exec-config integrity lockfile execute graph'.split(' ')
  expect(new Set(cases.map(({ area }) => area))).toEqual(new Set(areas))
  expect(cases.length).toBeGreaterThan(1_000)
})

test.for(cases.map((one) => [one.area, one.rev, one.name, one] as const))('%s: %s %s', async ([, , , one]) => {
  expect((await runArea([one])).failures).toEqual([])
})
