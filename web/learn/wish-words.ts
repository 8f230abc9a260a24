import { goalSentence, type StepState } from '#core/learn'
import { withoutMarks } from '../docs/markdown.ts'
import type { LessonWish } from '../state/actions.ts'

/** The text that a lesson shortcut announces about `current`, the first unfinished step of `steps`. */
export function wordsOfWish(wish: LessonWish, current: StepState | undefined, steps: readonly StepState[]): string {
  if (!current) return 'All steps are done.'
  const { step, goals } = current
  switch (wish) {
    case 'task':
    case 'go':
      return `Step ${steps.indexOf(current) + 1} of ${steps.length}. ${withoutMarks(step.text).trim()}`
    case 'hint':
      return step.hint === null ? 'This step has no hint.' : withoutMarks(step.hint).trim()
    case 'goals':
      return step.question ? 'Answer the question of this step.' : goals.map(goalWords).join(' ')
  }
}

/** The progress in a lesson. Steps that "Do it for me" completed are also counted separately. */
export function countInWords(done: number, steps: number, helped: number): string {
  const forYou = helped === 0 ? '' : `, ${helped} done for you`
  return done === steps ? `All steps are done${forYou}.` : `${done} of ${steps} steps done${forYou}.`
}

function goalWords({ goal, ticked, verdict }: StepState['goals'][number]): string {
  if (ticked) return `Done: ${goalSentence(goal)}.`
  return `Expected: ${goalSentence(goal)}.${verdict ? ` Found: ${verdict.found}.` : ''}`
}
