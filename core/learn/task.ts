import { nameOfPointer } from '../answer/words.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Evidence } from '../expect/check-goal.ts'
import { orderingOf, type Ordering } from './ordering.ts'
import { predictionOf, type Prediction, type VariationScene } from './prediction.ts'
import { isOrderAsk, type Ask, type Question } from './question.ts'
import type { QuestionDrafts } from './variations.ts'

/** A question with the answers that the engine computed. */
export type Task =
  | { readonly kind: 'predict'; readonly prediction: Prediction }
  | { readonly kind: 'order'; readonly ordering: Ordering }

/** The drafts to analyze for a question, in the order that `taskOf` requires. */
export function draftsToAsk({ asked, others }: QuestionDrafts): readonly Snapshot[] {
  return [asked, ...others.map(({ draft }) => draft)]
}

/**
 * The answers to a question. `evidence` belongs to the drafts of `draftsToAsk`. Undefined if the answer requires a run,
 * or without evidence.
 */
export function taskOf(question: Question, drafts: QuestionDrafts, evidence: readonly Evidence[]): Task | undefined {
  const [first, ...rest] = evidence
  if (!first) return undefined
  const asked = { draft: drafts.asked, evidence: first }
  const others = drafts.others.flatMap((one, index): readonly VariationScene[] => {
    const known = rest[index]
    return known ? [{ ...one, evidence: known }] : []
  })
  const { ask } = question
  if (isOrderAsk(ask)) return { kind: 'order', ordering: orderingOf({ ...question, ask }, asked, others) }
  const prediction = predictionOf({ ...question, ask }, asked, others)
  return prediction && { kind: 'predict', prediction }
}

/** The answers to a question in one line, for its author. */
export function taskInWords(task: Task): string {
  if (task.kind === 'order') return `The order is: ${task.ordering.order.join(', ')}.`
  const { answer, choices } = task.prediction
  const wrong = choices.filter(({ right }) => !right).map(({ text }) => withoutPeriod(text))
  return `The answer is: ${withoutPeriod(answer.text)}. Wrong answers: ${wrong.join('; ') || 'none'}.`
}

/** An answer inside a sentence. The message of a refusal ends with a period. */
const withoutPeriod = (text: string): string => text.replace(/\.$/, '')

/** The subject of a question, for its author. */
export function askInWords(ask: Ask): string {
  switch (ask.kind) {
    case 'winner':
      return `the file of ${ask.item_id}`
    case 'status':
      return 'the state of the chain'
    case 'value':
      return nameOfPointer(ask.pointer)
    case 'branch':
      return `the node after ${ask.node}`
    case 'walk':
      return 'the nodes that the graph visits'
    case 'output':
      return 'the output of the tool'
    case 'chain':
      return 'the elements of the chain, in order'
    case 'spaces':
      return `the spaces in which Rye searches for ${ask.item_id}, in order`
    case 'overrides':
      return `the sources of ${nameOfPointer(ask.pointer)}, in order`
    case 'template':
      return `the replacements in ${nameOfPointer(ask.pointer)}, in order`
  }
}
