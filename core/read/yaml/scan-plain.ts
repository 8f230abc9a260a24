import { isBreak, isSpace } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { ScalarToken } from './tokens.ts'

// - ? : , [ ] { } # & * ! | > ' " % @ `
const indicators = new Set(Array.from('-?:,[]{}#&*!|>\'"%@`', (char) => char.charCodeAt(0)))

/** Whether an unquoted scalar can begin here. */
export function startsPlain(cursor: Cursor, inFlow: boolean): boolean {
  const code = cursor.code()
  if (!indicators.has(code)) return !isSpace(code)
  if (isSpace(cursor.code(1))) return false
  return code === 45 || (!inFlow && (code === 63 || code === 58))
}

/**
 * Reads an unquoted scalar. Returns whether it ended after a line break. Its further lines must be indented deeper than
 * `parent`.
 */
export function scanPlain(
  cursor: Cursor,
  inFlow: boolean,
  parent: number,
): { readonly token: ScalarToken; readonly brokeLine: boolean } {
  const start = cursor.at
  let value = ''
  let end = start
  let gap = ''
  while (cursor.code() !== 35) {
    const from = cursor.at
    skipWord(cursor, inFlow)
    if (cursor.at === from) break
    value += gap + cursor.text.slice(from, cursor.at)
    end = cursor.at
    gap = takeGap(cursor)
    if (gap === '') break
    if (!inFlow && cursor.column <= parent) break
  }
  const token = new ScalarToken(start, end, value, start, true)
  return { token, brokeLine: cursor.lineStart > end }
}

function skipWord(cursor: Cursor, inFlow: boolean): void {
  const { text } = cursor
  let at = cursor.at
  for (;;) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) break
    if (code === 58) {
      const next = text.charCodeAt(at + 1)
      if (isSpace(next) || (inFlow && isFlowMark(next))) break
    }
    if (inFlow && (code === 63 || isFlowMark(code))) break
    at++
  }
  cursor.at = at
}

// , [ ] { }
function isFlowMark(code: number): boolean {
  return code === 44 || code === 91 || code === 93 || code === 123 || code === 125
}

/** The text for the spaces and line breaks between two words; empty if the scalar ends. Tabs do not count as spaces. */
function takeGap(cursor: Cursor): string {
  const from = cursor.at
  cursor.skipBlanks()
  if (!isBreak(cursor.code())) return cursor.text.slice(from, cursor.at)
  const first = cursor.takeBreak()
  if (cursor.atDocumentMark('---') || cursor.atDocumentMark('...')) return ''
  let breaks = ''
  for (;;) {
    if (cursor.code() === 32) cursor.at++
    else if (isBreak(cursor.code())) {
      breaks += cursor.takeBreak()
      if (cursor.atDocumentMark('---') || cursor.atDocumentMark('...')) return ''
    } else break
  }
  return foldBreak(first, breaks)
}

/** Folds line breaks: a single `\n` becomes a space, and the first of several is dropped. */
export function foldBreak(first: string, further: string): string {
  if (first !== '\n') return first + further
  return further === '' ? ' ' : further
}
