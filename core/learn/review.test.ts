import { expect, test } from 'vitest'
import { exampleLessons } from '../testing/lessons.ts'
import { answerReview, dueExercises, learnReview, noReview, parseReview } from './review.ts'

const day = 24 * 60 * 60 * 1_000
const start = 20_000 * day
const lessonOf = (slug: string) => exampleLessons().find((one) => one.slug === slug)!.lesson
const learned = learnReview(noReview, lessonOf('learn-shadowing'), start)
const kindsDue = (review: typeof noReview, at: number) => dueExercises(review, at).map(({ kind }) => kind)

test('a question comes back after one, three and seven days, and then not again', () => {
  let review = learned
  let now = start
  for (const days of [1, 3, 7]) {
    expect(kindsDue(review, now + days * day - 1)).toEqual([])
    now += days * day
    expect(kindsDue(review, now)).toEqual(['winner', 'winner'])
    review = answerReview(review, 'winner', true, now)
  }
  expect(kindsDue(review, now + 1_000 * day)).toEqual([])
})

test('a wrong answer starts the repetitions again', () => {
  const once = answerReview(learned, 'winner', true, start + day)
  const wrong = answerReview(once, 'winner', false, start + 4 * day)
  expect(kindsDue(wrong, start + 5 * day)).toEqual(['winner', 'winner'])
})

test('each visit asks other variants of a question', () => {
  const texts = (review: typeof noReview, at: number) => dueExercises(review, at).map(({ start: draft }) => draft)
  const first = texts(learned, start + day)
  const second = texts(answerReview(learned, 'winner', true, start + day), start + 4 * day)
  expect(new Set([...first, ...second].map((draft) => JSON.stringify(draft))).size).toBe(4)
})

test('a visit has at most eight questions, and a lesson that is done again does not delay them', () => {
  const all = exampleLessons().reduce((review, { lesson }) => learnReview(review, lesson, start), learned)
  expect(dueExercises(all, start + day)).toHaveLength(8)
  expect(learnReview(learned, lessonOf('learn-shadowing'), start + day)).toEqual(learned)
})

test('nothing is due while the review is off', () => {
  expect(dueExercises({ ...learned, off: true }, start + day)).toEqual([])
})

test('a stored review is read back without malformed parts', () => {
  expect(parseReview(JSON.parse(JSON.stringify(learned)))).toEqual(learned)
  expect(parseReview({ format: 2 })).toBeUndefined()
  expect(
    parseReview({ format: 1, kinds: { winner: { stage: 'x' }, other: {}, status: { stage: 1, due: 5 } } }),
  ).toEqual({
    ...noReview,
    kinds: { status: { stage: 1, due: 5 } },
  })
})
