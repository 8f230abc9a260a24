import {
  comprehension,
  expression,
  arithmetic,
  starNamedExpression,
  startsComprehension,
  walrus,
  yieldExpression,
} from './expressions.ts'
import { formatString } from './format-strings.ts'
import type { Lexer } from './lexer.ts'
import { A_NAME, A_SEQUENCE, BEGINS_GROUPED, IS_GROUPED, SOME_VALUE } from './shapes.ts'
import { BYTES, checkEscapes, RAW, TEMPLATE } from './strings.ts'
import * as kinds from './tokens.ts'

/** Skips a name, a literal or an expression in brackets. */
export function atom(lexer: Lexer): number {
  switch (lexer.kind) {
    case kinds.NAME:
      lexer.nameStart = lexer.start
      lexer.nameEnd = lexer.end
      lexer.advance()
      return A_NAME
    case kinds.STRING:
    case kinds.FORMAT_STRING:
      strings(lexer)
      return SOME_VALUE
    case kinds.NUMBER:
    case kinds.ELLIPSIS:
    case kinds.TRUE:
    case kinds.FALSE:
    case kinds.NONE:
      lexer.advance()
      return SOME_VALUE
    case kinds.OPEN_PAREN:
      return group(lexer)
    case kinds.OPEN_SQUARE:
      return list(lexer)
    case kinds.OPEN_BRACE:
      braces(lexer)
      return SOME_VALUE
  }
  return lexer.fail()
}

/** Skips adjacent string literals. Bytes, t-strings and strings cannot be mixed. */
export function strings(lexer: Lexer): void {
  const { start } = lexer
  const kind = lexer.prefix & (BYTES | TEMPLATE)
  while (lexer.kind === kinds.STRING || lexer.kind === kinds.FORMAT_STRING) {
    if ((lexer.prefix & (BYTES | TEMPLATE)) !== kind)
      lexer.fail('cannot mix bytes, t-strings and string literals', start)
    if (lexer.kind === kinds.FORMAT_STRING) formatString(lexer)
    else {
      if ((lexer.prefix & RAW) === 0) {
        const content = lexer.text.slice(lexer.contentStart, lexer.contentEnd)
        checkEscapes(content, lexer.contentStart, kind === BYTES, lexer.characters)
      }
      lexer.advance()
    }
  }
}

/** Skips `()`, `(a)`, `(a, b)`, `(yield)` or a generator. */
function group(lexer: Lexer): number {
  lexer.advance()
  if (lexer.skip(kinds.CLOSE_PAREN)) return A_SEQUENCE
  if (lexer.kind === kinds.YIELD) {
    yieldExpression(lexer)
    lexer.expect(kinds.CLOSE_PAREN)
    return SOME_VALUE
  }
  const isStarred = lexer.kind === kinds.STAR
  let shape = starNamedExpression(lexer)
  if (lexer.kind === kinds.COMMA) shape = members(lexer, shape, kinds.CLOSE_PAREN)
  else if (isStarred) lexer.fail('cannot use a starred expression here')
  else if (startsComprehension(lexer)) {
    comprehension(lexer)
    shape = SOME_VALUE
  } else shape = (shape & ~BEGINS_GROUPED) | IS_GROUPED
  lexer.expect(kinds.CLOSE_PAREN, "expected ',' or ')'")
  return shape
}

function list(lexer: Lexer): number {
  lexer.advance()
  if (lexer.skip(kinds.CLOSE_SQUARE)) return A_SEQUENCE
  const isStarred = lexer.kind === kinds.STAR
  let shape = starNamedExpression(lexer)
  if (startsComprehension(lexer)) {
    if (isStarred) lexer.fail('iterable unpacking cannot be used in a comprehension')
    comprehension(lexer)
    shape = SOME_VALUE
  } else shape = members(lexer, shape, kinds.CLOSE_SQUARE)
  lexer.expect(kinds.CLOSE_SQUARE, "expected ',' or ']'")
  return shape
}

/** Skips the rest of a comma-separated display after its first member. */
function members(lexer: Lexer, first: number, closer: number): number {
  let shape = first & A_SEQUENCE
  while (lexer.skip(kinds.COMMA) && lexer.kind !== closer) shape &= starNamedExpression(lexer)
  return shape
}

/** Skips a dict, a set, or a comprehension of either. */
function braces(lexer: Lexer): void {
  lexer.advance()
  if (lexer.skip(kinds.CLOSE_BRACE)) return
  if (lexer.kind === kinds.DOUBLE_STAR) dictRest(lexer, false)
  else if (lexer.kind === kinds.STAR) {
    starNamedExpression(lexer)
    members(lexer, SOME_VALUE, kinds.CLOSE_BRACE)
  } else {
    const shape = expression(lexer)
    if (lexer.kind === kinds.COLON) dictRest(lexer, true)
    else {
      walrus(lexer, shape)
      if (startsComprehension(lexer)) comprehension(lexer)
      else members(lexer, SOME_VALUE, kinds.CLOSE_BRACE)
    }
  }
  lexer.expect(kinds.CLOSE_BRACE, "expected ',' or '}'")
}

/** Skips the pairs of a dict. `keyRead` means that the first key has been read. */
function dictRest(lexer: Lexer, keyRead: boolean): void {
  let first = true
  for (;;) {
    if (lexer.skip(kinds.DOUBLE_STAR)) {
      arithmetic(lexer)
      if (first && startsComprehension(lexer)) lexer.fail('dict unpacking cannot be used in a dict comprehension')
    } else {
      if (!first || !keyRead) expression(lexer)
      lexer.expect(kinds.COLON, "expected ':' after a key")
      expression(lexer)
      if (first && startsComprehension(lexer)) {
        comprehension(lexer)
        return
      }
    }
    first = false
    if (!lexer.skip(kinds.COMMA) || lexer.kind === kinds.CLOSE_BRACE) return
  }
}
