/**
 * The characters that `\N{...}` may name in a metadata value. Python's own table has 150,000 names and would outweigh
 * the page; a value that uses any other name is read as not literal.
 */
const named = new Map<string, number>([
  ['SPACE', 0x20],
  ['NO-BREAK SPACE', 0xa0],
  ['COPYRIGHT SIGN', 0xa9],
  ['REGISTERED SIGN', 0xae],
  ['DEGREE SIGN', 0xb0],
  ['PLUS-MINUS SIGN', 0xb1],
  ['MICRO SIGN', 0xb5],
  ['MIDDLE DOT', 0xb7],
  ['MULTIPLICATION SIGN', 0xd7],
  ['ZERO WIDTH SPACE', 0x200b],
  ['EN DASH', 0x2013],
  ['EM DASH', 0x2014],
  ['LEFT SINGLE QUOTATION MARK', 0x2018],
  ['RIGHT SINGLE QUOTATION MARK', 0x2019],
  ['LEFT DOUBLE QUOTATION MARK', 0x201c],
  ['RIGHT DOUBLE QUOTATION MARK', 0x201d],
  ['BULLET', 0x2022],
  ['HORIZONTAL ELLIPSIS', 0x2026],
  ['EURO SIGN', 0x20ac],
  ['TRADE MARK SIGN', 0x2122],
  ['LEFTWARDS ARROW', 0x2190],
  ['UPWARDS ARROW', 0x2191],
  ['RIGHTWARDS ARROW', 0x2192],
  ['DOWNWARDS ARROW', 0x2193],
  ['INFINITY', 0x221e],
  ['WARNING SIGN', 0x26a0],
  ['SNOWMAN', 0x2603],
  ['CHECK MARK', 0x2713],
  ['HEAVY CHECK MARK', 0x2714],
  ['BALLOT X', 0x2717],
])

const latin = /^LATIN (SMALL|CAPITAL) LETTER ([A-Z])$/

/** The character of a Unicode name in any case, or undefined if it is not among the few known here. */
export function namedCharacter(name: string): string | undefined {
  const upper = name.toUpperCase()
  const [, size, letter] = latin.exec(upper) ?? []
  if (letter !== undefined) return size === 'SMALL' ? letter.toLowerCase() : letter
  const code = named.get(upper)
  return code === undefined ? undefined : String.fromCodePoint(code)
}
