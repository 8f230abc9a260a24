import { isBreak } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { foldBreak } from './scan-plain.ts'
import { ScalarToken } from './tokens.ts'

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '\\': '\\',
  '/': '/',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}

const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/** Reads a scalar in single or double quotes. The cursor is at the opening quote. */
export function scanQuoted(cursor: Cursor): ScalarToken {
  const start = cursor.at
  const quote = cursor.code()
  const parts: string[] = []
  cursor.at++
  for (;;) {
    scanRun(cursor, quote, parts)
    if (cursor.code() === quote) break
    scanBlanks(cursor, start, parts)
  }
  cursor.at++
  return new ScalarToken(start, cursor.at, parts.join(''), start + 1, false)
}

/** Reads up to a space, a tab, a line break, the end or the closing quote, and replaces escapes. */
function scanRun(cursor: Cursor, quote: number, parts: string[]): void {
  const { text } = cursor
  const double = quote === 34
  let from = cursor.at
  for (;;) {
    const code = text.charCodeAt(cursor.at)
    if (code === quote) {
      parts.push(text.slice(from, cursor.at))
      if (double || cursor.code(1) !== 39) return
      parts.push("'")
      cursor.at += 2
      from = cursor.at
    } else if (double && code === 92) {
      parts.push(text.slice(from, cursor.at))
      scanEscape(cursor, parts)
      from = cursor.at
    } else if (code === 0 || code === 32 || code === 9 || isBreak(code)) {
      parts.push(text.slice(from, cursor.at))
      return
    } else cursor.at++
  }
}

function scanEscape(cursor: Cursor, parts: string[]): void {
  const start = cursor.at++
  const char = cursor.text.charAt(cursor.at)
  const plain = escapes[char]
  const length = hexLengths[char]
  if (plain !== undefined) {
    parts.push(plain)
    cursor.at++
  } else if (length !== undefined) {
    const digits = cursor.text.slice(cursor.at + 1, cursor.at + 1 + length)
    const code = /^[0-9A-Fa-f]+$/.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : -1
    if (code < 0) cursor.fail(`\\${char} requires ${length} hexadecimal digits`, start, start + 2)
    if (code > 0x10ffff) cursor.fail(`\\${char}${digits} is not a character`, start, start + 10)
    parts.push(String.fromCodePoint(code))
    cursor.at += 1 + length
  } else if (isBreak(cursor.code())) {
    cursor.takeBreak()
    parts.push(takeBreaks(cursor, start))
  } else cursor.fail(`\\${char === '\0' ? '' : char} is not an escape in double quotes`, start, start + 2)
}

function scanBlanks(cursor: Cursor, start: number, parts: string[]): void {
  const from = cursor.at
  while (cursor.code() === 32 || cursor.code() === 9) cursor.at++
  const code = cursor.code()
  if (code === 0) cursor.fail('the closing quote is missing', start, start + 1)
  if (isBreak(code)) {
    const first = cursor.takeBreak()
    parts.push(foldBreak(first, takeBreaks(cursor, start)))
  } else parts.push(cursor.text.slice(from, cursor.at))
}

/** Reads blank lines inside quotes, and the indentation of the next line. */
function takeBreaks(cursor: Cursor, start: number): string {
  let breaks = ''
  for (;;) {
    if (cursor.atDocumentMark('---') || cursor.atDocumentMark('...')) {
      cursor.fail('the quoted string is not closed before the end of the document', start, start + 1)
    }
    while (cursor.code() === 32 || cursor.code() === 9) cursor.at++
    if (!isBreak(cursor.code())) return breaks
    breaks += cursor.takeBreak()
  }
}
