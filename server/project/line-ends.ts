import { editedText } from '#core/answer'

/** A change of a text, by offsets that count a line end as one, as the engine's do. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text with changes applied: other lines keep their line ends, and new lines end like the line they are put into. */
export function changedText(text: string, changes: readonly TextChange[]): string {
  const pairs = pairsIn(text)
  const own = changes.map(({ start, end, text: put }) => {
    const at = start + pairsBefore(pairs, start)
    return { start: at, end: end + pairsBefore(pairs, end), text: put.replaceAll('\n', lineEndAt(text, at)) }
  })
  return editedText(text, own)
}

/** The new text of a change, with the line ends of its place. */
export function puttingInto(text: string, { start, text: put }: TextChange): string {
  return put.includes('\n') ? put.replaceAll('\n', lineEndAt(text, start + pairsBefore(pairsIn(text), start))) : put
}

/** The line end of the line at an offset of the text itself; in a last line without one, that of the line above. */
function lineEndAt(text: string, at: number): string {
  const ends = /\r\n?|\n/g
  ends.lastIndex = at
  return ends.exec(text)?.[0] ?? text.slice(0, at).match(/(?:\r\n?|\n)(?=[^\r\n]*$)/)?.[0] ?? '\n'
}

/** The offsets of line ends of two characters, counted as one. */
function pairsIn(text: string): readonly number[] {
  return [...text.matchAll(/\r\n/g)].map(({ index }, before) => index - before)
}

function pairsBefore(pairs: readonly number[], offset: number): number {
  const first = pairs.findIndex((pair) => pair >= offset)
  return first === -1 ? pairs.length : first
}
