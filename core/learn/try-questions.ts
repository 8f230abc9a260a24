import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Evidence } from '../expect/check-goal.ts'
import type { Lesson, Step } from './lesson.ts'
import { draftsToAsk, taskOf, type Task } from './task.ts'
import { draftsOfQuestion } from './variations.ts'

/** A fault in a question or a `build` step. */
export type QuestionFinding =
  | { readonly kind: 'question-differs'; readonly step: string }
  | { readonly kind: 'no-answer'; readonly step: string }
  | { readonly kind: 'no-wrong-answer'; readonly step: string }
  | { readonly kind: 'idle-variation'; readonly step: string; readonly variation: number }
  | { readonly kind: 'short-order'; readonly step: string }
  | { readonly kind: 'not-empty'; readonly step: string; readonly path: string }
  | { readonly kind: 'few-solutions'; readonly step: string; readonly found: number }

/** The tried question of a step: its answers, or undefined if the answer requires a run or the question is faulty. */
export interface TriedQuestion {
  readonly step: Step
  readonly task: Task | undefined
  readonly findings: readonly QuestionFinding[]
}

/** The drafts for all questions in a lesson. `tryQuestions` requires the evidence about them, in this order. */
export function questionDrafts(lesson: Lesson, start: Snapshot): readonly Snapshot[] {
  return lesson.steps.flatMap((step) => {
    const drafts = draftsOfQuestion(lesson, start, step)
    return drafts ? draftsToAsk(drafts) : []
  })
}

/** Computes the answers to all questions of a lesson, and checks that each has a right and a wrong answer. */
export function tryQuestions(lesson: Lesson, start: Snapshot, evidence: readonly Evidence[]): readonly TriedQuestion[] {
  let from = 0
  return lesson.steps.flatMap((step): readonly TriedQuestion[] => {
    const { question } = step
    if (!question) return []
    const drafts = draftsOfQuestion(lesson, start, step)
    if (!drafts) return [{ step, task: undefined, findings: [{ kind: 'question-differs', step: step.id }] }]
    const task = taskOf(question, drafts, evidence.slice(from, (from += draftsToAsk(drafts).length)))
    if (task) return [{ step, task, findings: faultsOf(step.id, task) }]
    const findings = question.ask.kind === 'output' ? [] : [{ kind: 'no-answer', step: step.id } as const]
    return [{ step, task, findings }]
  })
}

function faultsOf(step: string, task: Task): readonly QuestionFinding[] {
  if (task.kind === 'order') return task.ordering.order.length < 2 ? [{ kind: 'short-order', step }] : []
  const { choices, idle } = task.prediction
  return [
    ...(choices.length < 2 ? [{ kind: 'no-wrong-answer', step } as const] : []),
    ...idle.map((variation) => ({ kind: 'idle-variation', step, variation }) as const),
  ]
}

/** The number of valid solutions that a `build` step requires. */
const solutionsToBuild = 2

/** Checks that the `build` step starts from an empty project and has several valid solutions. */
export function tryBuild(lesson: Lesson, start: Snapshot): readonly QuestionFinding[] {
  const step = lesson.steps.find(({ kind }) => kind === 'build')
  if (!step) return []
  const path = Object.keys(start.files).find((one) => one.startsWith('/project/'))
  const found = lesson.routes?.passes.length ?? 0
  return [
    ...(path === undefined ? [] : [{ kind: 'not-empty', step: step.id, path } as const]),
    ...(found < solutionsToBuild ? [{ kind: 'few-solutions', step: step.id, found } as const] : []),
  ]
}

/** A question finding as a sentence. */
export function describeQuestionFinding(finding: QuestionFinding): string {
  const step = `"${finding.step}"`
  switch (finding.kind) {
    case 'question-differs':
      return `A change in the question of step ${step} does not apply: the text to replace is missing.`
    case 'no-answer':
      return `The engine has no answer to the question of step ${step}. Check the names in \`ask\`.`
    case 'no-wrong-answer':
      return `The question of step ${step} has no wrong answers. Add a variation with another result.`
    case 'idle-variation':
      return `Variation ${finding.variation} of step ${step} gives the right answer, so it is not a wrong answer.`
    case 'short-order':
      return `The question of step ${step} has fewer than two parts to put in order.`
    case 'not-empty':
      return `Step ${step} requires an empty start, but the start contains ${finding.path}.`
    case 'few-solutions':
      return `Step ${step} has ${finding.found} valid solutions, but a \`build\` step requires ${solutionsToBuild}.`
  }
}
