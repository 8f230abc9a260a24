import { endsLine, isBreak, isDigit } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { ScalarToken } from './tokens.ts'

/**
 * Reads a literal (`|`) or folded (`>`) scalar inside a collection at the column `parent`. The cursor is at the mark.
 */
export function scanBlock(cursor: Cursor, parent: number): ScalarToken {
  const start = cursor.at
  const folded = cursor.code() === 62
  cursor.at++
  const { chomp, increment } = scanHeader(cursor)
  skipRestOfLine(cursor)

  const least = Math.max(parent + 1, 1)
  let indent: number
  let breaks: string
  if (increment === undefined) {
    const lead = scanLead(cursor)
    breaks = lead.breaks
    indent = Math.max(least, lead.deepest)
  } else {
    indent = least + increment - 1
    breaks = scanEmptyLines(cursor, indent)
  }

  const parts: string[] = []
  const content = cursor.at
  let end = start + 1
  let lineBreak = ''
  while (cursor.column === indent && cursor.code() !== 0) {
    parts.push(breaks)
    const indented = cursor.code() === 32 || cursor.code() === 9
    const from = cursor.at
    while (!endsLine(cursor.code())) cursor.at++
    parts.push(cursor.text.slice(from, cursor.at))
    end = cursor.at
    lineBreak = cursor.takeBreak()
    breaks = scanEmptyLines(cursor, indent)
    const next = cursor.code()
    if (cursor.column !== indent || next === 0) break
    if (!folded || lineBreak !== '\n' || indented || next === 32 || next === 9) parts.push(lineBreak)
    else if (breaks === '') parts.push(' ')
  }
  if (chomp !== 'strip') parts.push(lineBreak)
  if (chomp === 'keep') parts.push(breaks)
  return new ScalarToken(start, end, parts.join(''), content, false)
}

interface Header {
  readonly chomp: 'clip' | 'strip' | 'keep'
  readonly increment: number | undefined
}

function scanHeader(cursor: Cursor): Header {
  let chomp: Header['chomp'] | undefined
  let increment: number | undefined
  for (;;) {
    const code = cursor.code()
    if (chomp === undefined && (code === 43 || code === 45)) chomp = code === 43 ? 'keep' : 'strip'
    else if (increment === undefined && isDigit(code)) {
      increment = code - 48
      if (increment === 0) cursor.fail('the indentation indicator must be from 1 to 9')
    } else break
    cursor.at++
  }
  if (cursor.code() !== 32 && !endsLine(cursor.code())) {
    cursor.fail('only an indentation indicator (1-9), + or -, and a comment can follow | or >')
  }
  return { chomp: chomp ?? 'clip', increment }
}

/** Skips blanks, a comment and a line break. Other text is an error. */
export function skipRestOfLine(cursor: Cursor): void {
  cursor.skipBlanks()
  if (cursor.code() === 35) while (!endsLine(cursor.code())) cursor.at++
  if (!endsLine(cursor.code())) cursor.fail('only a comment can follow here')
  cursor.takeBreak()
}

/** Skips the empty lines before the first line with text. Returns them with their deepest indentation. */
function scanLead(cursor: Cursor): { readonly breaks: string; readonly deepest: number } {
  let breaks = ''
  let deepest = 0
  for (;;) {
    if (cursor.code() === 32) {
      cursor.skipBlanks()
      deepest = Math.max(deepest, cursor.column)
    } else if (isBreak(cursor.code())) breaks += cursor.takeBreak()
    else return { breaks, deepest }
  }
}

function scanEmptyLines(cursor: Cursor, indent: number): string {
  let breaks = ''
  for (;;) {
    while (cursor.code() === 32 && cursor.column < indent) cursor.at++
    if (!isBreak(cursor.code())) return breaks
    breaks += cursor.takeBreak()
  }
}
