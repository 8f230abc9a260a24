/**
 * The token kinds of the Python reader as numbers, and two small tables that separate names from keywords. The number
 * order allows a test for a class of kinds with one comparison. The type is `number`, because literal types would not
 * allow the `kind` of a lexer to change between tests.
 */

/**
 * The kind at the end of the text, returned by every further read. After it: kinds for lines and their indentation,
 * names and literals, signs, and keywords.
 */
export const END: number = 0
export const NEWLINE: number = 1
export const INDENT: number = 2
export const DEDENT: number = 3
export const NAME: number = 4
export const NUMBER: number = 5
export const STRING: number = 6
export const FORMAT_STRING: number = 7
export const OPEN_PAREN: number = 8
export const OPEN_SQUARE: number = 9
export const OPEN_BRACE: number = 10
export const CLOSE_PAREN: number = 11
export const CLOSE_SQUARE: number = 12
export const CLOSE_BRACE: number = 13
export const COMMA: number = 14
export const COLON: number = 15
export const SEMICOLON: number = 16
export const DOT: number = 17
export const ELLIPSIS: number = 18
export const ARROW: number = 19
export const WALRUS: number = 20
export const EQUAL: number = 21
export const BANG: number = 22
export const AUGMENTED: number = 23
export const COMPARISON: number = 24
export const TILDE: number = 25
/** The first of the operators between two arithmetic operands, which end at `BINARY`. */
export const PLUS: number = 26
export const MINUS: number = 27
export const STAR: number = 28
export const DOUBLE_STAR: number = 29
export const SLASH: number = 30
export const AT: number = 31
export const BAR: number = 32
export const BINARY: number = 33

const firstKeyword = 34
const keywords = (
  'False None True and as assert async await break class continue def del elif else except finally for from global ' +
  'if import in is lambda nonlocal not or pass raise return try while with yield'
).split(' ')

export const FALSE: number = 34
export const NONE: number = 35
export const TRUE: number = 36
export const AND: number = 37
export const AS: number = 38
export const ASSERT: number = 39
export const ASYNC: number = 40
export const AWAIT: number = 41
export const BREAK: number = 42
export const CLASS: number = 43
export const CONTINUE: number = 44
export const DEF: number = 45
export const DEL: number = 46
export const ELIF: number = 47
export const ELSE: number = 48
export const EXCEPT: number = 49
export const FINALLY: number = 50
export const FOR: number = 51
export const FROM: number = 52
export const GLOBAL: number = 53
export const IF: number = 54
export const IMPORT: number = 55
export const IN: number = 56
export const IS: number = 57
export const LAMBDA: number = 58
export const NONLOCAL: number = 59
export const NOT: number = 60
export const OR: number = 61
export const PASS: number = 62
export const RAISE: number = 63
export const RETURN: number = 64
export const TRY: number = 65
export const WHILE: number = 66
export const WITH: number = 67
export const YIELD: number = 68

/**
 * A word's slot in the keyword table. First letter, last letter and length distinguish Python's 35 keywords,
 * so one lookup finds the only candidate.
 */
function slotOf(first: number, last: number, length: number): number {
  return ((first & 31) << 8) | ((last & 31) << 3) | (length & 7)
}

const slots = new Uint8Array(8192)
keywords.forEach((word, index) => {
  slots[slotOf(word.charCodeAt(0), word.charCodeAt(word.length - 1), word.length)] = index + 1
})

/** The kind of the word at `start`: the kind of a keyword, or `NAME`. */
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

/** Whether an expression, starred or not, can begin with this token. */
export function startsExpression(kind: number): boolean {
  return expressionStart[kind] === 1
}

/** The class of a character under 128, as bits: 1 begins a name, 2 continues a name, 4 is a decimal digit. */
export const characterClass = new Uint8Array(128)
characterClass.fill(6, 0x30, 0x3a)
characterClass.fill(3, 0x41, 0x5b)
characterClass.fill(3, 0x61, 0x7b)
characterClass[0x5f] = 3

/** Whether a word with non-ASCII characters is a valid Python name. */
export function isIdentifier(word: string): boolean {
  // Created on demand, because it takes long to compile and few files need it.
  const identifier = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u
  return identifier.test(word) && identifier.test(word.normalize('NFKC'))
}
