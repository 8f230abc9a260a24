import { atom } from './atoms.ts'
import { callArguments, lambdaHead, subscripts } from './arguments.ts'
import type { Lexer } from './lexer.ts'
import { A_PLACE, A_SEQUENCE, BEGINS_GROUPED, IS_GROUPED, IS_NAME, IS_SINGLE, IS_TARGET, SOME_VALUE } from './shapes.ts'
import * as kinds from './tokens.ts'
import { startsExpression } from './tokens.ts'

/**
 * Recognizers of Python expressions, named after the grammar. Each skips one expression and returns its possible uses,
 * or throws a `SyntaxFault`. Chains are read in loops. Brackets, f-strings and lambdas nest, and the lexer limits their
 * nesting.
 */

/** Maximum length of a chain of prefixes and conditions, as in the CPython parser. */
const maxChain = 2980

/** Skips `a`, `*a` or `a, *b`: the expressions allowed after `=` or `return`. */
export function starExpressions(lexer: Lexer): number {
  let shape = starExpression(lexer)
  if (lexer.kind !== kinds.COMMA) return shape
  shape &= A_SEQUENCE
  while (lexer.skip(kinds.COMMA) && startsExpression(lexer.kind)) shape &= starExpression(lexer)
  return shape
}

function starExpression(lexer: Lexer): number {
  return lexer.kind === kinds.STAR ? starred(lexer) : expression(lexer)
}

/** Skips `*a`. If `a` is a target, `*a` is also a target. */
function starred(lexer: Lexer): number {
  lexer.advance()
  return arithmetic(lexer) & IS_TARGET
}

/** Skips a member of a display: `*a`, `a := b` or an expression. */
export function starNamedExpression(lexer: Lexer): number {
  return lexer.kind === kinds.STAR ? starred(lexer) : namedExpression(lexer)
}

/** Skips an expression or `name := value`, and returns its possible uses. */
export function namedExpression(lexer: Lexer): number {
  return walrus(lexer, expression(lexer))
}

/** Skips the `:= value` that can follow a bare name. */
export function walrus(lexer: Lexer, shape: number): number {
  if (lexer.kind !== kinds.WALRUS) return shape
  if ((shape & IS_NAME) === 0 || shape & IS_GROUPED) lexer.fail('the target of := must be a name')
  lexer.advance()
  expression(lexer)
  return SOME_VALUE
}

/** Skips a lambda or another expression without `:=`, and returns its possible uses. Fails if it nests too deeply. */
export function expression(lexer: Lexer): number {
  for (let links = 0; ; links++) {
    if (links > maxChain) lexer.fail('expression is nested too deeply')
    if (lexer.kind === kinds.LAMBDA) {
      lambdaHead(lexer)
      continue
    }
    const shape = disjunction(lexer)
    if (lexer.kind !== kinds.IF) return links === 0 ? shape : SOME_VALUE
    lexer.advance()
    disjunction(lexer)
    lexer.expect(kinds.ELSE, "expected 'else' after 'if' in an expression")
  }
}

/** Skips an expression with `or`, `and`, `not` and comparisons. */
function disjunction(lexer: Lexer): number {
  let shape = inversion(lexer)
  for (;;) {
    switch (lexer.kind) {
      case kinds.AND:
      case kinds.OR:
        lexer.advance()
        inversion(lexer)
        break
      case kinds.COMPARISON:
      case kinds.IN:
        lexer.advance()
        arithmetic(lexer)
        break
      case kinds.IS:
        lexer.advance()
        lexer.skip(kinds.NOT)
        arithmetic(lexer)
        break
      case kinds.NOT:
        lexer.advance()
        lexer.expect(kinds.IN)
        arithmetic(lexer)
        break
      default:
        return shape
    }
    shape = SOME_VALUE
  }
}

function inversion(lexer: Lexer): number {
  if (lexer.kind !== kinds.NOT) return arithmetic(lexer)
  for (let links = 0; lexer.skip(kinds.NOT); links++) {
    if (links > maxChain) lexer.fail('expression is nested too deeply')
  }
  arithmetic(lexer)
  return SOME_VALUE
}

/** Skips an expression with arithmetic and bitwise operators. A recognizer can ignore their precedence. */
export function arithmetic(lexer: Lexer): number {
  const shape = operand(lexer)
  if (lexer.kind < kinds.PLUS || lexer.kind > kinds.BINARY) return shape
  while (lexer.kind >= kinds.PLUS && lexer.kind <= kinds.BINARY) {
    lexer.advance()
    operand(lexer)
  }
  return SOME_VALUE
}

function operand(lexer: Lexer): number {
  let links = 0
  while (lexer.kind === kinds.PLUS || lexer.kind === kinds.MINUS || lexer.kind === kinds.TILDE) {
    if (links++ > maxChain) lexer.fail('expression is nested too deeply')
    lexer.advance()
  }
  if (lexer.kind !== kinds.AWAIT) {
    const shape = primary(lexer)
    return links === 0 ? shape : SOME_VALUE
  }
  lexer.advance()
  primary(lexer)
  return SOME_VALUE
}

/** Skips an atom, with every `.name`, `(...)` and `[...]` after it. */
function primary(lexer: Lexer): number {
  let shape = atom(lexer)
  const head = shape & IS_GROUPED && shape & IS_SINGLE ? BEGINS_GROUPED : 0
  for (;;) {
    switch (lexer.kind) {
      case kinds.DOT:
        lexer.advance()
        lexer.expect(kinds.NAME)
        shape = A_PLACE | head
        break
      case kinds.OPEN_PAREN:
        callArguments(lexer)
        shape = SOME_VALUE | head
        break
      case kinds.OPEN_SQUARE:
        subscripts(lexer)
        shape = A_PLACE | head
        break
      default:
        return shape
    }
  }
}

/** Skips `yield`, `yield from a` or `yield a, b`. */
export function yieldExpression(lexer: Lexer): void {
  lexer.advance()
  if (lexer.skip(kinds.FROM)) expression(lexer)
  else if (startsExpression(lexer.kind)) starExpressions(lexer)
}

/** Skips the assignment targets of `for`, up to `in`. */
export function forTargets(lexer: Lexer): void {
  starTarget(lexer)
  while (lexer.skip(kinds.COMMA) && lexer.kind !== kinds.IN) starTarget(lexer)
}

/** Skips one target, starred or not. */
export function starTarget(lexer: Lexer): void {
  lexer.skip(kinds.STAR)
  const { start } = lexer
  if ((primary(lexer) & IS_TARGET) === 0) lexer.fail('cannot assign to this expression', start, lexer.lastEnd)
}

/** Skips the `for ... in ... if ...` clauses of a comprehension. */
export function comprehension(lexer: Lexer): void {
  while (lexer.kind === kinds.FOR || lexer.kind === kinds.ASYNC) {
    if (lexer.skip(kinds.ASYNC) && lexer.kind !== kinds.FOR) lexer.fail()
    lexer.advance()
    forTargets(lexer)
    lexer.expect(kinds.IN, "expected 'in'")
    disjunction(lexer)
    while (lexer.skip(kinds.IF)) disjunction(lexer)
  }
}

/** Whether a comprehension clause is next. */
export function startsComprehension(lexer: Lexer): boolean {
  return lexer.kind === kinds.FOR || lexer.kind === kinds.ASYNC
}
