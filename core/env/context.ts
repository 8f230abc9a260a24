import { slicePieces, through, type Piece } from '../template/pieces.ts'
import { mapTexts } from '../template/expand.ts'
import type { Sourced, SourcedText } from '../template/sourced.ts'

const placeholder = /\{([\p{L}\p{N}_]+)\}/gu

/** The names an anchor offers to templates (R6.5, R7.3), as texts with their origin. */
export type AnchorContext = ReadonlyMap<string, SourcedText>

/** R6.5, R7.3: one pass of `{name}` over every text of a value; unknown names stay. Keys are not touched. */
export function expandContext(node: Sourced, context: AnchorContext): Sourced {
  return context.size === 0 ? node : mapTexts(node, (text) => expandContextText(text, context))
}

/** The same over one text; `unknown` hears of every name that stays. */
export function expandContextText(
  node: SourcedText,
  context: AnchorContext,
  unknown?: (name: string) => void,
): SourcedText {
  if (!node.text.includes('{')) return node
  const pieces: Piece[] = []
  let done = 0
  placeholder.lastIndex = 0
  for (let match = placeholder.exec(node.text); match; match = placeholder.exec(node.text)) {
    const value = context.get(match[1]!)
    if (!value) {
      unknown?.(match[1]!)
      continue
    }
    pieces.push(...slicePieces(node.pieces, done, match.index), ...through(value.pieces, match[0]))
    done = match.index + match[0].length
  }
  if (done === 0) return node
  pieces.push(...slicePieces(node.pieces, done, node.text.length))
  return { ...node, text: pieces.map((piece) => piece.text).join(''), pieces }
}
