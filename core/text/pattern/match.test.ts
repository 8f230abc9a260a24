import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import { WorkBudget, WorkLimit } from '../../work-budget.ts'
import { parsePattern, PatternLimit, UnsupportedPattern } from './parse.ts'
import { Patterns } from './patterns.ts'
import { propertyRuns } from '../../testing/property.ts'

// R5.1, R16.4: patterns match as in JavaScript, and matching always ends.

const matchesPattern = (pattern: string, text: string): boolean =>
  new Patterns(new WorkBudget().share('schema')).matches(pattern, text)

test.for([
  ['^[a-z]+(-[a-z]+)*$', 'one-two-three', true],
  ['^[a-z]+(-[a-z]+)*$', 'one--two', false],
  ['', '', true],
  ['^$', 'x', false],
  ['a|b|', 'zzz', true],
  ['^(?:a|ab)c$', 'abc', true],
  ['^(a+)b\\1$', 'aabaa', true],
  ['^(a+)b\\1$', 'aaba', false],
  ['(?<q>["\']).*?\\k<q>', `say "it's"`, true],
  ['^(?!no)\\w+$', 'nothing', false],
  ['^(?=.*\\d)\\w{3,5}$', 'ab1', true],
  ['^\\w{3,5}?$', 'abcdef', false],
  ['^a{2}$', 'aa', true],
  ['^a{2,}$', 'a', false],
  ['\\bword\\b', 'a word here', true],
  ['\\Bord', 'word', true],
  ['^[^\\]]$', ']', false],
  ['^[\\u{1F600}-\\u{1F64F}]$', '😀', true],
  ['^\\ud83d\\ude00$', '😀', true],
  ['^.$', '😀', true],
  ['^\\p{Lu}\\P{Lu}$', 'Äö', true],
  ['^\\x41\\u0042\\.$', 'AB.', true],
  ['^(a?){8}a{8}$', 'a'.repeat(8), true],
  ['^(?:)*x$', 'x', true],
  ['^(?:(a)|b)*\\1$', 'ab', true],
  ['^(?:(?=(a+))a)+b\\1$', 'aaba', true],
  ['^(?=(a*))\\1b', 'aab', true],
  ['^(?!(a)b)a\\1c', 'ac', true],
  ['^(?:(a)|(b)|c)*?\\1\\2$', 'abcab', false],
  ['^(?:a?){3}$', '', true],
  ['^(?:ab?)+?c', 'aababc', true],
  ['^a{0}b{0,0}$', '', true],
] as const)('the pattern %s is found in %j: %s', ([pattern, text, found]) => {
  expect(new RegExp(pattern, 'u').test(text)).toBe(found)
  expect(matchesPattern(pattern, text)).toBe(found)
})

const piece = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\w',
    '\\d',
    '^',
    '$',
    '\\b',
    '|',
    '(?:a|b)',
    '(ab)',
    '(?=a)',
    '(?!b)',
  ),
  fc.constantFrom('a*', 'b+', 'a?', '.*?', '(?:ab)*', '(a|b)+', 'a{1,2}', '(?:a*)*', '(?:a|ab)*?'),
)

test('a random pattern is found if and only if RegExp finds it', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), fc.stringMatching(/^[ab1]{0,8}$/), (pieces, text) => {
      const pattern = pieces.join('')
      expect(matchesPattern(pattern, text)).toBe(new RegExp(pattern, 'u').test(text))
    }),
    { numRuns: propertyRuns(5_000) },
  )
})

test.for([
  ['^(a+)+$', `${'a'.repeat(50)}!`],
  ['^(a|a)*$', `${'a'.repeat(50)}!`],
  ['a*a*a*a*a*a*b', 'a'.repeat(5_000)],
  ['(x+x+)+y', 'x'.repeat(60)],
] as const)('%s exhausts the work budget', ([pattern, text]) => {
  expect(() => matchesPattern(pattern, text)).toThrow(WorkLimit)
})

test('a pattern is found in a string of a million characters', () => {
  expect(matchesPattern('^[a-z]*$', 'a'.repeat(1_000_000))).toBe(true)
})

test.for([
  ['^(?:ab|c)*$', 'ab'.repeat(100_000)],
  ['^(?:a|b)+?$', 'ab'.repeat(60_000)],
  ['^(a)*$', 'a'.repeat(150_000)],
  ['^(?:a(?=a|$))*$', 'a'.repeat(100_000)],
] as const)('%s matches a long string without a stack overflow', ([pattern, text]) => {
  expect(matchesPattern(pattern, text)).toBe(true)
})

test.for([
  ['^(?:^)*a$', 'a'],
  ['(?:(?=a))+a', 'a'],
  ['(?:(?!a))+a', 'a'],
  ['(?:\\b){2}a', '-a'],
] as const)('an assertion in brackets can be repeated: %s', ([pattern, text]) => {
  expect(matchesPattern(pattern, text)).toBe(new RegExp(pattern, 'u').test(text))
})

test('a pattern with more nested groups than the limit is refused', () => {
  const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`
  expect(matchesPattern(nested(limits.patternDepth), 'a')).toBe(true)
  for (const depth of [limits.patternDepth + 1, 50_000])
    expect(() => matchesPattern(nested(depth), 'a')).toThrow(PatternLimit)
})

const written = fc.array(
  fc.constantFrom(
    ...'()[]{}*+?|\\^$.,-:=!<>/a1bkpLduxz',
    '(?:',
    '(?=',
    '(?!',
    '(?<a>',
    '\\k<a>',
    '\\1',
    '{1,2}',
    '[a-',
    '\\p{L}',
  ),
  { maxLength: 8 },
)

test('a pattern is refused if and only if RegExp refuses it', () => {
  fc.assert(
    fc.property(written, (pieces) => {
      const pattern = pieces.join('')
      expect([pattern, verdictOf(() => parsePattern(pattern))]).toEqual([
        pattern,
        verdictOf(() => new RegExp(pattern, 'u')),
      ])
    }),
    { numRuns: 20_000 },
  )
})

function verdictOf(parse: () => unknown): 'pattern' | 'no pattern' {
  try {
    parse()
    return 'pattern'
  } catch (fault) {
    if (fault instanceof UnsupportedPattern) return 'pattern'
    expect(fault).toBeInstanceOf(SyntaxError)
    return 'no pattern'
  }
}

test('an invalid pattern and a lookbehind have different errors', () => {
  expect(() => matchesPattern('(', '')).toThrow(SyntaxError)
  expect(() => matchesPattern('(?<=a)b', 'ab')).toThrow(UnsupportedPattern)
})
