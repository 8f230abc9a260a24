import type { WalkDifference } from '#core/graph'
import type { ComparedView } from './messages.ts'
import { valueText } from './value-text.ts'

const parts: Readonly<Record<WalkDifference['what'], (address: string) => string>> = {
  way: (address) => `The walks diverge: the first walk enters ${address} here.`,
  action: (address) => `At ${address}, the walks send different actions.`,
  result: (address) => `At ${address}, the same action gave different results.`,
  decision: (address) => `After ${address}, the walks enter different nodes, or only one walk ends.`,
  state: (address) => `After ${address}, the states differ.`,
  end: (address) => `One of the walks ends before ${address}.`,
}

/** The first difference between two walks as a sentence, with the values in both walks. */
export function comparedView({ index, address, what, one, other }: WalkDifference): ComparedView {
  return { index, words: parts[what](address), one: valueText(one), other: valueText(other) }
}
