/** Tests whether a character belongs to a class. */
export type Fits = (character: string) => boolean

const blank = /^[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/
const digit = /^\p{Nd}$/u
const wordPart = /^[\p{L}\p{N}_]$/u

/** Whether a character is a word character, in all of Unicode as in Python. */
export const isWordPart: Fits = (character) => wordPart.test(character)

const classes: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['d', (character) => digit.test(character)],
  ['D', (character) => !digit.test(character)],
  ['s', (character) => blank.test(character)],
  ['S', (character) => !blank.test(character)],
  ['w', isWordPart],
  ['W', (character) => !isWordPart(character)],
])

/** The characters of `\d` and similar classes, by their letter; undefined for other letters. */
export function classEscape(letter: string | undefined): Fits | undefined {
  return letter === undefined ? undefined : classes.get(letter)
}

const controls: Readonly<Record<string, string>> = {
  a: '\x07',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const byCode = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/
const octal = /^(?:0[0-7]{0,2}|[1-3][0-7]{2})/

/**
 * The character that an escape represents, read from the text after the backslash, and the length of the escape in this
 * text.
 */
export function escapedCharacter(
  text: string,
  inClass: boolean,
): { readonly character: string; readonly length: number } | { readonly problem: string } {
  const coded = byCode.exec(text)
  const octals = octal.exec(text)?.[0]
  const code = coded
    ? Number.parseInt(coded[1] ?? coded[2] ?? coded[3]!, 16)
    : octals === undefined
      ? undefined
      : Number.parseInt(octals, 8)
  if (code !== undefined) {
    if (code > 0x10ffff) return { problem: 'has an escape for a character that does not exist' }
    return { character: String.fromCodePoint(code), length: (coded?.[0] ?? octals!).length }
  }
  const [letter] = text
  if (letter === undefined) return { problem: 'ends with a backslash' }
  if (letter === 'b' && inClass) return { character: '\b', length: 1 }
  const control = Object.hasOwn(controls, letter) ? controls[letter] : undefined
  if (control !== undefined) return { character: control, length: 1 }
  if (/[0-9]/.test(letter)) return { problem: 'has a backreference, which is not supported' }
  if (/[a-zA-Z]/.test(letter)) return { problem: `has an unknown escape \\${letter}` }
  return { character: letter, length: 1 }
}
