import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { plain } from '../located.ts'
import { Parts } from '../../parts.ts'
import { everyPart } from '../../pure-host.ts'
import { namedCharacter } from './character-names.ts'
import { parsePython } from './parse.ts'

/**
 * Prints the Unicode version of the system's Python, followed by the character of each name: from its tables, and from
 * `\N{...}` in source code.
 */
const program = String.raw`
import json, sys, unicodedata
named = [(unicodedata.name(chr(code), None), code) for code in range(0x110000)]
names = {name: code for name, code in named if name}
print(json.dumps([unicodedata.unidata_version, names]))
asked = json.load(sys.stdin)
def answer(name):
    try:
        return eval('"\\N{' + name + '}"')
    except SyntaxError:
        return None
print(json.dumps([answer(name) for name in asked]))
`
function python(asked: readonly string[]) {
  const out = execFileSync('python3', ['-c', program], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  const [first = '', second = ''] = out.trimEnd().split('\n')
  const [version, names] = JSON.parse(first) as [version: string, names: Record<string, number>]
  return { version, names, answers: JSON.parse(second) as (string | null)[] }
}

/** Aliases of control characters, corrections, abbreviations, sequences, and invalid names that look valid. */
const asked = [
  ...['NULL', 'NUL', 'ALERT', 'BEL', 'BELL', 'LINE FEED', 'LF', 'EOL', 'nbsp', 'ZWJ', 'BOM', 'ZWNBSP', 'VS1', 'vs256'],
  ...['LATIN CAPITAL LETTER GHA', 'LATIN CAPITAL LETTER OI', 'LAO LETTER FO FON', 'HIGH OCTET PRESET', 'PAD', 'SGC'],
  ...['LATIN SMALL LETTER R WITH TILDE', 'KEYCAP NUMBER SIGN', 'TAMIL SYLLABLE SAI', 'TAMIL CONSONANT KSS'],
  ...['HANGUL SYLLABLE GA', 'HANGUL SYLLABLE A', 'HANGUL SYLLABLE HIH', 'HANGUL SYLLABLE', 'HANGUL SYLLABLE '],
  ...['HANGUL SYLLABLE X', 'HANGUL SYLLABLE GAX', 'HANGUL SYLLABLE GAGA', 'HANGUL JONGSEONG NIEUN-PIEUP'],
  ...[
    'CJK UNIFIED IDEOGRAPH-3400',
    'CJK UNIFIED IDEOGRAPH-4DC0',
    'CJK UNIFIED IDEOGRAPH-2A6DF',
    'CJK UNIFIED IDEOGRAPH-',
  ],
  ...['CJK UNIFIED IDEOGRAPH-F900', 'CJK COMPATIBILITY IDEOGRAPH-F900', 'CJK COMPATIBILITY IDEOGRAPH-FA6E'],
  ...['CJK COMPATIBILITY IDEOGRAPH-2F800', 'CJK COMPATIBILITY IDEOGRAPH-02F800', 'NUSHU CHARACTER-1B170'],
  ...['KHITAN SMALL SCRIPT CHARACTER-18CD5', 'KHITAN SMALL SCRIPT CHARACTER-18CD6', 'TANGUT COMPONENT-001'],
  ...[
    'VARIATION SELECTOR-17',
    'BRAILLE PATTERN BLANK',
    'TIBETAN MARK BKA- SHOG YIG MGO',
    'TIBETAN MARK BKA-SHOG YIG MGO',
  ],
  ...['SPACE', 'space', 'SpAcE', ' SPACE', 'SPACE ', 'SP ACE', 'SPACE-', '-', ' ', '', 'SPACE1', 'NO BREAK SPACE'],
  ...['NO-BREAK SPACE', 'NO-BREAK  SPACE', 'LATIN_SMALL', 'é', '<control>', 'U+0041', '0041', 'LATIN SMALL LETTER ſ'],
  ...['LATIN SMALL LETTER Ä', 'ſPACE', 'K', '__proto__', 'constructor', 'x'.repeat(300)],
]

const ours = (name: string): string | null => {
  const parse = parsePython(`a = "\\N{${name}}"`, everyPart)
  if (parse.kind !== 'parsed') return null
  const [literal] = parse.module.literals
  return literal ? (plain(literal.value) as string) : null
}

test(
  "R2.1: every character name that the system's Python knows gives the same character, in any case",
  { timeout: 60_000 },
  () => {
    const { version, names, answers } = python(asked)
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(14)
    const all = Object.entries(names)
    expect(all.length).toBeGreaterThan(138_000)
    const isNewer = Number(version.split('.')[0]) > 16
    const different = all.filter(([name, code]) => namedCharacter(name) !== String.fromCodePoint(code))
    // A newer Unicode version only adds names.
    expect(different.filter(([name]) => !isNewer || namedCharacter(name) !== undefined)).toEqual([])
    expect(
      all.filter(
        ([name, code], at) => at % 97 === 0 && namedCharacter(name.toLowerCase()) !== String.fromCodePoint(code),
      ),
    ).toEqual([])
    expect(asked.map((name) => [name, ours(name)])).toEqual(asked.map((name, at) => [name, answers[at] ?? null]))
  },
)

test.for([
  // New in Unicode 15.0, 15.1 and 16.0, according to the charts of these versions.
  ['KAWI SIGN CANDRABINDU', 0x11f00],
  ['SHAKING FACE', 0x1fae8],
  ['IDEOGRAPHIC DESCRIPTION CHARACTER SUBTRACTION', 0x31ef],
  ['CJK UNIFIED IDEOGRAPH-2EBF0', 0x2ebf0],
  ['cjk unified ideograph-2ee5d', 0x2ee5d],
  ['CJK UNIFIED IDEOGRAPH-31350', 0x31350],
  ['GARAY DIGIT ZERO', 0x10d40],
  ['TODHRI LETTER A', 0x105c0],
  ['FACE WITH BAGS UNDER EYES', 0x1fae9],
  ['FINGERPRINT', 0x1fac6],
  ['LATIN CAPITAL LETTER LAMBDA', 0xa7da],
  ['EGYPTIAN HIEROGLYPH-13460', 0x13460],
  ['Egyptian Hieroglyph-143fa', 0x143fa],
  // CPython 3.14 has had these names since February 2026 (CPython issue 80667), and accepts them in any case.
  ['TANGUT IDEOGRAPH-17000', 0x17000],
  ['tangut ideograph-18d08', 0x18d08],
  ['hangul syllable hih', 0xd7a3],
] as const)('R2.1: the Unicode 16 name %s has the code point %i', ([name, code]) => {
  expect(ours(name)).toBe(String.fromCodePoint(code))
})

test.for([
  'EGYPTIAN HIEROGLYPH-143FB',
  'TANGUT IDEOGRAPH-187F8', // assigned in Unicode 17
  'TANGUT IDEOGRAPH-18D09',
  'TANGUT IDEOGRAPH-017000',
  'CJK UNIFIED IDEOGRAPH-04E00',
  'CJK UNIFIED IDEOGRAPH-2B73A',
  'CJK UNIFIED IDEOGRAPH-323B0',
  'CJK UNIFIED IDEOGRAPH-4E00 ',
  'TANGUT IDEOGRAPH',
])('R2.1: %j is not a name of Unicode 16', (name) => {
  expect(namedCharacter(name)).toBeUndefined()
})

test('R2.1: an unknown name is a syntax error at its escape, in a value, an expression and an f-string', () => {
  for (const source of ['a = "x\\N{NOPE}"', 'f("x\\N{NOPE}")', 'f"x\\N{NOPE}"', 't"x\\N{NOPE}"', 'f"{1:\\N{NOPE}}"']) {
    const start = source.indexOf('\\')
    expect([source, parsePython(source, everyPart)]).toEqual([
      source,
      {
        kind: 'syntax-error',
        error: { message: 'unknown Unicode character name NOPE', start, end: start + '\\N{NOPE}'.length },
      },
    ])
  }
  for (const source of ['a = r"\\N{NOPE}"', 'a = b"\\N{NOPE}"', 'a = "\\\\N{NOPE}"', '# \\N{NOPE}'])
    expect([source, parsePython(source, everyPart).kind]).toEqual([source, 'parsed'])
})

test('while the character names are loading, only a file that uses them reports them as missing', () => {
  const parts = new Parts()
  expect(parsePython('a = "\\x41"\nb = r"\\N{SPACE}"', parts).kind).toBe('parsed')
  expect(parts.lacking).toEqual([])
  for (const source of ['a = "\\N{NOPE}"', 'f"\\N{SPACE}"', 'a = "\\N{SPACE}"\nnot Python'])
    expect([source, parsePython(source, parts)]).toEqual([source, { kind: 'lacking' }])
  expect(parts.lacking).toEqual(['characters'])
})
