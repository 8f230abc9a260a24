import { pyStr } from '../read/value/text.ts'
import { bare, SourcedText, type Sourced } from './template/sourced.ts'

/** A text for any value, as Python's `str()` renders it, with its beaten values and steps (R9.7); texts stay as they are. */
export function asText(node: Sourced): SourcedText {
  if (node.kind === 'text') return node
  const steps = node.kind === 'leaf' ? node.steps : undefined
  return new SourcedText(pyStr(bare(node)), node.by, node.at, -1, node.beat, steps)
}
