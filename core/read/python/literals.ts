import { plain } from '../located.ts'
import type { Located, LocatedEntry, LocatedScalar } from '../located.ts'
import { isHashable } from '../value/equal.ts'
import { KeyIndex } from '../value/key-index.ts'
import { PyBytes, PyComplex, PyEllipsis, PyFloat, PySet, PyTuple } from '../value/value.ts'
import type { Value } from '../value/value.ts'
import type { Lexer } from './lexer.ts'
import { numberValue } from './numbers.ts'
import { BYTES, decode, RAW } from './strings.ts'
import * as kinds from './tokens.ts'

/**
 * The values that `ast.literal_eval` would return (R2.1), with the places that `ast` reports. Every function returns
 * undefined if the text is not a literal, and the caller then reads it as an expression.
 */

/** The literal that makes up the rest of the statement. */
export function statementLiteral(lexer: Lexer): Located | undefined {
  const { start } = lexer
  const first = element(lexer)
  if (first === undefined) return undefined
  let node = first
  if (lexer.kind === kinds.COMMA) {
    const items = [plain(first)]
    if (!rest(lexer, items, kinds.NEWLINE)) return undefined
    node = scalar(new PyTuple(items), start, lexer.lastEnd)
  }
  return lexer.kind === kinds.NEWLINE || lexer.kind === kinds.SEMICOLON ? node : undefined
}

function scalar(value: Value, start: number, end: number, text = -1): LocatedScalar {
  return { kind: 'scalar', value, start, end, text }
}

/** A member of a container: a literal, or a real and an imaginary number joined by a sign. */
function element(lexer: Lexer): Located | undefined {
  const { start } = lexer
  const left = operand(lexer)
  if (left === undefined || (lexer.kind !== kinds.PLUS && lexer.kind !== kinds.MINUS)) return left
  const real = left.kind === 'scalar' ? realNumber(left.value) : undefined
  const minus = lexer.kind === kinds.MINUS
  lexer.advance()
  const right = number(lexer)
  if (real === undefined || !(right instanceof PyComplex)) return undefined
  const sum = minus ? new PyComplex(real, -right.imag) : new PyComplex(real + 0, right.imag)
  return scalar(sum, start, lexer.lastEnd)
}

function realNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value
  if (value instanceof PyFloat) return value.value
  if (typeof value !== 'bigint') return undefined
  // Too large for a float: Python raises an OverflowError, so the text has no value.
  return Number.isFinite(Number(value)) ? Number(value) : undefined
}

function operand(lexer: Lexer): Located | undefined {
  const { start, end } = lexer
  switch (lexer.kind) {
    case kinds.STRING:
      return text(lexer)
    case kinds.NUMBER:
      return constant(lexer, numberValue(lexer.text, start, end))
    case kinds.TRUE:
      return constant(lexer, true)
    case kinds.FALSE:
      return constant(lexer, false)
    case kinds.NONE:
      return constant(lexer, null)
    case kinds.ELLIPSIS:
      return constant(lexer, new PyEllipsis())
    case kinds.PLUS:
    case kinds.MINUS:
      return signed(lexer)
    case kinds.OPEN_PAREN:
      return group(lexer)
    case kinds.OPEN_SQUARE:
      return list(lexer)
    case kinds.OPEN_BRACE:
      return braces(lexer)
    case kinds.NAME:
      return emptySet(lexer)
  }
  return undefined
}

function constant(lexer: Lexer, value: Value): Located {
  const { start, end } = lexer
  lexer.advance()
  return scalar(value, start, end)
}

/** A number with one sign, such as `-1` or `+(1)`. A sign is allowed only before a number. */
function signed(lexer: Lexer): Located | undefined {
  const { start } = lexer
  const minus = lexer.kind === kinds.MINUS
  lexer.advance()
  const value = number(lexer)
  return value === undefined ? undefined : scalar(minus ? negated(value) : value, start, lexer.lastEnd)
}

type PyNumber = ReturnType<typeof numberValue>

function negated(value: PyNumber): PyNumber {
  if (value instanceof PyFloat) return new PyFloat(-value.value)
  if (value instanceof PyComplex) return new PyComplex(-value.real, -value.imag)
  return value === 0 ? 0 : -value
}

/** An unsigned number, with or without parentheses. */
function number(lexer: Lexer): PyNumber | undefined {
  if (lexer.kind === kinds.NUMBER) {
    const value = numberValue(lexer.text, lexer.start, lexer.end)
    lexer.advance()
    return value
  }
  if (!lexer.skip(kinds.OPEN_PAREN)) return undefined
  const value = number(lexer)
  return lexer.skip(kinds.CLOSE_PAREN) ? value : undefined
}

