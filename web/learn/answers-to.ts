import type { Analysis } from '#core/answer'
import type { Evidence } from '#core/expect'
import { draftsOfQuestion, draftsToAsk, taskOf, type Lesson, type Step, type Task } from '#core/learn'
import type { Snapshot } from '#core/workspace'
import type { Analyse, Run } from './trial.ts'

/**
 * The answers to the question of a step. Undefined for a step without a question, if the engine does not respond, or if
 * the question requires runs and the draft must not run.
 */
export async function answersTo(
  step: Step,
  lesson: Lesson,
  start: Snapshot,
  analyse: Analyse,
  loadRun: () => Promise<Run | undefined>,
): Promise<Task | undefined> {
  const drafts = draftsOfQuestion(lesson, start, step)
  if (!drafts || !step.question) return undefined
  const all = draftsToAsk(drafts)
  const analyses = await analyse(all)
  if (!analyses) return undefined
  const run = step.question.ask.kind === 'output' ? await loadRun() : undefined
  const evidence: Evidence[] = []
  for (const [index, analysis] of analyses.entries()) evidence.push(await seen(all[index], analysis, run))
  return taskOf(step.question, drafts, evidence)
}

async function seen(draft: Snapshot | undefined, analysis: Analysis, run: Run | undefined): Promise<Evidence> {
  const simulated = draft && (await run?.(draft, analysis))
  return { analysis, ...(simulated && { simulated }) }
}
