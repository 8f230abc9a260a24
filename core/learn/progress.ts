import { limits } from '../limits.ts'
import { isObject } from '../read/value/object.ts'
import { checkGoal, type Evidence, type GoalVerdict } from '../expect/check-goal.ts'
import type { Goal } from '../expect/goal.ts'
import type { Lesson, Step } from './lesson.ts'

/**
 * The ticks of one lesson: the hashes of the goals that passed and of the questions that were answered, by step ID. A
 * tick is valid only for the goal or question with its hash. The list can also contain marks, which are not hashes.
 */
export type LessonTicks = Readonly<Record<string, readonly string[]>>

/** The state of a goal: ticked, no longer ticked (`keep`), or open with its verdict. */
interface GoalState {
  readonly goal: Goal
  readonly ticked: boolean
  readonly verdict: GoalVerdict | null
}

export interface StepState {
  readonly step: Step
  readonly done: boolean
  /** Whether "Do it for me" completed the step. */
  readonly helped: boolean
  /** Whether the step has ticks only for earlier versions of its goals, and its current goals are not done. */
  readonly formerly: boolean
  readonly goals: readonly GoalState[]
}

/** The mark of a step that "Do it for me" completed. */
const helpedMark = 'helped'

/** The start of a wrong answer's mark, before its number in the list of answers. */
const wrongMark = 'wrong:'

function isMark(tick: string): boolean {
  return tick === helpedMark || tick.startsWith(wrongMark)
}

/** The hashes that must be ticked for a step to be done. */
function neededTicks({ goals, question }: Step): readonly string[] {
  return question ? [question.hash] : goals.map(({ hash }) => hash)
}

/** Whether all goals of a step are ticked, or its question is answered. */
export function isDone(step: Step, ticks: LessonTicks): boolean {
  const ticked = ticksOf(ticks, step.id)
  return neededTicks(step).every((hash) => ticked.includes(hash))
}

/** Whether "Do it for me" completed a step. */
function wasHelped(step: Step, ticks: LessonTicks): boolean {
  return ticksOf(ticks, step.id).includes(helpedMark)
}

/** The ticks if a step counts as done without a check. */
export function tickStep(step: Step, ticks: LessonTicks): LessonTicks {
  return { ...ticks, [step.id]: neededTicks(step) }
}

/** The ticks after a right answer to the question of a step. */
export function tickQuestion({ id, question }: Step, ticks: LessonTicks): LessonTicks {
  return question ? withTick(ticks, id, question.hash) : ticks
}

/** The ticks after a wrong answer: its mark is kept once. */
export function markWrong({ id }: Step, ticks: LessonTicks, choice: number): LessonTicks {
  return withTick(ticks, id, `${wrongMark}${choice}`)
}

/** The ticks after "Do it for me". */
export function markHelped({ id }: Step, ticks: LessonTicks): LessonTicks {
  return withTick(ticks, id, helpedMark)
}

function withTick(ticks: LessonTicks, id: string, tick: string): LessonTicks {
  const known = ticksOf(ticks, id)
  return known.includes(tick) ? ticks : { ...ticks, [id]: [...known, tick].slice(-limits.lessonEntries) }
}

/**
 * The ticks after one check of the evidence. Steps are ticked in order: goals of a step can be ticked once all earlier
 * steps are done, and one check can complete several steps. All goals of a step must pass in the same check. Then their
 * ticks stay, except for a `keep` goal that no longer passes. The tick of a former goal stays until the step is done
 * again, so that the learner sees the change. Only `tickQuestion` answers a question.
 */
