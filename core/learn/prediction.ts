import { contributorText } from '../answer/words.ts'
import { purePorts } from '../input/host.ts'
import { limits } from '../limits.ts'
import { isDict, isList } from '../read/value/value.ts'
import { answerOf, nextOf, textOfNode, type Answer, type Scene } from './answer.ts'
import { shownValue } from '../expect/goal-words.ts'
import type { PredictAsk, Question } from './question.ts'
import { sortedJson } from '../read/value/sorted-json.ts'
import { select } from '../expect/select.ts'

/**
 * The draft of a variation, the evidence about it, and the condition under which its answer is right. `variation` is
 * the number of the author's variation, from 1; null for an engine variation.
 */
export interface VariationScene extends Scene {
  readonly condition: string
  readonly variation: number | null
}

/** One answer that the learner can choose. */
export interface Choice {
  readonly key: string
  readonly text: string
  readonly right: boolean
  /** For the right answer, its reason. For a wrong answer, when it would be right, or why it is wrong. */
  readonly because: string
}

/** A question with its answers, in an order that does not depend on which one is right. */
export interface Prediction {
  readonly answer: Answer
  readonly choices: readonly Choice[]
  /** The numbers of the author's variations that do not produce a wrong answer. */
  readonly idle: readonly number[]
}

/** The answers to a prediction; undefined if the engine has no answer without a run. */
export function predictionOf(
  { ask, hash }: Question & { readonly ask: PredictAsk },
  asked: Scene,
  others: readonly VariationScene[],
): Prediction | undefined {
  const answer = answerOf(ask, asked)
  if (!answer) return undefined
  const own = others.filter(({ variation }) => variation !== null)
  const derived = others.filter(({ variation }) => variation === null)
  const wrong = distinct(answer, [
    ...own.flatMap((scene) => wrongBy(ask, scene)),
    ...wrongInside(ask, asked, answer),
    ...derived.flatMap((scene) => wrongBy(ask, scene)),
  ]).slice(0, limits.lessonAnswers - 1)
  const { key, text, because } = answer
  const choices = [...wrong.map((one) => ({ ...one, right: false })), { key, text, because, right: true }]
  return {
    answer,
    choices: shuffled(choices, hash, (choice) => choice.key),
    idle: own.flatMap((scene) => {
      const given = answerOf(ask, scene)
      return given && given.key !== answer.key ? [] : [scene.variation ?? 0]
    }),
  }
}

type Wrong = Omit<Choice, 'right'>

function wrongBy(ask: PredictAsk, scene: VariationScene): readonly Wrong[] {
  const given = answerOf(ask, scene)
  return given ? [{ key: given.key, text: given.text, because: wouldBe(scene.condition) }] : []
}

/** The explanation of a wrong answer. */
function wouldBe(condition: string): string {
  return `This would be correct if ${condition}.`
}

/** Wrong answers with different keys and different wording. */
function distinct(answer: Answer, all: readonly Wrong[]): readonly Wrong[] {
  const seen = [answer.key, answer.text]
  return all.filter(({ key, text }) => {
    if (seen.includes(key) || seen.includes(text)) return false
    seen.push(key, text)
    return true
  })
}

/**
 * Wrong answers from the analysis itself: overridden values, skipped template passes, other edges, and a disabled rule.
 */
function wrongInside(ask: PredictAsk, scene: Scene, answer: Answer): readonly Wrong[] {
  if (ask.kind === 'status') return withoutRule(answer)
  if (ask.kind === 'value') return [...overriddenValues(ask.pointer, scene), ...unexpandedValues(ask.pointer, scene)]
  return ask.kind === 'branch' ? otherEdges(ask.node, scene) : []
}

function overriddenValues(pointer: string, { evidence: { analysis } }: Scene): readonly Wrong[] {
  const found = select(analysis, pointer)?.pointer ?? ''
  const entry = Object.hasOwn(analysis.provenance, found) ? analysis.provenance[found] : undefined
  if (!entry || entry.secret) return []
  return entry.beat.map(({ value, by }) => ({
    key: sortedJson(value),
    text: shownValue(value),
    because: wouldBe(`${contributorText(by)} had priority over ${contributorText(entry.by)}`),
  }))
}

function unexpandedValues(pointer: string, { evidence: { analysis } }: Scene): readonly Wrong[] {
  const found = select(analysis, pointer)
  const entry = found && Object.hasOwn(analysis.provenance, found.pointer) ? analysis.provenance[found.pointer] : null
  const value = found?.value
  if (!entry?.steps || typeof value !== 'string') return []
  return entry.steps.flatMap(({ placeholder, replacement, quoted }): readonly Wrong[] => {
    if (replacement === '' || value.indexOf(replacement) !== value.lastIndexOf(replacement)) return []
    if (!value.includes(replacement)) return []
    const put = (text: string, condition: string): Wrong => {
      const other = value.replace(replacement, () => text)
      return { key: sortedJson(other), text: shownValue(other), because: wouldBe(condition) }
    }
    const plain = replacement.replace(/^'(.*)'$/s, '$1')
    return [
      ...(quoted ? [put(plain, 'Rye did not quote the value')] : []),
      put(placeholder, `Rye did not replace \`${placeholder}\``),
    ]
  })
}

function otherEdges(node: string, scene: Scene): readonly Wrong[] {
  const next = nextOf(node, scene)
  if (!isList(next)) return []
  const named = next.flatMap((edge) => {
    const to = isDict(edge) ? edge.get('to') : undefined
    return typeof to === 'string' ? [to] : []
  })
  return [
    ...named.map((to, index) => ({
      key: to,
      text: textOfNode(to),
      because: wouldBe(`edge ${index + 1} were the first edge with a true condition`),
    })),
    { key: '', text: textOfNode(null), because: wouldBe('no edge had a true condition') },
  ]
}

/** "Ready" as a wrong answer for a refused chain: one rule is disabled. */
function withoutRule({ key, because }: Answer): readonly Wrong[] {
  return key === 'ready' ? [] : [{ key: 'ready', text: 'Ready to run', because: `Rye refuses the chain: ${because}` }]
}

/** Items in an order that only their keys and a seed determine. */
export function shuffled<T>(items: readonly T[], seed: string, keyOf: (item: T) => string): readonly T[] {
  const ranked = items.map((item) => ({ item, rank: purePorts.sha256(`${seed} ${keyOf(item)}`) }))
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ item }) => item)
}
