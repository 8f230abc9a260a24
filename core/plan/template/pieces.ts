import type { Contributor, Span } from '../provenance.ts'
import type { SourceRange } from '../../text/source.ts'

/** A range of a string under construction, and the source of its characters. */
export interface Piece {
  readonly text: string
  readonly by: Contributor
  /** The place in a file: of exactly these characters if `exact`, otherwise of the original value. */
  readonly at: SourceRange | null
  readonly exact: boolean
  /** The placeholders that inserted the text, outermost first. */
  readonly via: readonly string[]
}

/** A piece of a string. All pieces have the same fields in the same order, for speed. */
export function pieceOf(
  text: string,
  by: Contributor,
  at: SourceRange | null,
  via: readonly string[] = direct,
  exact = false,
): Piece {
  return { text, by, at, exact, via }
}

/** An empty `via`, for unchanged source text. */
const direct: readonly string[] = []

/** A whole string as one piece. `spelledAt` is its offset in the source, -1 if the source spells it differently. */
export function wholePiece(text: string, by: Contributor, at: SourceRange | null, spelledAt: number): Piece {
  if (!at || spelledAt < 0) return pieceOf(text, by, at)
  return pieceOf(text, by, { path: at.path, start: spelledAt, end: spelledAt + text.length }, direct, true)
}

function cutPiece(piece: Piece, from: number, to: number): Piece {
  const { at, text } = piece
  const place = at && piece.exact ? { path: at.path, start: at.start + from, end: at.start + to } : at
  return pieceOf(text.slice(from, to), piece.by, place, piece.via, piece.exact)
}

/** Returns the pieces of a string from left to right, each once, so that splitting a string takes linear time. */
export class PieceCursor {
  readonly #pieces: readonly Piece[]
  #index = 0
  /** The start of the current piece, and the end of the returned part. */
  #offset = 0
  #done = 0

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
  }

  /** The pieces from the end of the last call up to `end`. */
  take(end: number): readonly Piece[] {
    const cut: Piece[] = []
    for (let piece = this.#next(end); piece; piece = this.#next(end)) cut.push(piece)
    return cut
  }

  /** Skips the pieces up to `end` and returns the first of them; undefined if there are none. */
  skip(end: number): Piece | undefined {
    const first = this.#next(end)
    while (this.#next(end));
    return first
  }

  #next(end: number): Piece | undefined {
    for (let piece = this.#pieces[this.#index]; piece && this.#done < end; piece = this.#pieces[this.#index]) {
      const from = this.#done - this.#offset
      const to = Math.min(end - this.#offset, piece.text.length)
      this.#done = this.#offset + to
      if (to === piece.text.length) {
        this.#offset += piece.text.length
        this.#index++
      }
      if (from < to) return from === 0 && to === piece.text.length ? piece : cutPiece(piece, from, to)
    }
    return undefined
  }
}

/** The pieces with one more placeholder in `via`. */
export function through(pieces: readonly Piece[], placeholder: string): readonly Piece[] {
  const passed: Piece[] = []
  for (const { text, by, at, via, exact } of pieces)
    if (text !== '') passed.push(pieceOf(text, by, at, [placeholder, ...via], exact))
  return passed
}

/** The concatenated text of pieces. */
export function textOf(pieces: readonly Piece[]): string {
  let text = ''
  for (const piece of pieces) text += piece.text
  return text
}

/** The final map from characters to places (R9.7). Each piece with text forms one span. */
export function spansOf(pieces: readonly Piece[]): readonly Span[] {
  const spans: Span[] = []
  let start = 0
  for (const piece of pieces) {
    const end = start + piece.text.length
    if (end > start) spans.push(spanOf(piece, start, end))
    start = end
  }
  return spans
}

function spanOf({ by, at, via, exact }: Piece, start: number, end: number): Span {
  return { start, end, by, at, via, ...(exact && { exact: true as const }) }
}
