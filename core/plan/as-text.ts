import { pyStr } from '../read/value/text.ts'
import { bare, SourcedText, type Sourced } from './template/sourced.ts'

/** Any value as text, in the form of Python's `str()`, with its overridden values and steps (R9.7). */
export function asText(node: Sourced): SourcedText {
  if (node.kind === 'text') return node
  const steps = node.kind === 'leaf' ? node.steps : undefined
  return new SourcedText(pyStr(bare(node)), node.by, node.at, -1, node.beat, steps)
}
