/**
 * The alphabet of the Python reader: token kinds as plain numbers, ordered so that one comparison names a class of
 * them, and two small tables for telling names from keywords.
 */

export const END = 0
export const NEWLINE = 1
export const INDENT = 2
export const DEDENT = 3
export const NAME = 4
export const NUMBER = 5
export const STRING = 6
export const FORMAT_STRING = 7
export const OPEN_PAREN = 8
export const OPEN_SQUARE = 9
export const OPEN_BRACE = 10
export const CLOSE_PAREN = 11
export const CLOSE_SQUARE = 12
export const CLOSE_BRACE = 13
export const COMMA = 14
export const COLON = 15
export const SEMICOLON = 16
export const DOT = 17
export const ELLIPSIS = 18
export const ARROW = 19
export const WALRUS = 20
export const EQUAL = 21
export const BANG = 22
export const AUGMENTED = 23
export const COMPARISON = 24
export const TILDE = 25
/** From here to `BINARY`: the operators that stand between two arithmetic operands. */
export const PLUS = 26
export const MINUS = 27
export const STAR = 28
export const DOUBLE_STAR = 29
export const SLASH = 30
export const AT = 31
export const BAR = 32
export const BINARY = 33

const firstKeyword = 34
const keywords = (
  'False None True and as assert async await break class continue def del elif else except finally for from global ' +
  'if import in is lambda nonlocal not or pass raise return try while with yield'
).split(' ')

export const FALSE = 34
export const NONE = 35
export const TRUE = 36
export const AND = 37
export const AS = 38
export const ASSERT = 39
export const ASYNC = 40
export const AWAIT = 41
export const BREAK = 42
export const CLASS = 43
export const CONTINUE = 44
export const DEF = 45
export const DEL = 46
export const ELIF = 47
export const ELSE = 48
export const EXCEPT = 49
export const FINALLY = 50
export const FOR = 51
export const FROM = 52
export const GLOBAL = 53
export const IF = 54
export const IMPORT = 55
export const IN = 56
export const IS = 57
export const LAMBDA = 58
export const NONLOCAL = 59
export const NOT = 60
export const OR = 61
export const PASS = 62
export const RAISE = 63
export const RETURN = 64
export const TRY = 65
export const WHILE = 66
export const WITH = 67
export const YIELD = 68

/** First letter, last letter and length tell Python's 35 keywords apart, so that one table look-up finds the candidate. */
function slotOf(first: number, last: number, length: number): number {
  return ((first & 31) << 8) | ((last & 31) << 3) | (length & 7)
}

const slots = new Uint8Array(8192)
keywords.forEach((word, index) => {
  slots[slotOf(word.charCodeAt(0), word.charCodeAt(word.length - 1), word.length)] = index + 1
})

/** The kind of the word that stands at `start`: a keyword's, or `NAME`. */
export function wordKind(text: string, start: number, end: number): number {
  const length = end - start
  if (length < 2 || length > 8) return NAME
  const slot = slots[slotOf(text.charCodeAt(start), text.charCodeAt(end - 1), length)] ?? 0
  if (slot === 0) return NAME
  const word = keywords[slot - 1] ?? ''
  return word.length === length && text.startsWith(word, start) ? firstKeyword + slot - 1 : NAME
}

const expressionStart = new Uint8Array(YIELD + 1)
for (const kind of [NAME, NUMBER, STRING, FORMAT_STRING, OPEN_PAREN, OPEN_SQUARE, OPEN_BRACE, ELLIPSIS, TILDE]) {
  expressionStart[kind] = 1
}
for (const kind of [PLUS, MINUS, STAR, FALSE, NONE, TRUE, AWAIT, LAMBDA, NOT]) expressionStart[kind] = 1

/** Can an expression (or a starred one) begin with this token? */
export function startsExpression(kind: number): boolean {
  return expressionStart[kind] === 1
}

/** What a character below 128 may be: bit 1 begins a name, bit 2 continues one, bit 4 is a decimal digit. */
export const characterClass = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code)
  if (/[A-Za-z_]/.test(character)) characterClass[code] = 3
  else if (/[0-9]/.test(character)) characterClass[code] = 6
}

const identifier = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u

/** Is a word that holds characters beyond ASCII a name to Python? */
export function isIdentifier(word: string): boolean {
  return identifier.test(word) && identifier.test(word.normalize('NFKC'))
}
