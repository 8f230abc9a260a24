import { describeQuestionFinding, type QuestionFinding } from './try-questions.ts'
import { checkGoal, type Evidence } from '../expect/check-goal.ts'
import type { Goal } from '../expect/goal.ts'
import type { Lesson, Step } from './lesson.ts'
import { advance, isDone, tickStep, type LessonTicks } from './progress.ts'

/** A fault in a lesson, found by trying each step. */
export type TrialFinding =
  | { readonly kind: 'holds-at-start'; readonly step: string; readonly goal: number }
  | { readonly kind: 'not-done'; readonly step: string; readonly goal: number; readonly found: string }
  | { readonly kind: 'done-before'; readonly step: string }
  | { readonly kind: 'not-tried'; readonly step: string; readonly because: 'no-edit' | 'needs-run' }
  | QuestionFinding

/**
 * Tries a lesson. `evidence` belongs to the drafts of `statesOf`, in order. The start draft must fail each goal. The
 * draft after "Do it" must pass its step, and the draft before it, as after an undo, must fail.
 */
export function tryLesson(lesson: Lesson, evidence: readonly Evidence[]): readonly TrialFinding[] {
  const [start] = evidence
  if (!start) return []
  const findings: TrialFinding[] = []
  let ticks: LessonTicks = {}
  for (const [index, step] of lesson.steps.entries()) {
    const [before, after] = [evidence[index] ?? start, evidence[index + 1] ?? start]
    for (const [at, goal] of step.goals.entries())
      if (checkGoal(goal, start).holds) findings.push({ kind: 'holds-at-start', step: step.id, goal: at })
    // `tryQuestions` tries questions, and the routes try `build` steps.
    if (step.question || step.kind === 'build') {
      ticks = tickStep(step, ticks)
      continue
    }
    const untried = whyNotTried(step, after)
    if (untried) {
      findings.push({ kind: 'not-tried', step: step.id, because: untried })
      // The step counts as done, so that later steps can be tried.
      ticks = tickStep(step, ticks)
      continue
    }
    if (step.goals.every((goal) => checkGoal(goal, before).holds)) findings.push({ kind: 'done-before', step: step.id })
    ticks = advance(lesson, ticks, after)
    if (isDone(step, ticks)) continue
    const open = step.goals.findIndex(({ hash }) => !(ticks[step.id] ?? []).includes(hash))
    const goal = step.goals[open]
    const found = goal ? checkGoal(goal, after).found : ''
    findings.push({ kind: 'not-done', step: step.id, goal: open, found })
  }
  return findings
}

function whyNotTried(step: Step, after: Evidence): 'no-edit' | 'needs-run' | undefined {
  const isDecided = (goal: Goal): boolean =>
    !asksForResult(goal) || after.real !== undefined || (after.simulated !== undefined && !asksForRealRun(goal))
  if (!step.goals.every(isDecided)) return 'needs-run'
  return step.edit || step.goals.some(asksForResult) ? undefined : 'no-edit'
}

/** Whether a goal checks a result, which requires a run. */
export function asksForResult(goal: Goal): boolean {
  return goal.kind === 'ending' || (goal.kind === 'value' && goal.lane !== 'analysis')
}

/** Whether a goal checks a real result, which requires a real run. */
export function asksForRealRun(goal: Goal): boolean {
  return (goal.kind === 'ending' || goal.kind === 'value') && goal.lane === 'real'
}

/** A trial finding as a sentence. */
export function describeTrialFinding(finding: TrialFinding): string {
  switch (finding.kind) {
    case 'holds-at-start':
      return `Goal ${finding.goal + 1} of step "${finding.step}" is already met at the start.`
    case 'not-done':
      return `The "Do it for me" change of step "${finding.step}" does not meet goal ${finding.goal + 1}. Found: ${finding.found}.`
    case 'done-before':
      return `Step "${finding.step}" is already done before its "Do it for me" change.`
    case 'not-tried':
      return finding.because === 'no-edit'
        ? `Step "${finding.step}" has no "Do it for me" change, so the step was not tested.`
        : `Step "${finding.step}" requires a run, so the step was not tested.`
    default:
      return describeQuestionFinding(finding)
  }
}