/** The value of adjacent string literals. Its characters have places only for a single literal without escapes. */
function text(lexer: Lexer): Located | undefined {
  const { start, contentStart, contentEnd } = lexer
  const bytes = lexer.prefix & BYTES
  let value = ''
  let pieces = 0
  for (; lexer.kind === kinds.STRING; pieces++) {
    if ((lexer.prefix & BYTES) !== bytes) return undefined
    const source = lexer.text.slice(lexer.contentStart, lexer.contentEnd)
    const isPlain = (lexer.prefix & RAW) !== 0 || !source.includes('\\')
    value += isPlain ? source : decode(source, lexer.contentStart, bytes !== 0, lexer.characters)
    lexer.advance()
  }
  if (lexer.kind === kinds.FORMAT_STRING) return undefined
  const end = lexer.lastEnd
  if (bytes) return scalar(new PyBytes(Uint8Array.from(value, (byte) => byte.charCodeAt(0))), start, end)
  return scalar(value, start, end, pieces === 1 && value.length === contentEnd - contentStart ? contentStart : -1)
}

/** `(1)`, `()` or `(1, 2)`. */
function group(lexer: Lexer): Located | undefined {
  const { start } = lexer
  lexer.advance()
  if (lexer.skip(kinds.CLOSE_PAREN)) return scalar(new PyTuple([]), start, lexer.lastEnd)
  const first = element(lexer)
  if (first === undefined || lexer.skip(kinds.CLOSE_PAREN)) return first
  const items = [plain(first)]
  return rest(lexer, items, kinds.CLOSE_PAREN) ? scalar(new PyTuple(items), start, lexer.lastEnd) : undefined
}

/** Reads the members after the first member, up to the closing bracket. The end of a statement is not consumed. */
function rest(lexer: Lexer, items: Value[], closer: number): boolean {
  while (lexer.skip(kinds.COMMA)) {
    if (lexer.kind === closer || lexer.kind === kinds.SEMICOLON) break
    const node = element(lexer)
    if (node === undefined) return false
    items.push(plain(node))
  }
  return closer === kinds.NEWLINE || lexer.skip(closer)
}

function list(lexer: Lexer): Located | undefined {
  const { start } = lexer
  const items: Located[] = []
  lexer.advance()
  while (lexer.kind !== kinds.CLOSE_SQUARE) {
    const node = element(lexer)
    if (node === undefined) return undefined
    items.push(node)
    if (!lexer.skip(kinds.COMMA)) break
  }
  return lexer.skip(kinds.CLOSE_SQUARE) ? { kind: 'list', items, start, end: lexer.lastEnd } : undefined
}

/** A dict or a set. Keys that are equal in Python are merged into the first key with the last value. */
function braces(lexer: Lexer): Located | undefined {
  const { start } = lexer
  const entries = new Map<Value, LocatedEntry>()
  const members = new Set<Value>()
  const known = new KeyIndex()
  let isSet = false
  lexer.advance()
  for (let first = true; lexer.kind !== kinds.CLOSE_BRACE; first = false) {
    const key = element(lexer)
    if (key?.kind !== 'scalar' || !isHashable(key.value)) return undefined
    if (first) isSet = lexer.kind !== kinds.COLON
    if (isSet) members.add(known.first(key.value))
    else {
      if (!lexer.skip(kinds.COLON)) return undefined
      const value = element(lexer)
      if (value === undefined) return undefined
      entries.set(known.first(key.value), { keyStart: key.start, keyEnd: key.end, value })
    }
    if (!lexer.skip(kinds.COMMA)) break
  }
  if (!lexer.skip(kinds.CLOSE_BRACE)) return undefined
  if (isSet) return scalar(new PySet([...members]), start, lexer.lastEnd)
  return { kind: 'dict', entries, start, end: lexer.lastEnd }
}

/** `set()`, the only call that `ast.literal_eval` supports. */
function emptySet(lexer: Lexer): Located | undefined {
  const { start } = lexer
  if (!lexer.isWord('set')) return undefined
  lexer.advance()
  if (!lexer.skip(kinds.OPEN_PAREN) || !lexer.skip(kinds.CLOSE_PAREN)) return undefined
  return scalar(new PySet([]), start, lexer.lastEnd)
}
