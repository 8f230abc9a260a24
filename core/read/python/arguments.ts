import { comprehension, expression, startsComprehension, walrus } from './expressions.ts'
import type { Lexer } from './lexer.ts'
import { IS_GROUPED, IS_NAME } from './shapes.ts'
import * as kinds from './tokens.ts'

/**
 * Skips the parentheses of a call: positional and then keyword arguments, no `*a` after `**b`; or a single generator.
 */
export function callArguments(lexer: Lexer): void {
  lexer.advance()
  argumentList(lexer, true)
}

/** Skips the bases and keywords in parentheses after a class name, where a bare generator is not allowed. */
export function classArguments(lexer: Lexer): void {
  lexer.advance()
  argumentList(lexer, false)
}

function argumentList(lexer: Lexer, mayGenerate: boolean): void {
  let keywords = false
  let unpacked = false
  for (let index = 0; lexer.kind !== kinds.CLOSE_PAREN; index++) {
    if (lexer.kind === kinds.STAR) {
      if (unpacked) lexer.fail('iterable argument unpacking follows keyword argument unpacking')
      lexer.advance()
      expression(lexer)
    } else if (lexer.skip(kinds.DOUBLE_STAR)) {
      keywords = unpacked = true
      expression(lexer)
    } else {
      const { start } = lexer
      const shape = expression(lexer)
      if (lexer.kind === kinds.EQUAL) {
        if ((shape & IS_NAME) === 0 || shape & IS_GROUPED) lexer.fail('expected a name before = in an argument', start)
        lexer.advance()
        expression(lexer)
        keywords = true
      } else {
        if (keywords) lexer.fail('positional argument follows keyword argument', start, lexer.lastEnd)
        walrus(lexer, shape)
        if (mayGenerate && index === 0 && startsComprehension(lexer)) {
          comprehension(lexer)
          break
        }
      }
    }
    if (!lexer.skip(kinds.COMMA)) break
  }
  lexer.expect(kinds.CLOSE_PAREN, "expected ',' or ')'")
}

/** Skips the brackets of a subscript: `a[b, c:d:e, *f]`. */
export function subscripts(lexer: Lexer): void {
  lexer.advance()
  do {
    if (lexer.skip(kinds.STAR)) expression(lexer)
    else slice(lexer)
  } while (lexer.skip(kinds.COMMA) && lexer.kind !== kinds.CLOSE_SQUARE)
  lexer.expect(kinds.CLOSE_SQUARE)
}

function slice(lexer: Lexer): void {
  if (lexer.kind !== kinds.COLON) {
    const shape = expression(lexer)
    if (lexer.kind !== kinds.COLON) {
      walrus(lexer, shape)
      return
    }
  }
  lexer.advance()
  sliceEnd(lexer)
  if (lexer.skip(kinds.COLON)) sliceEnd(lexer)
}

function sliceEnd(lexer: Lexer): void {
  if (lexer.kind !== kinds.COLON && lexer.kind !== kinds.COMMA && lexer.kind !== kinds.CLOSE_SQUARE) expression(lexer)
}

/** Skips `lambda`, its parameters and the colon. The caller reads the body. */
export function lambdaHead(lexer: Lexer): void {
  lexer.enter()
  lexer.advance()
  parameters(lexer, kinds.COLON)
  // In an f-string field, the colon begins the format, so a lambda has no body.
  if (lexer.depth === lexer.fieldDepth) lexer.fail('lambda must be in parentheses here')
  lexer.expect(kinds.COLON)
  lexer.leave()
}

/**
 * Skips parameters up to the closing token. Only parameters in parentheses can have annotations. Repeated names are not
 * a syntax error in `ast.parse`.
 */
export function parameters(lexer: Lexer, closer: number): void {
  const annotated = closer === kinds.CLOSE_PAREN
  let defaults = false
  let star: 'none' | 'bare' | 'given' = 'none'
  for (let slash = false, index = 0; lexer.kind !== closer; index++) {
    if (lexer.kind === kinds.SLASH) {
      if (index === 0 || slash || star !== 'none') lexer.fail('misplaced / among parameters')
      slash = true
      lexer.advance()
    } else if (lexer.kind === kinds.STAR) {
      if (star !== 'none') lexer.fail('* may appear only once')
      lexer.advance()
      star = lexer.kind === kinds.NAME ? 'given' : 'bare'
      if (star === 'given') {
        lexer.advance()
        if (annotated && lexer.skip(kinds.COLON)) {
          lexer.skip(kinds.STAR)
          expression(lexer)
        }
      } else if (lexer.kind !== kinds.COMMA) lexer.fail('a named parameter must follow bare *')
    } else if (lexer.skip(kinds.DOUBLE_STAR)) {
      if (star === 'bare') lexer.fail('a named parameter must follow bare *')
      parameterName(lexer, annotated)
      lexer.skip(kinds.COMMA)
      if (lexer.kind !== closer) lexer.fail('no parameter may follow **')
      return
    } else {
      parameterName(lexer, annotated)
      if (lexer.skip(kinds.EQUAL)) {
        expression(lexer)
        defaults = true
      } else if (defaults && star === 'none') lexer.fail('parameter without a default follows parameter with a default')
      if (star === 'bare') star = 'given'
    }
    if (!lexer.skip(kinds.COMMA)) break
  }
  if (star === 'bare') lexer.fail('a named parameter must follow bare *')
}

function parameterName(lexer: Lexer, annotated: boolean): void {
  lexer.expect(kinds.NAME)
  if (annotated && lexer.skip(kinds.COLON)) expression(lexer)
}

/** Skips `[T: int = str, *Ts = *U, **P]` after a function, class or type name. */
export function typeParameters(lexer: Lexer): void {
  if (!lexer.skip(kinds.OPEN_SQUARE)) return
  do {
    const variadic = lexer.kind === kinds.STAR
    const plain = !variadic && lexer.kind !== kinds.DOUBLE_STAR
    if (!plain) lexer.advance()
    lexer.expect(kinds.NAME)
    if (plain && lexer.skip(kinds.COLON)) expression(lexer)
    if (lexer.skip(kinds.EQUAL)) {
      if (variadic) lexer.skip(kinds.STAR)
      expression(lexer)
    }
  } while (lexer.skip(kinds.COMMA) && lexer.kind !== kinds.CLOSE_SQUARE)
  lexer.expect(kinds.CLOSE_SQUARE)
}
