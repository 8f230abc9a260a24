import { typeParameters } from './arguments.ts'
import { compoundStatement } from './compound.ts'
import { expression, starExpressions, yieldExpression } from './expressions.ts'
import { statementLiteral } from './literals.ts'
import type { Lexer } from './lexer.ts'
import { isMatchStatement, matchStatement } from './match.ts'
import type { Reader } from './reader.ts'
import { BEGINS_GROUPED, IS_DELETABLE, IS_NAME, IS_SINGLE, IS_TARGET, SOME_VALUE } from './shapes.ts'
import * as kinds from './tokens.ts'
import { startsExpression } from './tokens.ts'

/** Reads one statement: a compound statement, or a line of simple statements. */
export function statement(reader: Reader): void {
  const { lexer } = reader
  switch (lexer.kind) {
    case kinds.IF:
    case kinds.WHILE:
    case kinds.FOR:
    case kinds.TRY:
    case kinds.WITH:
    case kinds.DEF:
    case kinds.CLASS:
    case kinds.ASYNC:
    case kinds.AT:
      compoundStatement(reader)
      return
    case kinds.INDENT:
      lexer.fail('unexpected indent')
  }
  if (isMatchStatement(lexer)) matchStatement(reader)
  else simpleStatements(reader)
}

/** Reads simple statements joined by semicolons, up to the end of the line. */
export function simpleStatements(reader: Reader): void {
  const { lexer } = reader
  do simpleStatement(reader)
  while (lexer.skip(kinds.SEMICOLON) && lexer.kind !== kinds.NEWLINE)
  lexer.expect(kinds.NEWLINE)
}

function simpleStatement(reader: Reader): void {
  const { lexer } = reader
  switch (lexer.kind) {
    case kinds.PASS:
    case kinds.BREAK:
    case kinds.CONTINUE:
      lexer.advance()
      return
    case kinds.RETURN:
      lexer.advance()
      if (startsExpression(lexer.kind)) starExpressions(lexer)
      return
    case kinds.RAISE:
      lexer.advance()
      if (!startsExpression(lexer.kind)) return
      expression(lexer)
      if (lexer.skip(kinds.FROM)) expression(lexer)
      return
    case kinds.ASSERT:
      lexer.advance()
      expression(lexer)
      if (lexer.skip(kinds.COMMA)) expression(lexer)
      return
    case kinds.GLOBAL:
    case kinds.NONLOCAL:
      lexer.advance()
      do lexer.expect(kinds.NAME)
      while (lexer.skip(kinds.COMMA))
      return
    case kinds.DEL:
      deletion(reader)
      return
    case kinds.IMPORT:
      importNames(reader)
      return
    case kinds.FROM:
      importFrom(reader)
      return
    case kinds.YIELD:
      yieldExpression(lexer)
      if (lexer.kind === kinds.EQUAL) lexer.fail('assignment to yield expression not possible')
      return
  }
  if (lexer.isWord('type') && typeAlias(reader)) return
  assignmentOrExpression(reader)
}

function deletion(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  const { start } = lexer
  if ((starExpressions(lexer) & IS_DELETABLE) === 0) lexer.fail('cannot delete this expression', start, lexer.lastEnd)
}

/** Reads `type X[T] = ...`. Returns false if `type` is an ordinary name here. */
function typeAlias(reader: Reader): boolean {
  const { lexer } = reader
  const { start } = lexer
  lexer.advance()
  if (lexer.kind !== kinds.NAME) {
    lexer.rewind(start)
    return false
  }
  lexer.advance()
  typeParameters(lexer)
  lexer.expect(kinds.EQUAL)
  expression(lexer)
  return true
}

function importNames(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  do {
    const { start, end } = lexer
    dottedName(reader)
    const isDotted = lexer.lastEnd !== end
    if (lexer.skip(kinds.AS)) boundName(reader)
    else if (!isDotted) reader.ignore(start, end, 'imported')
  } while (lexer.skip(kinds.COMMA))
}

