/** A place in a file: a half-open range of UTF-16 offsets into the text with universal newlines. */
export interface SourceRange {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** Line and column, both from 1, as in editors. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The offsets at which the lines of a string begin, for computing many positions in the same string. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The line and column of an offset, from the result of `lineStarts`. */
export function positionIn(starts: readonly number[], offset: number): Position {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low]! + 1 }
}

/** Python's universal newlines: `\r\n` and `\r` become `\n` (R2.1). */
export function universalNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
