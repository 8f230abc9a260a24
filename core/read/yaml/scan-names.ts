import { endsLine, isDigit, isSpace, isWord } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { skipRestOfLine } from './scan-block.ts'
import { Token } from './tokens.ts'

/** Reads `&name` or `*name`. */
export function scanAnchor(cursor: Cursor, kind: 'anchor' | 'alias'): Token {
  const start = cursor.at++
  const name = takeWord(cursor)
  if (name === '') cursor.fail(`the name of the ${kind} is missing`, start, start + 1)
  const next = cursor.code()
  if (!isSpace(next) && !'?:,]}%@`'.includes(String.fromCharCode(next))) {
    cursor.fail(`the name of an ${kind} can contain only letters, digits, - and _`)
  }
  return new Token(kind, start, cursor.at, name)
}

/** Reads `!name`, `!!name`, `!handle!name`, `!<name>` or `!` alone. */
export function scanTag(cursor: Cursor): Token {
  const start = cursor.at
  const token = scanTagText(cursor, start)
  if (cursor.code() !== 32 && !endsLine(cursor.code())) cursor.fail('expected a space after the tag')
  return token
}

function scanTagText(cursor: Cursor, start: number): Token {
  const next = cursor.code(1)
  if (next === 60) {
    cursor.at += 2
    const name = takeUri(cursor)
    if (cursor.code() !== 62) cursor.fail('expected > at the end of the tag')
    cursor.at++
    return new Token('tag', start, cursor.at, name, null)
  }
  if (isSpace(next)) {
    cursor.at++
    return new Token('tag', start, cursor.at, '!', null)
  }
  let handle = '!'
  if (hasHandle(cursor)) handle = takeHandle(cursor)
  else cursor.at++
  const name = takeUri(cursor)
  return new Token('tag', start, cursor.at, name, handle)
}

/** Whether the tag contains a second `!` before the next space or line break. */
function hasHandle(cursor: Cursor): boolean {
  for (let ahead = 1; ; ahead++) {
    const code = cursor.code(ahead)
    if (code === 33) return true
    if (code === 32 || endsLine(code)) return false
  }
}

function takeHandle(cursor: Cursor): string {
  const start = cursor.at
  if (cursor.code() !== 33) cursor.fail('a tag handle must begin with !')
  cursor.at++
  if (cursor.code() === 32) return '!'
  takeWord(cursor)
  if (cursor.code() !== 33) cursor.fail('a tag handle must end with !')
  cursor.at++
  return cursor.text.slice(start, cursor.at)
}

function takeWord(cursor: Cursor): string {
  const start = cursor.at
  while (isWord(cursor.code())) cursor.at++
  return cursor.text.slice(start, cursor.at)
}

const uriMarks = new Set(";/?:@&=+$,.!~*'()[]%")

function takeUri(cursor: Cursor): string {
  const start = cursor.at
  while (isWord(cursor.code()) || uriMarks.has(cursor.text.charAt(cursor.at))) cursor.at++
  if (cursor.at === start) cursor.fail('the name of the tag is missing')
  const text = cursor.text.slice(start, cursor.at)
  try {
    return decodeURIComponent(text)
  } catch {
    return cursor.fail('the % escapes of the tag are not valid UTF-8', start, cursor.at)
  }
}

/**
 * Reads `%YAML 1.1` or `%TAG !handle! prefix`, and skips other directives. The value and the handle of the token are
 * `YAML` and the major version, or the prefix and the handle of `%TAG`.
 */
export function scanDirective(cursor: Cursor): Token {
  const start = cursor.at++
  const name = takeWord(cursor)
  if (name === '') cursor.fail('the name of the directive is missing')
  if (cursor.code() !== 32 && !endsLine(cursor.code()))
    cursor.fail('the name of a directive can contain only letters, digits, - and _')
  let token: Token
  if (name === 'YAML') {
    cursor.skipBlanks()
    const major = takeNumber(cursor)
    if (cursor.code() !== 46) cursor.fail('the version of %YAML must have the form 1.1')
    cursor.at++
    takeNumber(cursor)
    token = new Token('directive', start, cursor.at, name, major)
  } else if (name === 'TAG') token = scanTagDirective(cursor, start)
  else {
    while (!endsLine(cursor.code())) cursor.at++
    token = new Token('directive', start, cursor.at)
  }
  if (cursor.code() !== 32 && !endsLine(cursor.code())) cursor.fail('expected a space')
  skipRestOfLine(cursor)
  return token
}

function takeNumber(cursor: Cursor): string {
  const start = cursor.at
  while (isDigit(cursor.code())) cursor.at++
  if (cursor.at === start) cursor.fail('expected a digit')
  return cursor.text.slice(start, cursor.at).replace(/^0+(?=.)/, '')
}

function scanTagDirective(cursor: Cursor, start: number): Token {
  cursor.skipBlanks()
  const handle = takeHandle(cursor)
  if (cursor.code() !== 32) cursor.fail('expected a space after the tag handle')
  cursor.skipBlanks()
  const prefix = takeUri(cursor)
  return new Token('directive', start, cursor.at, prefix, handle)
}
