import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../testing/property.ts'
import { commandLine, shellWord } from './shell-word.ts'

test('a shell parses quoted words back to the same words', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      const script = `printf '%s\\0' ${words.map(shellWord).join(' ')}`
      const read = execFileSync('/bin/sh', ['-c', script]).toString('utf8').split('\0').slice(0, -1)
      expect(read).toEqual(words.length === 0 ? [''] : words)
    }),
    { numRuns: propertyRuns(20) },
  )
})

test('a command line for a terminal shows control characters', () => {
  expect(commandLine(['rye-chain', 'a b', '--item=x', 'tab\there'])).toBe(`rye-chain 'a b' --item=x 'tab\\there'`)
})
