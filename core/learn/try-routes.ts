import { applyEdit } from './apply-edit.ts'
import { editBetween } from './edit-between.ts'
import { checkGoal, type Evidence } from '../expect/check-goal.ts'
import { limits } from '../limits.ts'
import { canonicalSnapshot } from '../workspace/snapshot/canonical-snapshot.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Edit } from './edit.ts'
import type { Goal } from '../expect/goal.ts'
import type { Lesson, Route } from './lesson.ts'
import { advance, isDone, tickStep, type LessonTicks } from './progress.ts'
import { asksForResult } from './try-lesson.ts'

/** A fault in a lesson or a route, found by following the routes. */
export type RouteFinding =
  | { readonly kind: 'route-differs'; readonly route: string; readonly path: string }
  | { readonly kind: 'route-stops'; readonly route: string; readonly step: string }
  | { readonly kind: 'near-miss-passes'; readonly route: string }
  | { readonly kind: 'near-miss-stops'; readonly route: string; readonly wanted: string; readonly step: string }
  | { readonly kind: 'routes-alike'; readonly route: string; readonly other: string }

/**
 * The drafts along a route, starting with the start draft. `differs` is the path of a file with unexpected text, where
 * the route ends.
 */
export function draftsAlong(
  start: Snapshot,
  edits: readonly Edit[],
): { readonly drafts: readonly Snapshot[]; readonly differs: string | null } {
  const drafts = [start]
  for (const edit of edits) {
    const edited = applyEdit(drafts.at(-1) ?? start, edit)
    if (edited.kind === 'differs') return { drafts, differs: edited.path }
    drafts.push(edited.snapshot)
  }
  return { drafts, differs: null }
}

/**
 * The edits that lead from the first draft through the other drafts. If there are too many, the earliest are merged
 * into one.
 */
export function editsAlong(drafts: readonly Snapshot[]): readonly Edit[] {
  const changed = drafts.filter((draft, index) => {
    const before = drafts[index - 1]
    return before === undefined || !isNothing(editBetween(before, draft))
  })
  const [start, ...rest] = changed
  const kept = rest.slice(-limits.lessonEntries)
  return kept.flatMap((draft, index) => {
    const before = index === 0 ? start : kept[index - 1]
    const edit = before && editBetween(before, draft)
    return edit && !isNothing(edit) ? [edit] : []
  })
}

/** Whether an edit changes nothing. */
export function isNothing({ files, ...head }: Edit): boolean {
  return files.length === 0 && Object.keys(head).length === 0
}

/**
 * The first step that is not done after a check of each analysis in turn; null if all steps are done. An
 * undecided goal counts as reached, because only a run can decide it. A question counts as answered.
 */
export function stopsAt(
  lesson: Lesson,
  looks: readonly Evidence[],
  isUndecided: (goal: Goal) => boolean = asksForResult,
): string | null {
  const ticks = looks.reduce<LessonTicks>((before, look) => ticksAfter(lesson, before, look, isUndecided), {})
  return lesson.steps.find((step) => !isDone(step, ticks))?.id ?? null
}

/** The ticks of `stopsAt` after one more analysis. */
export function ticksAfter(
  lesson: Lesson,
  before: LessonTicks,
  evidence: Evidence,
  isUndecided: (goal: Goal) => boolean,
): LessonTicks {
  let ticks = before
  for (const [at, step] of lesson.steps.entries()) {
    ticks = advance(lesson, ticks, evidence)
    if (!lesson.steps.slice(0, at).every((one) => isDone(one, ticks))) return ticks
    const decided = step.goals.filter((goal) => !isUndecided(goal))
    const isOpen = step.question !== null || decided.length < step.goals.length
    if (isOpen && decided.every((goal) => checkGoal(goal, evidence).holds)) ticks = tickStep(step, ticks)
  }
  return advance(lesson, ticks, evidence)
}

/** All routes of a lesson, the passing routes first. */
export function allRoutes({ routes }: Lesson): readonly Route[] {
  return routes ? [...routes.passes, ...routes.fails] : []
}

/**
 * Checks a lesson against its routes. For each route of `allRoutes`, `looks` contains the evidence for its
 * `draftsAlong`.
 */
export function tryRoutes(
  lesson: Lesson,
  start: Snapshot,
  looks: readonly (readonly Evidence[])[],
  isUndecided: (goal: Goal) => boolean = asksForResult,
): readonly RouteFinding[] {
  const { passes, fails } = lesson.routes ?? { passes: [], fails: [] }
  // A passing route can return to the start, as "break, see, undo" does. A near miss must not end at the start, because
  // that would test nothing.
  const [right, near] = [new Map<string, string>(), new Map([[textOf(start), 'the start']])]
  const held = (route: Route, index: number, ends: Map<string, string>): readonly RouteFinding[] => {
    const { drafts, differs } = draftsAlong(start, route.edits)
    if (differs !== null) return [{ kind: 'route-differs', route: route.about, path: differs }]
    const end = textOf(drafts.at(-1) ?? start)
    const other = ends.get(end)
    if (other !== undefined) return [{ kind: 'routes-alike', route: route.about, other }]
    ends.set(end, route.about)
    const step = stopsAt(lesson, looks[index] ?? [], isUndecided)
    const wanted = lesson.steps.find(({ id }) => id === route.stops_at)
    // Only a run can decide whether a near miss stops at a goal about a result.
    const awaitsRun = ends === near && step !== route.stops_at && wanted?.goals.some(isUndecided)
    const finding = awaitsRun ? undefined : judge(route, ends === right, step)
    return finding ? [finding] : []
  }
  return [
    ...passes.flatMap((route, index) => held(route, index, right)),
    ...fails.flatMap((route, index) => held(route, passes.length + index, near)),
  ]
}

function judge(route: Route, passes: boolean, step: string | null): RouteFinding | undefined {
  const { about, stops_at } = route
  if (passes) return step === null ? undefined : { kind: 'route-stops', route: about, step }
  if (step === stops_at && step !== null) return undefined
  if (step === null) return { kind: 'near-miss-passes', route: about }
  return { kind: 'near-miss-stops', route: about, wanted: stops_at ?? 'none', step }
}

function textOf(draft: Snapshot): string {
  return JSON.stringify(canonicalSnapshot(draft))
}

/** A route finding as a sentence. */
export function describeRouteFinding(finding: RouteFinding): string {
  const route = `"${finding.route}"`
  switch (finding.kind) {
    case 'route-differs':
      return `The route ${route} no longer matches the start: the text to replace is not in ${finding.path}.`
    case 'route-stops':
      return `The solution ${route} does not pass: step "${finding.step}" is not done.`
    case 'near-miss-passes':
      return `The near miss ${route} passes every step.`
    case 'near-miss-stops':
      return `The near miss ${route} stops at step "${finding.step}", not at "${finding.wanted}".`
    case 'routes-alike':
      return `The route ${route} ends with the same draft as "${finding.other}".`
  }
}
