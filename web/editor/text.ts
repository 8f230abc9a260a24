/** A replacement of the text from `start` to before `end`, as offsets. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The smallest single replacement that changes one string into the other. A small replacement preserves cursors and
 * folded regions.
 */
export function replacementBetween(before: string, after: string): Replacement {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let same = 0
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++
  return { start, end: before.length - same, text: after.slice(start, after.length - same) }
}

/**
 * The line and column of an offset, both starting at 1. As in the engine, the offset counts each line ending as one
 * character.
 */
export function placeOf(text: string, offset: number): { readonly lineNumber: number; readonly column: number } {
  const lines = text.replace(/\r\n?/g, '\n').slice(0, offset).split('\n')
  return { lineNumber: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** The offset of a line and column, both starting at 1. The offset counts each line ending as one character. */
export function offsetOf(text: string, lineNumber: number, column: number): number {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  let offset = 0
  for (const line of lines.slice(0, lineNumber - 1)) offset += line.length + 1
  return offset + column - 1
}
