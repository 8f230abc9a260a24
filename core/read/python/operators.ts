import { SyntaxFault } from './fault.ts'
import * as kinds from './tokens.ts'

/**
 * The token at an offset, unless it is a word, number or string: its kind in the low byte, its width in the higher
 * bits. Throws a `SyntaxFault` for an invalid character.
 */
export function operatorAt(text: string, at: number, code: number): number {
  const next = text.charCodeAt(at + 1)
  switch (code) {
    case 40: // (
      return one(kinds.OPEN_PAREN)
    case 41: // )
      return one(kinds.CLOSE_PAREN)
    case 91: // [
      return one(kinds.OPEN_SQUARE)
    case 93: // ]
      return one(kinds.CLOSE_SQUARE)
    case 123: // {
      return one(kinds.OPEN_BRACE)
    case 125: // }
      return one(kinds.CLOSE_BRACE)
    case 44: // ,
      return one(kinds.COMMA)
    case 59: // ;
      return one(kinds.SEMICOLON)
    case 126: // ~
      return one(kinds.TILDE)
    case 46: // .
      return next === 46 && text.charCodeAt(at + 2) === 46 ? wide(kinds.ELLIPSIS, 3) : one(kinds.DOT)
    case 58: // :
      return next === 61 ? wide(kinds.WALRUS, 2) : one(kinds.COLON)
    case 61: // =
      return next === 61 ? wide(kinds.COMPARISON, 2) : one(kinds.EQUAL)
    case 33: // !
      return next === 61 ? wide(kinds.COMPARISON, 2) : one(kinds.BANG)
    case 60: // <
    case 62: // >
      if (next === code) return text.charCodeAt(at + 2) === 61 ? wide(kinds.AUGMENTED, 3) : wide(kinds.BINARY, 2)
      return next === 61 ? wide(kinds.COMPARISON, 2) : one(kinds.COMPARISON)
    case 42: // *
      return doubled(text, at, kinds.STAR, kinds.DOUBLE_STAR)
    case 47: // /
      return doubled(text, at, kinds.SLASH, kinds.BINARY)
    case 43: // +
      return arithmetic(next, kinds.PLUS)
    case 45: // -
      return next === 62 ? wide(kinds.ARROW, 2) : arithmetic(next, kinds.MINUS)
    case 64: // @
      return arithmetic(next, kinds.AT)
    case 124: // |
      return arithmetic(next, kinds.BAR)
    case 37: // %
    case 38: // &
    case 94: // ^
      return arithmetic(next, kinds.BINARY)
  }
  throw new SyntaxFault('invalid character', at, at + 1)
}

function one(kind: number): number {
  return kind | (1 << 8)
}

function wide(kind: number, width: number): number {
  return kind | (width << 8)
}

function arithmetic(next: number, kind: number): number {
  return next === 61 ? wide(kinds.AUGMENTED, 2) : one(kind)
}

/** Reads `*`, `**`, `*=`, `**=`, and the same operators with `/`. */
function doubled(text: string, at: number, single: number, double: number): number {
  if (text.charCodeAt(at + 1) !== text.charCodeAt(at)) return arithmetic(text.charCodeAt(at + 1), single)
  return text.charCodeAt(at + 2) === 61 ? wide(kinds.AUGMENTED, 3) : wide(double, 2)
}
