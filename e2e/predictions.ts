import { expect, type Page } from '@playwright/test'
import type { Choice } from '#core/learn'
import { questionDrafts, tryQuestions, type TriedQuestion } from '../core/learn/try-questions.ts'
import { evidenceOf, exampleLessons } from '../core/testing/lessons.ts'
import { pointer, type Hand } from './hand.ts'

/** The questions of a lesson, with the answers that the engine in this process computes. */
function triedOf(slug: string): readonly TriedQuestion[] {
  const one = exampleLessons().find((lesson) => lesson.slug === slug)
  if (!one) throw new Error(`no lesson ${slug}`)
  const { lesson, start } = one
  return tryQuestions(lesson, start, questionDrafts(lesson, start).map(evidenceOf))
}

/** The answers to the predictions of a lesson, by step. */
export function predictionsOf(slug: string): ReadonlyMap<string, readonly Choice[]> {
  return new Map(
    triedOf(slug).map(({ step, task }) => [step.id, task?.kind === 'predict' ? task.prediction.choices : []] as const),
  )
}

/** The text of an answer as the page shows it. */
function shown(text: string): string {
  return text.replaceAll('`', '')
}

/** Choose an answer of the current step. */
async function choose(page: Page, choice: Choice, hand: Hand): Promise<void> {
  const form = page.getByRole('complementary', { name: 'Lesson' }).getByRole('group', { name: 'Your prediction' })
  await hand.choose(form.getByLabel(shown(choice.text), { exact: true }))
  await hand.press(page.getByRole('button', { name: 'Check', exact: true }))
}

/**
 * Check that the page offers exactly the engine's answers, that each wrong answer shows its condition, and choose
 * the right one.
 */
export async function answerEvery(page: Page, step: string, choices: readonly Choice[], hand: Hand): Promise<void> {
  const card = page.getByRole('complementary', { name: 'Lesson' }).locator(`[data-step="${step}"]`)
  await expect(card.locator('label')).toHaveText(choices.map(({ text }) => shown(text)))
  for (const choice of choices.filter(({ right }) => !right)) {
    await choose(page, choice, hand)
    await expect(card.getByTestId('verdict')).toContainText(shown(choice.because))
    await expect(card).toHaveAttribute('aria-current', 'step')
  }
  for (const choice of choices.filter(({ right }) => right)) {
    await choose(page, choice, hand)
    await expect(card.getByTestId('answered')).toContainText(shown(choice.because))
  }
}

/** Add the parts of an order in the right order. */
export async function putInOrder(page: Page, slug: string, id: string, hand: Hand): Promise<void> {
  const parts = triedOf(slug).flatMap(({ step, task }) =>
    step.id === id && task?.kind === 'order' ? task.ordering.order : [],
  )
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  for (const part of parts) await hand.press(lesson.getByRole('button', { name: `Add ${part}`, exact: true }))
  await hand.press(lesson.getByRole('button', { name: 'Check', exact: true }))
}

/** Choose the right answer to the first question of a lesson. */
export async function answerFirst(page: Page, slug: string): Promise<void> {
  const [choices = []] = predictionsOf(slug).values()
  for (const choice of choices.filter(({ right }) => right)) await choose(page, choice, pointer)
}
