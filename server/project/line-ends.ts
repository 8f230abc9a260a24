import { editedText } from '#core/answer'

/** A change to a file. Its offsets are the engine's, which count each line ending as one character. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The text with the changes applied. Other lines keep their line endings, and new lines use the line ending of the line
 * that they are inserted in.
 */
export function changedText(text: string, changes: readonly TextChange[]): string {
  const pairs = pairsIn(text)
  const own = changes.map(({ start, end, text: put }) => {
    const at = start + pairsBefore(pairs, start)
    return { start: at, end: end + pairsBefore(pairs, end), text: put.replaceAll('\n', lineEndAt(text, at)) }
  })
  return editedText(text, own)
}

/** The new text of a change, with the line ending that the file uses at this place. */
export function puttingInto(text: string, { start, text: put }: TextChange): string {
  return put.includes('\n') ? put.replaceAll('\n', lineEndAt(text, start + pairsBefore(pairsIn(text), start))) : put
}

/**
 * The line ending of the line at an offset in the original text. A last line without a line ending uses the line ending
 * of the previous line.
 */
function lineEndAt(text: string, at: number): string {
  const ends = /\r\n?|\n/g
  ends.lastIndex = at
  return ends.exec(text)?.[0] ?? text.slice(0, at).match(/(?:\r\n?|\n)(?=[^\r\n]*$)/)?.[0] ?? '\n'
}

/** The offsets of two-character line endings, in text that counts each as one character. */
function pairsIn(text: string): readonly number[] {
  return [...text.matchAll(/\r\n/g)].map(({ index }, before) => index - before)
}

function pairsBefore(pairs: readonly number[], offset: number): number {
  const first = pairs.findIndex((pair) => pair >= offset)
  return first === -1 ? pairs.length : first
}