function dottedName(reader: Reader): void {
  do reader.lexer.expect(kinds.NAME)
  while (reader.lexer.skip(kinds.DOT))
}

function boundName(reader: Reader): void {
  const { start, end } = reader.lexer
  reader.lexer.expect(kinds.NAME)
  reader.ignore(start, end, 'imported')
}

function importFrom(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  let dots = false
  while (lexer.skip(kinds.DOT) || lexer.skip(kinds.ELLIPSIS)) dots = true
  if (!dots || lexer.kind === kinds.NAME) dottedName(reader)
  lexer.expect(kinds.IMPORT)
  if (lexer.skip(kinds.STAR)) return
  const inParens = lexer.skip(kinds.OPEN_PAREN)
  do {
    const { start, end } = lexer
    lexer.expect(kinds.NAME)
    if (lexer.skip(kinds.AS)) boundName(reader)
    else reader.ignore(start, end, 'imported')
  } while (lexer.skip(kinds.COMMA) && !(inParens && lexer.kind === kinds.CLOSE_PAREN))
  if (inParens) lexer.expect(kinds.CLOSE_PAREN)
}

function assignmentOrExpression(reader: Reader): void {
  const { lexer } = reader
  const { start } = lexer
  const shape = starExpressions(lexer)
  const { nameStart, nameEnd } = lexer
  const isName = (shape & IS_NAME) !== 0
  switch (lexer.kind) {
    case kinds.EQUAL:
      if ((shape & IS_TARGET) === 0) lexer.fail('cannot assign to this expression', start, lexer.lastEnd)
      if ((shape & IS_SINGLE) === 0) reader.ignoreUnpacked(start, lexer.lastEnd)
      lexer.advance()
      if (isName) assignedName(reader, nameStart, nameEnd)
      else assignedValue(reader)
      return
    case kinds.COLON:
      if ((shape & IS_SINGLE) === 0 || shape & BEGINS_GROUPED) lexer.fail('illegal target for an annotation', start)
      lexer.advance()
      expression(lexer)
      if (!lexer.skip(kinds.EQUAL)) return
      if (isName) reader.ignore(nameStart, nameEnd, 'annotated')
      value(lexer)
      return
    case kinds.AUGMENTED:
      if ((shape & IS_SINGLE) === 0) lexer.fail('illegal target for an augmented assignment', start, lexer.lastEnd)
      if (isName) reader.ignore(nameStart, nameEnd, 'augmented')
      lexer.advance()
      value(lexer)
  }
}

function value(lexer: Lexer): number {
  if (lexer.kind !== kinds.YIELD) return starExpressions(lexer)
  yieldExpression(lexer)
  return SOME_VALUE
}

/** Reads the assignment after `name =`. At module level, the value can be a literal. */
function assignedName(reader: Reader, nameStart: number, nameEnd: number): void {
  const { lexer } = reader
  const { start } = lexer
  if (reader.isModuleLevel) {
    const literal = statementLiteral(lexer)
    if (literal !== undefined) {
      reader.assign(nameStart, nameEnd, literal)
      return
    }
    lexer.rewind(start)
  }
  const chained = assignedValue(reader)
  reader.ignore(nameStart, nameEnd, chained ? 'chained' : 'not-literal')
}

/** Reads the value after `=`, which can follow further targets. Returns whether further targets exist. */
function assignedValue(reader: Reader): boolean {
  const { lexer } = reader
  for (let chained = false; ; chained = true) {
    const { start } = lexer
    const shape = value(lexer)
    if (lexer.kind !== kinds.EQUAL) return chained
    if ((shape & IS_TARGET) === 0) lexer.fail('cannot assign to this expression', start, lexer.lastEnd)
    if (shape & IS_NAME) reader.ignore(lexer.nameStart, lexer.nameEnd, 'chained')
    else if ((shape & IS_SINGLE) === 0) reader.ignoreUnpacked(start, lexer.lastEnd)
    lexer.advance()
  }
}
