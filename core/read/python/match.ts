import { block } from './compound.ts'
import { namedExpression, starNamedExpression } from './expressions.ts'
import { formatString } from './format-strings.ts'
import type { Lexer } from './lexer.ts'
import { casePatterns } from './patterns.ts'
import type { Reader } from './reader.ts'
import * as kinds from './tokens.ts'
import { startsExpression } from './tokens.ts'

/** Whether `match` begins a statement, whose line ends in a colon. Otherwise, `match` is a name. */
export function isMatchStatement(lexer: Lexer): boolean {
  if (!lexer.isWord('match')) return false
  const { start } = lexer
  lexer.advance()
  let last = kinds.END
  if (startsExpression(lexer.kind)) {
    while (lexer.kind !== kinds.NEWLINE && lexer.kind !== kinds.END) {
      last = lexer.kind
      if (lexer.kind === kinds.FORMAT_STRING) formatString(lexer)
      else lexer.advance()
    }
  }
  lexer.rewind(start)
  return last === kinds.COLON
}

/** Reads `match` and its cases. */
export function matchStatement(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  const isStarred = lexer.kind === kinds.STAR
  starNamedExpression(lexer)
  if (lexer.kind === kinds.COMMA) {
    while (lexer.skip(kinds.COMMA) && lexer.kind !== kinds.COLON) starNamedExpression(lexer)
  } else if (isStarred) lexer.fail('cannot use a starred expression here')
  lexer.expect(kinds.COLON, "expected ':'")
  lexer.expect(kinds.NEWLINE)
  lexer.expect(kinds.INDENT, "expected an indented block after 'match'")
  do {
    if (!lexer.isWord('case')) lexer.fail("expected 'case'")
    lexer.advance()
    casePatterns(lexer)
    if (lexer.skip(kinds.IF)) namedExpression(lexer)
    block(reader)
  } while (!lexer.skip(kinds.DEDENT))
}
