import { classArguments, parameters, typeParameters } from './arguments.ts'
import { expression, forTargets, namedExpression, starExpressions, starTarget } from './expressions.ts'
import { formatString } from './format-strings.ts'
import type { Lexer } from './lexer.ts'
import type { Reader } from './reader.ts'
import { simpleStatements, statement } from './statements.ts'
import * as kinds from './tokens.ts'

/** Reads a statement with blocks, other than `match`. */
export function compoundStatement(reader: Reader): void {
  const { lexer } = reader
  switch (lexer.kind) {
    case kinds.IF:
      conditional(reader)
      return
    case kinds.WHILE:
      lexer.advance()
      namedExpression(lexer)
      block(reader)
      otherwise(reader)
      return
    case kinds.FOR:
      loop(reader)
      return
    case kinds.TRY:
      attempt(reader)
      return
    case kinds.WITH:
      withStatement(reader)
      return
    case kinds.DEF:
      functionDefinition(reader)
      return
    case kinds.CLASS:
      classDefinition(reader)
      return
    case kinds.AT:
      decorated(reader)
      return
    case kinds.ASYNC:
      lexer.advance()
      if (lexer.kind !== kinds.DEF && lexer.kind !== kinds.FOR && lexer.kind !== kinds.WITH) lexer.fail()
      compoundStatement(reader)
  }
}

/** Reads the colon and the block: indented lines, or simple statements on the same line. */
export function block(reader: Reader, ownScope = false): void {
  const { lexer } = reader
  lexer.expect(kinds.COLON, "expected ':'")
  reader.nest(ownScope, () => {
    if (!lexer.skip(kinds.NEWLINE)) {
      simpleStatements(reader)
      return
    }
    lexer.expect(kinds.INDENT, 'expected an indented block')
    while (!lexer.skip(kinds.DEDENT)) statement(reader)
  })
}

function conditional(reader: Reader): void {
  const { lexer } = reader
  do {
    lexer.advance()
    namedExpression(lexer)
    block(reader)
  } while (lexer.kind === kinds.ELIF)
  otherwise(reader)
}

function otherwise(reader: Reader): void {
  if (reader.lexer.skip(kinds.ELSE)) block(reader)
}

function loop(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  forTargets(lexer)
  lexer.expect(kinds.IN, "expected 'in'")
  starExpressions(lexer)
  block(reader)
  otherwise(reader)
}

function attempt(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  block(reader)
  let groups: boolean | undefined
  while (lexer.skip(kinds.EXCEPT)) {
    const isGroup = lexer.skip(kinds.STAR)
    if (groups !== undefined && groups !== isGroup) lexer.fail("cannot have both 'except' and 'except*'")
    groups = isGroup
    if (isGroup || lexer.kind !== kinds.COLON) {
      exceptionTypes(lexer)
    }
    block(reader)
  }
  if (groups !== undefined) otherwise(reader)
  else if (lexer.kind !== kinds.FINALLY) lexer.fail("expected 'except' or 'finally' block")
  if (lexer.skip(kinds.FINALLY)) block(reader)
}

/** Reads exception types. Without parentheses, several are allowed only without `as` (PEP 758). */
function exceptionTypes(lexer: Lexer): void {
  expression(lexer)
  if (lexer.skip(kinds.AS)) {
    lexer.expect(kinds.NAME)
    return
  }
  while (lexer.skip(kinds.COMMA) && lexer.kind !== kinds.COLON) expression(lexer)
  if (lexer.kind === kinds.AS) lexer.fail("multiple exception types must be parenthesized when using 'as'")
}

function withStatement(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  const grouped = lexer.kind === kinds.OPEN_PAREN && hasAsInGroup(lexer)
  if (grouped) lexer.advance()
  do {
    expression(lexer)
    if (lexer.skip(kinds.AS)) starTarget(lexer)
  } while (lexer.skip(kinds.COMMA) && !(grouped && lexer.kind === kinds.CLOSE_PAREN))
  if (grouped) lexer.expect(kinds.CLOSE_PAREN)
  block(reader)
}

/** Whether the parentheses contain `as`, which distinguishes `with` items from an expression. */
function hasAsInGroup(lexer: Lexer): boolean {
  const { start } = lexer
  let found = false
  do {
    if (lexer.kind === kinds.AS && lexer.depth === 1) found = true
    if (lexer.kind === kinds.FORMAT_STRING) formatString(lexer)
    else lexer.advance()
  } while (!found && lexer.depth > 0 && lexer.kind !== kinds.END)
  lexer.rewind(start)
  return found
}

function functionDefinition(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  lexer.expect(kinds.NAME)
  typeParameters(lexer)
  lexer.expect(kinds.OPEN_PAREN)
  parameters(lexer, kinds.CLOSE_PAREN)
  lexer.expect(kinds.CLOSE_PAREN)
  if (lexer.skip(kinds.ARROW)) expression(lexer)
  block(reader, true)
}

function classDefinition(reader: Reader): void {
  const { lexer } = reader
  lexer.advance()
  lexer.expect(kinds.NAME)
  typeParameters(lexer)
  if (lexer.kind === kinds.OPEN_PAREN) classArguments(lexer)
  block(reader, true)
}

function decorated(reader: Reader): void {
  const { lexer } = reader
  while (lexer.skip(kinds.AT)) {
    namedExpression(lexer)
    lexer.expect(kinds.NEWLINE)
  }
  if (lexer.kind === kinds.ASYNC) {
    lexer.advance()
    if (lexer.kind !== kinds.DEF) lexer.fail()
  }
  if (lexer.kind === kinds.DEF) functionDefinition(reader)
  else if (lexer.kind === kinds.CLASS) classDefinition(reader)
  else lexer.fail('expected a function or class after a decorator')
}
