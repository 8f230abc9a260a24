import { TemplateBudget } from '../template/budget.ts'
import { PieceCursor, textOf, through, type Piece } from '../template/pieces.ts'
import { mapTexts } from '../template/expand.ts'
import { Through, type Sourced, type SourcedText } from '../template/sourced.ts'

const placeholder = /\{([\p{L}\p{N}_]+)\}/gu

/** The names that templates of an anchor can use (R6.5, R7.3), as strings with their sources. */
export type AnchorContext = ReadonlyMap<string, SourcedText>

/** R6.5, R7.3: expands `{name}` once in every string of a value. Keys and unknown names stay unchanged. */
export function expandContext(
  node: Sourced,
  context: AnchorContext,
  budget: TemplateBudget = new TemplateBudget(),
): Sourced {
  return context.size === 0 ? node : mapTexts(node, (text) => expandContextText(text, context, undefined, budget))
}

/** Expands one string and calls `unknown` with every unknown name. */
export function expandContextText(
  node: SourcedText,
  context: AnchorContext,
  unknown?: (name: string) => void,
  budget: TemplateBudget = new TemplateBudget(),
): SourcedText {
  if (!node.mayExpand) return node
  const single = node.placeholder
  if (single !== undefined && node.text.length === single.length + 2) {
    const value = context.get(single)
    if (!value) unknown?.(single)
    return value && budget.takes(value) ? node.expanded(value.text, new Through(value, node.text)) : node
  }
  const pieces: Piece[] = []
  const cursor = new PieceCursor(node.pieces)
  let written = 0
  let replaced = false
  placeholder.lastIndex = 0
  for (let match = placeholder.exec(node.text); match; match = placeholder.exec(node.text)) {
    const value = context.get(match[1]!)
    if (!value) {
      unknown?.(match[1]!)
      continue
    }
    written += value.text.length
    if (!budget.hasRoom(written, pieces.length + value.size)) return node
    replaced = true
    for (const piece of cursor.take(match.index)) pieces.push(piece)
    for (const piece of through(value.pieces, match[0])) pieces.push(piece)
    cursor.skip(match.index + match[0].length)
  }
  if (!replaced) return node
  for (const piece of cursor.take(node.text.length)) pieces.push(piece)
  budget.take(written, pieces.length)
  return node.expanded(textOf(pieces), pieces)
}
