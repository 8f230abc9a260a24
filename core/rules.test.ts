import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Every rule in `sections` has a test with its number, and every number in a test title is the number of a rule.

/** The number of rules by section. */
const sections: Readonly<Record<number, number>> = {
  1: 9, // spaces and resolution
  2: 8, // metadata
  3: 3, // chain
  4: 5, // validation of pairs
  5: 1, // parameters
  6: 5, // environment
  7: 4, // anchor
  8: 4, // tool config
  9: 10, // plan and templating
  10: 5, // integrity and signing
  11: 3, // lockfiles
  12: 1, // caches
  13: 1, // trace
  14: 2, // result
  15: 2, // primitives
}
const planned: Readonly<Record<number, number>> = { 16: 8 }

const idsOf = (table: Readonly<Record<number, number>>): readonly string[] =>
  Object.entries(table).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `R${section}.${index + 1}`),
  )

const here = new URL('./', import.meta.url)
const testFiles = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.test.ts') && name !== 'rules.test.ts',
)

/** The titles in a test file: the first argument of `test(` and `test.for(...)(`. */
function titlesIn(name: string): readonly string[] {
  const source = readFileSync(new URL(name, here), 'utf8')
  return [...source.matchAll(/(?:\btest|\))\(\s*(['"`])(.*?)(?<!\\)\1/g)].map(([, , title = '']) => title)
}

/** `R3 to R6` and `R11` mean whole sections, so only numbers with a dot are collected. */
const cited = new Set(testFiles.flatMap(titlesIn).flatMap((title) => title.match(/\bR\d+\.\d+\b/g) ?? []))

test('titles are found in the test files', () => {
  expect(testFiles.length).toBeGreaterThan(20)
  expect(titlesIn('resolve/chain.test.ts')[0]).toBe('R3.1: a chain begins with the tool and ends with the primitive')
  expect(titlesIn('resolve/chain.test.ts')).toContain('R3.1: a chain of $length elements has the problem $code')
})

test.for(idsOf(sections))('%s is in the title of a test', (id) => {
  expect(cited.has(id)).toBe(true)
})

test('no test cites a rule that does not exist', () => {
  const known = new Set([...idsOf(sections), ...idsOf(planned)])
  expect([...cited].filter((id) => !known.has(id))).toEqual([])
})
