import { strings } from './atoms.ts'
import type { Lexer } from './lexer.ts'
import * as kinds from './tokens.ts'

/** Reads the patterns after `case`, up to the guard or the colon. */
export function casePatterns(lexer: Lexer): void {
  const isStarred = lexer.kind === kinds.STAR
  starOrPattern(lexer)
  if (lexer.kind !== kinds.COMMA) {
    if (isStarred) lexer.fail('a starred pattern is allowed only in a sequence pattern')
    return
  }
  while (lexer.skip(kinds.COMMA) && lexer.kind !== kinds.COLON && lexer.kind !== kinds.IF) starOrPattern(lexer)
}

function starOrPattern(lexer: Lexer): void {
  if (lexer.skip(kinds.STAR)) lexer.expect(kinds.NAME)
  else pattern(lexer)
}

function pattern(lexer: Lexer): void {
  do closedPattern(lexer)
  while (lexer.skip(kinds.BAR))
  if (lexer.skip(kinds.AS)) captureName(lexer)
}

function captureName(lexer: Lexer): void {
  if (lexer.isWord('_')) lexer.fail("cannot use '_' as a target")
  lexer.expect(kinds.NAME)
}

function closedPattern(lexer: Lexer): void {
  switch (lexer.kind) {
    case kinds.NUMBER:
    case kinds.MINUS:
    case kinds.STRING:
    case kinds.FORMAT_STRING:
    case kinds.NONE:
    case kinds.TRUE:
    case kinds.FALSE:
      literal(lexer)
      return
    case kinds.NAME:
      dottedName(lexer)
      if (lexer.kind === kinds.OPEN_PAREN) classPattern(lexer)
      return
    case kinds.OPEN_PAREN:
      sequence(lexer, kinds.CLOSE_PAREN)
      return
    case kinds.OPEN_SQUARE:
      sequence(lexer, kinds.CLOSE_SQUARE)
      return
    case kinds.OPEN_BRACE:
      mapping(lexer)
      return
  }
  lexer.fail()
}

function dottedName(lexer: Lexer): boolean {
  lexer.expect(kinds.NAME)
  if (lexer.kind !== kinds.DOT) return false
  while (lexer.skip(kinds.DOT)) lexer.expect(kinds.NAME)
  return true
}

function literal(lexer: Lexer): void {
  if (lexer.kind === kinds.STRING || lexer.kind === kinds.FORMAT_STRING) {
    strings(lexer)
    return
  }
  if (lexer.kind !== kinds.NUMBER && lexer.kind !== kinds.MINUS) {
    lexer.advance()
    return
  }
  lexer.skip(kinds.MINUS)
  const real = number(lexer)
  if (lexer.kind !== kinds.PLUS && lexer.kind !== kinds.MINUS) return
  lexer.advance()
  const imaginary = number(lexer)
  if (real !== 'real' || imaginary !== 'imaginary') lexer.fail('expected a real and an imaginary number')
}

function number(lexer: Lexer): 'real' | 'imaginary' {
  const last = lexer.text.charCodeAt(lexer.end - 1) | 32
  const { start } = lexer
  lexer.expect(kinds.NUMBER)
  return last === 106 && (lexer.text.charCodeAt(start + 1) | 32) !== 120 ? 'imaginary' : 'real'
}

/** Reads a group or a sequence: `(a)` is a group; `(a,)`, `()` and anything in square brackets are sequences. */
function sequence(lexer: Lexer, closer: number): void {
  lexer.advance()
  if (lexer.skip(closer)) return
  const isStarred = lexer.kind === kinds.STAR
  starOrPattern(lexer)
  if (isStarred && closer === kinds.CLOSE_PAREN && lexer.kind !== kinds.COMMA) lexer.fail()
  while (lexer.skip(kinds.COMMA) && lexer.kind !== closer) starOrPattern(lexer)
  lexer.expect(closer)
}

function mapping(lexer: Lexer): void {
  lexer.advance()
  while (lexer.kind !== kinds.CLOSE_BRACE) {
    if (lexer.skip(kinds.DOUBLE_STAR)) {
      captureName(lexer)
      lexer.skip(kinds.COMMA)
      break
    }
    if (lexer.kind === kinds.NAME) {
      if (!dottedName(lexer)) lexer.fail('the keys of a mapping pattern must be literals or dotted names')
    } else literalKey(lexer)
    lexer.expect(kinds.COLON)
    pattern(lexer)
    if (!lexer.skip(kinds.COMMA)) break
  }
  lexer.expect(kinds.CLOSE_BRACE)
}

function literalKey(lexer: Lexer): void {
  switch (lexer.kind) {
    case kinds.OPEN_PAREN:
    case kinds.OPEN_SQUARE:
    case kinds.OPEN_BRACE:
      lexer.fail('the keys of a mapping pattern must be literals or dotted names')
  }
  closedPattern(lexer)
}

function classPattern(lexer: Lexer): void {
  lexer.advance()
  let keywords = false
  while (lexer.kind !== kinds.CLOSE_PAREN) {
    const isName = lexer.kind === kinds.NAME
    const { start, end } = lexer
    pattern(lexer)
    if (lexer.kind === kinds.EQUAL) {
      if (!isName || lexer.lastEnd !== end) lexer.fail('expected a name before = in a class pattern', start)
      lexer.advance()
      pattern(lexer)
      keywords = true
    } else if (keywords) lexer.fail('positional pattern follows keyword pattern', start, lexer.lastEnd)
    if (!lexer.skip(kinds.COMMA)) break
  }
  lexer.expect(kinds.CLOSE_PAREN)
}