export function advance({ steps }: Lesson, ticks: LessonTicks, evidence: Evidence): LessonTicks {
  const next: Record<string, readonly string[]> = {}
  let isOpen = true
  for (const step of steps) {
    const before = ticksOf(ticks, step.id)
    const wasDone = isDone(step, ticks)
    const ticked = neededTicks(step).filter((hash) => {
      const goal = step.goals.find((one) => one.hash === hash)
      if (!goal) return before.includes(hash)
      if (wasDone) return !goal.keep || checkGoal(goal, evidence).holds
      return isOpen && checkGoal(goal, evidence).holds
    })
    const isWhole = ticked.length === neededTicks(step).length
    const kept = [...ticked, ...before.filter(isMark), ...(isWhole ? [] : formerTicks(step, ticks))]
    if (kept.length > 0) next[step.id] = kept.slice(0, limits.lessonEntries)
    isOpen &&= isDone(step, next)
  }
  return next
}

/** Ticks of goals that a step no longer has. */
function formerTicks(step: Step, ticks: LessonTicks): readonly string[] {
  const needed = neededTicks(step)
  return ticksOf(ticks, step.id).filter((tick) => !needed.includes(tick) && !isMark(tick))
}

/** Every step with its goals. Open goals of the current step have a verdict with expected and actual value. */
export function stepStates(
  { steps }: Lesson,
  ticks: LessonTicks,
  evidence: Evidence | undefined,
): readonly StepState[] {
  const current = steps.find((step) => !isDone(step, ticks))
  return steps.map((step) => ({
    step,
    done: isDone(step, ticks),
    helped: wasHelped(step, ticks),
    formerly: !isDone(step, ticks) && formerTicks(step, ticks).length > 0,
    goals: step.goals.map((goal) => {
      const ticked = ticksOf(ticks, step.id).includes(goal.hash)
      return { goal, ticked, verdict: !ticked && step === current && evidence ? checkGoal(goal, evidence) : null }
    }),
  }))
}

/** Whether two sets of ticks are equal. */
export function sameTicks(a: LessonTicks, b: LessonTicks): boolean {
  const ids = Object.keys(a)
  return ids.length === Object.keys(b).length && ids.every((id) => ticksOf(a, id).join() === ticksOf(b, id).join())
}

function ticksOf(ticks: LessonTicks, id: string): readonly string[] {
  return Object.hasOwn(ticks, id) ? (ticks[id] ?? []) : []
}

/** The progress of one learner, by lesson ID: a small document that can be stored, exported and imported. */
export interface Progress {
  readonly format: 1
  readonly lessons: Readonly<Record<string, LessonTicks>>
}

const mostLessons = 1_000

/**
 * Reads progress from storage or a file; undefined if the value is not progress or a newer playground wrote it. Omits
 * malformed parts.
 */
export function parseProgress(json: unknown): Progress | undefined {
  if (!isObject(json) || json['format'] !== 1 || !isObject(json['lessons'])) return undefined
  const lessons = Object.entries(json['lessons']).slice(0, mostLessons)
  return {
    format: 1,
    lessons: Object.fromEntries(lessons.flatMap(([id, ticks]) => (isObject(ticks) ? [[id, parseTicks(ticks)]] : []))),
  }
}

function parseTicks(json: Readonly<Record<string, unknown>>): LessonTicks {
  const steps = Object.entries(json).slice(0, limits.lessonSteps)
  return Object.fromEntries(
    steps.flatMap(([id, hashes]) => {
      if (!Array.isArray(hashes)) return []
      const texts: readonly unknown[] = hashes
      return [[id, texts.filter((hash) => typeof hash === 'string').slice(0, limits.lessonEntries)]]
    }),
  )
}

/** Merges two progress documents: a tick in either document is kept. */
export function mergeProgress(a: Progress, b: Progress): Progress {
  const lessons: Record<string, LessonTicks> = { ...a.lessons }
  for (const [id, ticks] of Object.entries(b.lessons)) {
    const own = lessons[id] ?? {}
    const steps = [...new Set([...Object.keys(own), ...Object.keys(ticks)])]
    lessons[id] = Object.fromEntries(
      steps.map((step) => [step, [...new Set([...ticksOf(own, step), ...ticksOf(ticks, step)])]]),
    )
  }
  return { format: 1, lessons }
}
