import { inflateSync, strFromU8 } from 'fflate'
import { decodeBase64Url } from '../../text/base64.ts'
import { packedNames } from './character-data.ts'

/**
 * Prefixes of names that end in the code point of the character, with the ranges of code points (Unicode 16.0.0, rule
 * NR2).
 */
const numbered: readonly (readonly [prefix: string, ranges: readonly (readonly [first: number, last: number])[]])[] = [
  [
    'CJK UNIFIED IDEOGRAPH-',
    [
      [0x3400, 0x4dbf],
      [0x4e00, 0x9fff],
      [0x20000, 0x2a6df],
      [0x2a700, 0x2b739],
      [0x2b740, 0x2b81d],
      [0x2b820, 0x2cea1],
      [0x2ceb0, 0x2ebe0],
      [0x2ebf0, 0x2ee5d],
      [0x30000, 0x3134a],
      [0x31350, 0x323af],
    ],
  ],
  [
    'CJK COMPATIBILITY IDEOGRAPH-',
    [
      [0xf900, 0xfa6d],
      [0xfa70, 0xfad9],
      [0x2f800, 0x2fa1d],
    ],
  ],
  [
    'TANGUT IDEOGRAPH-',
    [
      [0x17000, 0x187f7],
      [0x18d00, 0x18d08],
    ],
  ],
  ['EGYPTIAN HIEROGLYPH-', [[0x13460, 0x143fa]]],
  [
    'KHITAN SMALL SCRIPT CHARACTER-',
    [
      [0x18b00, 0x18cd5],
      [0x18cff, 0x18cff],
    ],
  ],
  ['NUSHU CHARACTER-', [[0x1b170, 0x1b2fb]]],
]

const leads = ['G', 'GG', 'N', 'D', 'DD', 'R', 'M', 'B', 'BB', 'S', 'SS', '', 'J', 'JJ', 'C', 'K', 'T', 'P', 'H']
const vowels = 'A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I'.split(' ')
const tails = ['', ...'G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H'.split(' ')]
const syllable = /^HANGUL SYLLABLE ([BCDGHJKMNPRST]*)([AEIOUWY]+)([BCDGHJKLMNPST]*)$/
const firstSyllable = 0xac00

/**
 * The character of a Unicode name or alias in any case; undefined if CPython 3.14 (Unicode 16.0.0) does not accept it
 * in `\N{...}` (R2.1). Named sequences, which are several characters, are not accepted.
 */
export function namedCharacter(name: string): string | undefined {
  const upper = name.toUpperCase()
  const code = numberedCode(upper) ?? syllableCode(upper) ?? namedCodes().get(upper)
  return code === undefined ? undefined : String.fromCodePoint(code)
}

function numberedCode(name: string): number | undefined {
  for (const [prefix, ranges] of numbered) {
    if (!name.startsWith(prefix)) continue
    const digits = name.slice(prefix.length)
    const code = /^[1-9A-F][0-9A-F]{3,4}$/.test(digits) ? parseInt(digits, 16) : -1
    if (ranges.some(([first, last]) => first <= code && code <= last)) return code
  }
  return undefined
}

function syllableCode(name: string): number | undefined {
  const [, lead = '', vowel = '', tail = ''] = syllable.exec(name) ?? []
  const [first, second, third] = [leads.indexOf(lead), vowels.indexOf(vowel), tails.indexOf(tail)]
  if (first === -1 || second === -1 || third === -1) return undefined
  return firstSyllable + (first * vowels.length + second) * tails.length + third
}

let codes: ReadonlyMap<string, number> | undefined

/** All other names, unpacked once on first use. */
function namedCodes(): ReadonlyMap<string, number> {
  codes ??= unpack(strFromU8(inflateSync(decodeBase64Url(packedNames) ?? new Uint8Array()), true))
  return codes
}

/**
 * Unpacks names, one per line, in the order of their characters. A number before a name is the distance from the
 * previous character. Default: 1. A lower-case letter is the number of words shared with the previous name: `a` is one.
 * A word ends after its space or hyphen.
 */
function unpack(lines: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  let code = -1
  let words: readonly string[] = []
  for (const line of lines.split('\n')) {
    const [, step = '', same = '', rest = ''] = /^(\d*)([a-z]?)(.*)$/.exec(line) ?? []
    code += step === '' ? 1 : Number(step)
    const shared = same === '' ? 0 : same.charCodeAt(0) - 96
    words = [...words.slice(0, shared), ...rest.split(/(?<=[ -])/)]
    found.set(words.join(''), code)
  }
  return found
}
