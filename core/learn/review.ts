import { isObject } from '../read/value/object.ts'
import { exerciseOf, reviewKinds, type Exercise, type ReviewKind } from './exercise.ts'
import type { Lesson } from './lesson.ts'

const day = 24 * 60 * 60 * 1_000

/** The days until a kind of question comes back: after it was learned, and after each right answer. */
const reviewDays = [1, 3, 7] as const

/** Maximum number of questions per visit: about five minutes. */
const mostQuestions = 8

/** Maximum number of questions of one kind per visit. */
const questionsPerKind = 2

/** The number of seeds per kind. */
const seeds = 1_000

/**
 * The kinds of questions to review, each with its right repetitions and the time when it comes back. Stored in the
 * browser only.
 */
export interface Review {
  readonly format: 1
  /** Whether the learner switched the review off. */
  readonly off: boolean
  readonly kinds: Readonly<Partial<Record<ReviewKind, Repetition>>>
}

interface Repetition {
  /** The number of right repetitions in a row. */
  readonly stage: number
  /** Milliseconds since 1970. */
  readonly due: number
}

/** The review of a learner who has learned nothing yet. */
export const noReview: Review = { format: 1, off: false, kinds: {} }

/**
 * The review after a lesson is finished. Its kinds of questions are added, unless they are already there, and come back
 * after one day.
 */
export function learnReview(review: Review, { steps }: Lesson, now: number): Review {
  const asked = steps.flatMap(({ question }) => reviewKinds.filter((kind) => kind === question?.ask.kind))
  const added = asked.filter((kind) => !review.kinds[kind])
  const start = { stage: 0, due: now + reviewDays[0] * day }
  return { ...review, kinds: { ...review.kinds, ...Object.fromEntries(added.map((kind) => [kind, start])) } }
}

/** The exercises that are due, the longest overdue first; empty if the review is off. */
export function dueExercises({ off, kinds }: Review, now: number): readonly (Exercise & { kind: ReviewKind })[] {
  if (off) return []
  const due = reviewKinds.flatMap((kind) => {
    const known = kinds[kind]
    return known && known.stage < reviewDays.length && known.due <= now ? [{ kind, ...known }] : []
  })
  return due
    .toSorted((a, b) => a.due - b.due)
    .slice(0, mostQuestions / questionsPerKind)
    .flatMap(({ kind, stage, due: at }) =>
      Array.from({ length: questionsPerKind }, (_, number) => {
        const seed = (Math.floor(at / day) * 7 + stage * 3 + number) % seeds
        return { ...exerciseOf(kind, seed), kind }
      }),
    )
}

/**
 * The review after all questions of a kind were answered. After the last right repetition, the kind does not return. A
 * wrong answer restarts the repetitions.
 */
export function answerReview(review: Review, kind: ReviewKind, right: boolean, now: number): Review {
  const stage = right ? (review.kinds[kind]?.stage ?? 0) + 1 : 0
  const days = reviewDays[stage] ?? 0
  return { ...review, kinds: { ...review.kinds, [kind]: { stage, due: now + days * day } } }
}

/** Reads a stored review; undefined if the value is not one. Omits malformed parts. */
export function parseReview(json: unknown): Review | undefined {
  if (!isObject(json) || json['format'] !== 1) return undefined
  const stored = isObject(json['kinds']) ? json['kinds'] : {}
  const kinds = reviewKinds.flatMap((kind): readonly [ReviewKind, Repetition][] => {
    const one = Object.hasOwn(stored, kind) ? stored[kind] : undefined
    if (!isObject(one)) return []
    const { stage, due } = one
    return Number.isSafeInteger(stage) && Number.isSafeInteger(due) && Number(stage) >= 0
      ? [[kind, { stage: Number(stage), due: Number(due) }]]
      : []
  })
  return { format: 1, off: json['off'] === true, kinds: Object.fromEntries(kinds) }
}
