import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFoundInPython, PatternProblem } from './python.ts'
import { propertyRuns } from '../../testing/property.ts'

// R16.4: a pattern is found where Python's `re.search` finds it, in linear time. The expected results are those of
// CPython 3.11.

test.for([
  ['^ok done$', 'ok done\n', true],
  ['^ok done$', 'ok done\n\n', false],
  ['ok\\Z', 'ok\n', false],
  ['\\Aok', 'so ok', false],
  ['(?i)HELLO', 'say hello', true],
  ['(?i)[^a]', 'A', false],
  ['(?m)^b$', 'a\nb\nc', true],
  ['a.c', 'a\nc', false],
  ['(?s)a.c', 'a\nc', true],
  ['.', '\u2028', true],
  ['^.$', '😀', true],
  ['^\\w+$', 'Grüße', true],
  ['^\\d$', '٣', true],
  ['\\s', '\u00a0', true],
  ['\\bword\\b', 'a word.', true],
  ['\\Bord', 'word', true],
  ['\\Bord', 'ord', false],
  ['[]a]+', ']', true],
  ['[^]]', ']', false],
  ['[a-]', '-', true],
  ['[\\w-]+', '-', true],
  ['[\\d.]', '.', true],
  ['a{2,3}b', 'aab', true],
  ['^a{2}$', 'aaa', false],
  ['^a{,2}$', 'aa', true],
  ['^a{,}$', '', true],
  ['a{}', 'a{}', true],
  ['a{x}', 'a{x}', true],
  ['a{', 'a{', true],
  ['x*?y', 'xxy', true],
  ['(?:ab|a)c', 'ac', true],
  ['(?P<name>a)b', 'ab', true],
  ['a(?#note)b', 'ab', true],
  ['', '', true],
  ['a||b', 'zzz', true],
  ['(|a)b', 'b', true],
  ['(a*)*b', 'aab', true],
  ['\\x41\\u0042\\103', 'ABC', true],
  ['\\.', 'a', false],
  ['[\\b]', '\b', true],
] as const)('the pattern %s is found in %j: %s', ([pattern, text, found]) => {
  expect(isFoundInPython(pattern, text)).toBe(found)
})

test.for([
  '(',
  ')',
  '[',
  '[b-a]',
  '*',
  'a**',
  'a*??',
  '^*',
  'a{3,2}',
  '\\q',
  '\\',
  '(?=a)',
  '(?<=a)b',
  '(a)\\1',
  '(?P=name)',
  'a*+',
  '[\\d-z]',
  '\\U00110000',
] as const)('%s is refused as a pattern', (pattern) => {
  expect(() => isFoundInPython(pattern, 'a')).toThrow(PatternProblem)
})

test.for([
  ['^(a+)+$', `${'a'.repeat(5_000)}!`, false],
  ['(a|a)*!', `${'a'.repeat(5_000)}!`, true],
  ['(x+x+)+y', 'x'.repeat(5_000), false],
  ['a*a*a*a*a*a*b', 'a'.repeat(20_000), false],
] as const)('%s has the expected result for a long text', ([pattern, text, found]) => {
  expect(isFoundInPython(pattern, text)).toBe(found)
})

test.for(['(?:a{100}){100}', '(?:(?:){5000}){5000}', 'a{100000}', `${'('.repeat(200)}${')'.repeat(200)}`])(
  '%s is refused as too large',
  (pattern) => {
    expect(() => isFoundInPython(pattern, 'a')).toThrow(PatternProblem)
  },
)

const piece = fc.constantFrom(
  'a', 'b', '.', '[ab]', '[^a]', '^', '$', '\\b', '|', '(?:a|b)', '(ab)', 'a*', 'b+', 'a?', '.*?', '(?:ab)*', '(a|b)+',
  'a{1,2}', '(?:a*)*',
) // prettier-ignore

test('a random pattern that is valid in Python is found if and only if RegExp finds it', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), fc.stringMatching(/^[ab1]{0,8}$/), (pieces, text) => {
      const pattern = pieces.join('')
      let found: boolean | undefined
      try {
        found = isFoundInPython(pattern, text)
      } catch (fault) {
        expect(fault).toBeInstanceOf(PatternProblem)
      }
      if (found !== undefined) expect(found).toBe(new RegExp(pattern).test(text))
    }),
    { numRuns: propertyRuns(3_000) },
  )
})
