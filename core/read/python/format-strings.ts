import { starExpressions, yieldExpression } from './expressions.ts'
import type { Lexer } from './lexer.ts'
import { checkEscapes, isTriple, RAW } from './strings.ts'
import * as kinds from './tokens.ts'

/** Maximum nesting of fields within formats, as in CPython. */
const maxFormatDepth = 3

/** The closing quote of an f-string, and whether its backslashes are ordinary characters. */
interface Quoting {
  readonly quote: number
  readonly triple: boolean
  readonly raw: boolean
}

/**
 * Skips an f-string (PEP 701). Its fields can contain any expression, including the same quotes, comments and line
 * breaks. An f-string is never a metadata value, so its content is dropped.
 */
export function formatString(lexer: Lexer): void {
  const { text, triple, start } = lexer
  const quoting: Quoting = { quote: lexer.quote, triple, raw: (lexer.prefix & RAW) !== 0 }
  lexer.enter()
  let at = lexer.contentStart
  let piece = at
  while (!closes(text, at, quoting)) {
    const code = text.charCodeAt(at)
    if (at >= text.length || (code === 10 && !triple)) lexer.fail('unterminated f-string', start, at)
    if (code === 92) at = afterBackslash(text, at, quoting)
    else if ((code === 123 || code === 125) && text.charCodeAt(at + 1) === code) at += 2
    else if (code === 125) lexer.fail("single '}' in an f-string", at, at + 1)
    else if (code === 123) {
      checkPiece(lexer, piece, at, quoting)
      at = piece = field(lexer, at, 0, quoting)
    } else at++
  }
  checkPiece(lexer, piece, at, quoting)
  lexer.leave()
  lexer.resume(at + (triple ? 3 : 1))
}

/** Skips one `{...}` and returns the offset after the closing brace. */
function field(lexer: Lexer, opening: number, depth: number, quoting: Quoting): number {
  if (depth >= maxFormatDepth) lexer.fail('f-string fields are nested too deeply', opening, opening + 1)
  const outer = lexer.fieldDepth
  lexer.open(kinds.CLOSE_BRACE, opening)
  lexer.fieldDepth = lexer.depth
  lexer.resume(opening + 1)
  if (lexer.kind === kinds.YIELD) yieldExpression(lexer)
  else starExpressions(lexer)
  lexer.skip(kinds.EQUAL)
  if (lexer.kind === kinds.BANG) conversion(lexer)
  let { end } = lexer
  if (lexer.kind === kinds.COLON) {
    end = format(lexer, end, depth, quoting)
    lexer.close(kinds.CLOSE_BRACE, end - 1)
  } else if (lexer.kind !== kinds.CLOSE_BRACE) lexer.fail("expected '}' in an f-string")
  lexer.fieldDepth = outer
  return end
}

/** Skips a format with its closing brace, and returns the offset after it. */
function format(lexer: Lexer, from: number, depth: number, quoting: Quoting): number {
  const { text } = lexer
  let at = from
  let piece = from
  for (let code = text.charCodeAt(at); code !== 125; code = text.charCodeAt(at)) {
    const isOver = at >= text.length || closes(text, at, quoting)
    if (isOver || (code === 10 && !quoting.triple)) lexer.fail("expected '}' in an f-string", at, at)
    if (code === 92) at = afterBackslash(text, at, quoting)
    else if (code === 123) {
      checkPiece(lexer, piece, at, quoting)
      at = piece = field(lexer, at, depth + 1, quoting)
    } else at++
  }
  checkPiece(lexer, piece, at, quoting)
  return at + 1
}

function closes(text: string, at: number, { quote, triple }: Quoting): boolean {
  return text.charCodeAt(at) === quote && (!triple || isTriple(text, at, quote))
}

function checkPiece({ text, characters }: Lexer, from: number, to: number, { raw }: Quoting): void {
  if (!raw) checkEscapes(text.slice(from, to), from, false, characters)
}

/** Skips `!r`, `!s` or `!a`, with the letter immediately after the mark. */
function conversion(lexer: Lexer): void {
  const mark = lexer.end
  lexer.advance()
  if (lexer.start !== mark) lexer.fail('a conversion must directly follow the exclamation mark')
  if (!lexer.isWord('r') && !lexer.isWord('s') && !lexer.isWord('a')) lexer.fail('invalid conversion in an f-string')
  lexer.advance()
}

/** The offset after an escape. A backslash does not escape a brace, and `\N{...}` is a single escape. */
function afterBackslash(text: string, at: number, { raw }: Quoting): number {
  const next = text.charCodeAt(at + 1)
  if (next === 123 || next === 125) return at + 1
  if (raw || next !== 78 || text.charCodeAt(at + 2) !== 123) return at + 2
  const close = text.indexOf('}', at + 3)
  return close === -1 ? text.length : close + 1
}
