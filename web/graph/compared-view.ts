import type { WalkDifference } from '#core/graph'
import type { ComparedView } from './messages.ts'
import { valueText } from './value-text.ts'

const parts: Readonly<Record<WalkDifference['what'], (address: string) => string>> = {
  way: (address) => `The walks diverge: the first enters ${address} here.`,
  action: (address) => `At ${address} they send different actions.`,
  result: (address) => `At ${address} the same action gave different results.`,
  decision: (address) => `After ${address} they enter different nodes, or only one ends.`,
  state: (address) => `After ${address} their states differ.`,
  end: (address) => `One of them ends before ${address}.`,
}

/** The first difference between two walks as a sentence, with the values of both walks. */
export function comparedView({ index, address, what, one, other }: WalkDifference): ComparedView {
  return { index, words: parts[what](address), one: valueText(one), other: valueText(other) }
}
