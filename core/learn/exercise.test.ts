import { expect, test } from 'vitest'
import { evidenceOf } from '../testing/lessons.ts'
import { everyNth } from '../testing/nightly.ts'
import { canonicalSnapshot } from '../workspace/snapshot/canonical-snapshot.ts'
import { exerciseOf, reviewKinds } from './exercise.ts'
import { judgeOrder } from './ordering.ts'
import { describeTrialFinding } from './try-lesson.ts'
import { questionDrafts, tryQuestions } from './try-questions.ts'

const seeds = Array.from({ length: 1_000 }, (_, seed) => seed)

test.for(reviewKinds)('%s: 1,000 seeds give 1,000 different exercises', (kind) => {
  const all = seeds.map((seed) => exerciseOf(kind, seed))
  const texts = all.map(({ start, step }) => JSON.stringify([canonicalSnapshot(start), step.question?.ask]))
  expect(new Set(texts).size).toBe(seeds.length)
  expect(exerciseOf(kind, 7)).toEqual(all[7])
})

test.for(reviewKinds)('%s: the engine has a right answer and wrong answers for each of 40 exercises', (kind) => {
  const answers = new Set<string>()
  for (const seed of everyNth(seeds, 25)) {
    const { lesson, start } = exerciseOf(kind, seed)
    const [one] = tryQuestions(lesson, start, questionDrafts(lesson, start).map(evidenceOf))
    expect(one?.findings.map(describeTrialFinding), `seed ${seed}`).toEqual([])
    const task = one?.task
    if (task?.kind === 'predict') {
      expect(task.prediction.choices.filter(({ right }) => right)).toHaveLength(1)
      answers.add(task.prediction.answer.key)
    }
    if (task?.kind === 'order') {
      expect(judgeOrder(task.ordering, task.ordering.order).right).toBe(true)
      expect(judgeOrder(task.ordering, task.ordering.order.toReversed()).right).toBe(false)
      answers.add(task.ordering.order.join())
    }
  }
  // The answer is not always the same, so it cannot be learned by heart.
  expect(answers.size).toBeGreaterThan(1)
})
