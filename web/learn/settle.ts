import type { Evidence } from '#core/expect'
import { isDone, type Lesson, type LessonTicks } from '#core/learn'

/** The pause in typing before goals are ticked, in milliseconds. */
export const pause = 800

const syntaxCodes: readonly string[] = ['metadata-syntax', 'parameters-not-json']

/**
 * When to tick goals: now, after a pause in typing, or not yet, because the text has a syntax error. A goal can require
 * the error, or to be ticked at once.
 */
export function timeToTick(
  lesson: Lesson,
  ticks: LessonTicks,
  { analysis }: Evidence,
  typing: boolean,
): 'now' | 'pause' | 'not-yet' {
  const goals = lesson.steps.find((step) => !isDone(step, ticks))?.goals ?? []
  if (!typing || (goals.length > 0 && goals.every(({ at_once }) => at_once))) return 'now'
  const wanted = goals.flatMap((goal) => (goal.kind === 'code' ? [goal.code] : []))
  const broken = analysis.diagnostics.some(({ code }) => syntaxCodes.includes(code) && !wanted.includes(code))
  return broken ? 'not-yet' : 'pause'
}
