import { contributorText } from '../answer/words.ts'
import { limits } from '../limits.ts'
import { searchedSpaces, type Scene } from './answer.ts'
import { shownValue } from '../expect/goal-words.ts'
import { shuffled, type VariationScene } from './prediction.ts'
import type { OrderAsk, Question } from './question.ts'
import { select } from '../expect/select.ts'

/** One part that the learner can place. */
interface Piece {
  readonly text: string
  /** Null for a part of the right order. For a wrong part, the reason why it is wrong. */
  readonly wouldBe: string | null
}

/** The right order of the parts, and all parts in an order that does not depend on the right one. */
export interface Ordering {
  readonly order: readonly string[]
  readonly pieces: readonly Piece[]
  /** The meaning of the order, from the first part to the last. */
  readonly meaning: string
  readonly because: string
}

/** The verdict on an arranged order. */
export interface OrderVerdict {
  readonly right: boolean
  /** The first wrong position, from 0; null for the right order. */
  readonly at: number | null
  readonly because: string
}

/** The parts to put in order. Fewer than two parts are not a question; `tryQuestions` reports them. */
export function orderingOf(
  { ask, hash }: Question & { readonly ask: OrderAsk },
  asked: Scene,
  others: readonly VariationScene[],
): Ordering {
  const order = [...new Set(partsOf(ask, asked))]
  const wrong = new Map<string, string>()
  for (const scene of others)
    for (const part of partsOf(ask, scene))
      if (!order.includes(part) && !wrong.has(part))
        wrong.set(part, `This part would be in the order if ${scene.condition}.`)
  for (const part of strangersOf(ask))
    if (!order.includes(part) && !wrong.has(part))
      wrong.set(part, `Rye does not search the ${part} space for this item.`)
  const strangers = [...wrong].slice(0, limits.lessonAnswers - 1)
  const pieces = [
    ...order.map((text) => ({ text, wouldBe: null })),
    ...strangers.map(([text, wouldBe]) => ({ text, wouldBe })),
  ]
  return { order, pieces: shuffled(pieces, hash, ({ text }) => text), ...wordsOf(ask) }
}

function partsOf(ask: OrderAsk, { evidence: { analysis } }: Scene): readonly string[] {
  switch (ask.kind) {
    case 'chain':
      return analysis.chain.map(({ item_id }) => item_id)
    case 'spaces': {
      const at = analysis.chain.findIndex(({ item_id }) => item_id === ask.item_id)
      return at < 0 ? [] : searchedSpaces(analysis, at)
    }
    case 'overrides': {
      const entry = entryAt(ask.pointer, analysis)
      if (!entry) return []
      return [entry, ...entry.beat].map(({ by, value }) => `${contributorText(by)}: ${shownValue(value)}`)
    }
    case 'template':
      return (entryAt(ask.pointer, analysis)?.steps ?? []).map(
        ({ placeholder, replacement }) => `${placeholder} → ${shownValue(replacement)}`,
      )
  }
}

function entryAt(pointer: string, analysis: Scene['evidence']['analysis']) {
  const found = select(analysis, pointer)?.pointer ?? ''
  return Object.hasOwn(analysis.provenance, found) ? analysis.provenance[found] : undefined
}

function strangersOf(ask: OrderAsk): readonly string[] {
  return ask.kind === 'spaces' ? ['project', 'user', 'system'] : []
}

function wordsOf({ kind }: OrderAsk): Pick<Ordering, 'meaning' | 'because'> {
  switch (kind) {
    case 'chain':
      return { meaning: 'from the tool to the primitive', because: 'Each element names the next one as its executor.' }
    case 'spaces':
      return { meaning: 'from the first searched space to the last', because: 'Rye uses the first file that it finds.' }
    case 'overrides':
      return {
        meaning: 'from the winner to the value with the lowest priority',
        because: 'Each source overrides the sources after it.',
      }
    case 'template':
      return {
        meaning: 'from the first replacement to the last',
        because: 'Rye replaces environment variables first, then parameters and config values.',
      }
  }
}

/** Compares an arranged order with the right one, and explains the first difference. */
export function judgeOrder({ order, pieces, because }: Ordering, arranged: readonly string[]): OrderVerdict {
  const at = order.findIndex((part, index) => part !== arranged[index])
  if (at < 0 && arranged.length === order.length) return { right: true, at: null, because }
  const first = at < 0 ? order.length : at
  const part = arranged[first]
  if (part === undefined) return { right: false, at: first, because: `The order is not complete. ${because}` }
  const stranger = pieces.find(({ text }) => text === part)?.wouldBe
  if (stranger != null) return { right: false, at: first, because: `"${part}" is not part of the order. ${stranger}` }
  return { right: false, at: first, because: `"${part}" does not belong at position ${first + 1}. ${because}` }
}
