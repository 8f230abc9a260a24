import type { Lesson, Step } from './lesson.ts'

/** The differences in a lesson's new version that matter to a learner, one sentence each. */
export function lessonChanges(before: Lesson, after: Lesson): readonly string[] {
  const stepIn = ({ steps }: Lesson, id: string): Step | undefined => steps.find((step) => step.id === id)
  const kept = after.steps.filter(({ id }) => stepIn(before, id))
  const order = before.steps.filter(({ id }) => stepIn(after, id))
  const removed = before.steps.length - order.length
  return [
    ...(before.text === after.text ? [] : ['The introduction has changed.']),
    ...after.steps.flatMap((step, index) => {
      const change = changeOf(stepIn(before, step.id), step)
      return change === undefined ? [] : [`Step ${index + 1} ${change}.`]
    }),
    ...(removed === 0 ? [] : [removed === 1 ? 'One step was removed.' : `${removed} steps were removed.`]),
    ...(kept.every(({ id }, index) => id === order[index]?.id) ? [] : ['The order of the steps has changed.']),
  ]
}

function changeOf(before: Step | undefined, after: Step): string | undefined {
  if (!before) return 'is new'
  const hashes = ({ goals, question }: Step): string =>
    [...goals.map(({ hash }) => hash).sort(), question?.hash ?? ''].join()
  if (hashes(before) !== hashes(after)) return after.question ? 'asks a different question' : 'has different goals'
  return before.text === after.text ? undefined : 'has different text'
}
