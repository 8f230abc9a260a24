import type { Analysis } from '#core/answer'
import type { Evidence } from '#core/expect'
import {
  allRoutes,
  asksForRealRun,
  asksForResult,
  describeRouteFinding,
  describeTrialFinding,
  draftsAlong,
  isDone,
  questionDrafts,
  statesOf,
  stopsAt,
  ticksAfter,
  tryBuild,
  tryLesson,
  tryQuestions,
  tryRoutes,
  type Lesson,
  type LessonTicks,
  type Route,
  type RouteFinding,
  type TrialFinding,
} from '#core/learn'
import type { ExecutionResult } from '#core/run'
import type { Snapshot } from '#core/workspace'

/** Analyze drafts, in order. Returns undefined if the engine does not respond. */
export type Analyse = (drafts: readonly Snapshot[]) => Promise<readonly Analysis[] | undefined>

/** Simulate a draft. Returns undefined if it cannot run. */
export type Run = (draft: Snapshot, analysis: Analysis) => Promise<ExecutionResult | undefined>

/**
 * Check a lesson, its solutions and its routes, as the repository tests do. Returns the problems; undefined if the
 * engine does not respond. With `run`, also checks steps that require a result, except steps that require a real run.
 */
export async function trialOf(
  lesson: Lesson,
  start: Snapshot,
  analyse: Analyse,
  run?: Run,
): Promise<readonly TrialProblem[] | undefined> {
  const tried = await goThrough(lesson, start, analyse, run)
  return tried && [...tried.steps.map(problemOf), ...tried.questions.map(problemOf), ...tried.routes.map(ofNoStep)]
}

/** A problem that a trial found. `step`: the ID of its step; null for a route. */
export interface TrialProblem {
  readonly step: string | null
  readonly text: string
}

function problemOf(finding: TrialFinding): TrialProblem {
  return { step: finding.step, text: describeTrialFinding(finding) }
}

function ofNoStep(finding: RouteFinding): TrialProblem {
  return { step: null, text: describeRouteFinding(finding) }
}

/** The parts of a lesson that no longer pass. Ignores missing parts and goals that need a run. */
export async function misfitsOf(lesson: Lesson, start: Snapshot, analyse: Analyse): Promise<readonly string[]> {
  const tried = await goThrough(lesson, start, analyse)
  if (!tried) return []
  const steps = tried.steps.filter(({ kind }) => kind !== 'not-tried')
  return [...[...steps, ...tried.questions].map(describeTrialFinding), ...tried.routes.map(describeRouteFinding)]
}

async function goThrough(lesson: Lesson, start: Snapshot, analyse: Analyse, run?: Run) {
  const states = statesOf(lesson, start)
  const ways = allRoutes(lesson).map(({ edits }) => draftsAlong(start, edits).drafts)
  const asked = questionDrafts(lesson, start)
  const analyses = await analyse([...states, ...ways.flat(), ...asked])
  if (!analyses) return undefined
  const done: Evidence[] = []
  for (const [index, draft] of states.entries()) {
    const analysis = analyses[index]
    const step = lesson.steps[index - 1]
    const isRun = step?.goals.some(asksForResult)
    if (analysis) done.push(await seen(draft, analysis, isRun ? run : undefined))
  }
  let from = states.length
  const looks: Evidence[][] = []
  for (const way of ways) looks.push(await seenAlong(lesson, way, analyses.slice(from, (from += way.length)), run))
  const answers = analyses.slice(from).map((analysis) => ({ analysis }))
  const questions = tryQuestions(lesson, start, answers).flatMap(({ findings }) => findings)
  return {
    steps: tryLesson(lesson, done),
    questions: [...questions, ...tryBuild(lesson, start)],
    routes: tryRoutes(lesson, start, looks, undecidedBy(run)),
  }
}

async function seen(draft: Snapshot, analysis: Analysis, run: Run | undefined): Promise<Evidence> {
  const simulated = await run?.(draft, analysis)
  return { analysis, ...(simulated && { simulated }) }
}

/**
 * The observations along a route. A draft runs if its first unfinished step requires a result. The lesson's last step
 * uses only the end of the route, because learners run their final draft.
 */
async function seenAlong(
  lesson: Lesson,
  drafts: readonly Snapshot[],
  analyses: readonly Analysis[],
  run: Run | undefined,
): Promise<Evidence[]> {
  const looks: Evidence[] = []
  let ticks: LessonTicks = {}
  for (const [index, draft] of drafts.entries()) {
    const analysis = analyses[index]
    if (!analysis) continue
    ticks = ticksAfter(lesson, ticks, { analysis }, undecidedBy(run))
    const open = lesson.steps.find((step) => !isDone(step, ticks))
    const isTime = index === drafts.length - 1 || open !== lesson.steps.at(-1)
    const look = await seen(draft, analysis, isTime && open?.goals.some(asksForResult) ? run : undefined)
    ticks = ticksAfter(lesson, ticks, look, undecidedBy(run))
    looks.push(look)
  }
  return looks
}

/**
 * Whether the check cannot decide a goal: a goal that requires a run, or, with `run`, a goal that requires a real run.
 */
const undecidedBy = (run: Run | undefined) => (run ? asksForRealRun : asksForResult)

/**
 * The ID of the first step that a route does not finish. Null if it finishes all steps; undefined if it does not match
 * the start or lacks an analysis.
 */
export async function endOf(
  lesson: Lesson,
  start: Snapshot,
  { edits }: Pick<Route, 'edits'>,
  analyse: Analyse,
  run?: Run,
): Promise<string | null | undefined> {
  const { drafts } = draftsAlong(start, edits)
  const analyses = await analyse(drafts)
  return analyses && stopsAt(lesson, await seenAlong(lesson, drafts, analyses, run), undecidedBy(run))
}
