import {
  allRoutes,
  describeRouteFinding,
  describeTrialFinding,
  draftsAlong,
  statesOf,
  stopsAt,
  tryLesson,
  tryRoutes,
  type Analysis,
  type Evidence,
  type Lesson,
  type Route,
  type Snapshot,
} from '#core'

/** What drafts are analysed to, in their order; undefined where the engine does not say. */
export type Analyse = (drafts: readonly Snapshot[]) => Promise<readonly Analysis[] | undefined>

/** Go through a lesson, its solutions and its routes, as the tests of the repository do: what speaks against it. */
export async function trialOf(
  lesson: Lesson,
  start: Snapshot,
  analyse: Analyse,
): Promise<readonly string[] | undefined> {
  const tried = await goThrough(lesson, start, analyse)
  return tried && [...tried.steps.map(describeTrialFinding), ...tried.routes.map(describeRouteFinding)]
}

/** What of a lesson no longer fits these rules. What only a run could tell, or what its author left out, is not held against it. */
export async function misfitsOf(lesson: Lesson, start: Snapshot, analyse: Analyse): Promise<readonly string[]> {
  const tried = await goThrough(lesson, start, analyse)
  if (!tried) return []
  const steps = tried.steps.filter(({ kind }) => kind !== 'not-tried')
  return [...steps.map(describeTrialFinding), ...tried.routes.map(describeRouteFinding)]
}

async function goThrough(lesson: Lesson, start: Snapshot, analyse: Analyse) {
  const states = statesOf(lesson, start)
  const ways = allRoutes(lesson).map(({ edits }) => draftsAlong(start, edits).drafts)
  const analyses = await analyse([...states, ...ways.flat()])
  if (!analyses) return undefined
  const evidence = analyses.map((analysis): Evidence => ({ analysis }))
  let from = states.length
  const looks = ways.map(({ length }) => evidence.slice(from, (from += length)))
  return { steps: tryLesson(lesson, evidence.slice(0, states.length)), routes: tryRoutes(lesson, start, looks) }
}

/** The first step that a way does not do, null where it does all; undefined where it does not fit the start, or nothing is said. */
export async function endOf(
  lesson: Lesson,
  start: Snapshot,
  { edits }: Pick<Route, 'edits'>,
  analyse: Analyse,
): Promise<string | null | undefined> {
  const analyses = await analyse(draftsAlong(start, edits).drafts)
  return (
    analyses &&
    stopsAt(
      lesson,
      analyses.map((analysis) => ({ analysis })),
    )
  )
}
