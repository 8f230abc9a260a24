import { expect, test } from 'vitest'
import { Manual } from '#core/manual'
import { manualChapters } from '../../core/testing/manual.ts'
import { DocsSearch } from './search.ts'

const manual = new Manual(manualChapters())
const search = new DocsSearch()
await search.fill(manual)

test.for([
  ['chain-cycle', 'chain-cycle'],
  ['R6.1', 'R6.1'],
  ['shadow', 'R1.5'],
  ['child_constraints', 'key-child_constraints'],
  ['lockfile', 'lockfile'],
  ['location of a lockfile', 'R11.1'],
  ['params_json', 'R9.2'],
  ['dialects', 'the-three-dialects-side-by-side'],
  ['interpeter', 'R6.3'],
] as const)('%s finds %s among the first results', ([question, id]) => {
  expect(
    search
      .find(question)
      .slice(0, 8)
      .map((found) => found.id),
  ).toContain(id)
})

test('the most specific words of a question find a page if no page has all words', () => {
  const first = (question: string): readonly string[] =>
    search
      .find(question)
      .slice(0, 8)
      .map(({ id }) => id)
  expect(first('zebra lockfile')).toContain('lockfile')
  expect(first('why on earth does my zebra not shadow the other one')[0]).toBe('shadow')
})

test('words that are on no page have no search result', () => {
  expect(search.find('zebra crossing')).toEqual([])
})
