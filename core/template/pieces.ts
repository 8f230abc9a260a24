import type { Contributor, Span } from '../provenance.ts'
import type { SourceRange } from '../source.ts'

/** A stretch of a text in the making, and where its characters come from. */
export interface Piece {
  readonly text: string
  readonly by: Contributor
  /** The place in a file; when it is as long as the text, it maps character by character. */
  readonly at: SourceRange | null
  /** Placeholders the stretch came through, outermost first. */
  readonly via: readonly string[]
}

/** The pieces of the characters from `start` to `end` of a text; ranges that map characters are cut with it. */
export function slicePieces(pieces: readonly Piece[], start: number, end: number): Piece[] {
  const cut: Piece[] = []
  let offset = 0
  for (const piece of pieces) {
    const from = Math.max(start - offset, 0)
    const to = Math.min(end - offset, piece.text.length)
    if (from < to) cut.push(from === 0 && to === piece.text.length ? piece : cutPiece(piece, from, to))
    offset += piece.text.length
    if (offset >= end) break
  }
  return cut
}

function cutPiece(piece: Piece, from: number, to: number): Piece {
  const { at, text } = piece
  const exact = at !== null && at.end - at.start === text.length
  const place = exact ? { path: at.path, start: at.start + from, end: at.start + to } : at
  return { ...piece, text: text.slice(from, to), at: place }
}

/** The same pieces, marked as having come through one more placeholder. */
export function through(pieces: readonly Piece[], placeholder: string): readonly Piece[] {
  return pieces.map((piece) => ({ ...piece, via: [placeholder, ...piece.via] }))
}

/** The final map from characters to places (R9.7): adjacent stretches of one place and way are one span. */
export function spansOf(pieces: readonly Piece[]): readonly Span[] {
  const spans: Span[] = []
  let start = 0
  for (const piece of pieces) {
    const end = start + piece.text.length
    if (end > start) spans.push({ start, end, by: piece.by, at: piece.at, via: piece.via })
    start = end
  }
  return spans
}
