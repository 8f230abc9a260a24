import { guardedDocument } from '../answer/fault.ts'
import { resolveRun } from '../answer/analyze.ts'
import { CheckBudget, workOf } from '../answer/check-budget.ts'
import type { Analysis, PlacedRange } from '../answer/analysis.ts'
import { Placer } from '../answer/placer.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { limits } from '../limits.ts'
import { ordinaryWorld } from '../workspace/snapshot/snapshot-workspace.ts'
import { Workspace } from '../workspace/workspace.ts'
import { checkGoal, type Evidence } from './check-goal.ts'
import { expectFolder, readExpectation, type Expectation } from './expectation.ts'
import type { GoalAssertion } from './goal.ts'
import { goalInWords } from './goal-words.ts'
import { testFiles } from './test-files.ts'

/** The state of a goal or a whole expectation. `needs-run` goals are about a run, which a check never starts. */
type ExpectationState = 'passed' | 'failed' | 'needs-run'

/** One goal of an expectation, with the expected and the actual value in words. */
interface CheckedGoal {
  readonly state: ExpectationState
  readonly wanted: string
  readonly found: string
  readonly at: PlacedRange | null
}

/** One expectation file. `item_id` is null for an invalid file, which has problems instead of goals. */
export interface CheckedExpectation {
  readonly path: string
  readonly item_id: string | null
  readonly state: ExpectationState
  readonly goals: readonly CheckedGoal[]
  readonly problems: readonly string[]
}

/** All expectations of a project, and the failed ones as findings. */
export interface ExpectationReport {
  readonly tests: readonly CheckedExpectation[]
  readonly findings: readonly Diagnostic[]
}

/** The results of runs for one expectation, if any. */
export type ResultsOf = (expectation: Expectation) => Omit<Evidence, 'analysis'>

/** Whether a goal is about the result of a run. */
export function isAboutRun(goal: GoalAssertion): boolean {
  return goal.kind === 'ending' || (goal.kind === 'value' && goal.lane !== 'analysis')
}

/**
 * The expectations of a project. They are analyzed in worlds of their own, so that every machine gives the same answer.
 * They run nothing: goals about a run need results from the caller.
 */
export class Expectations {
  readonly #workspace: Workspace
  readonly #worlds = new Map<string, Workspace>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /** Every expectation file, read and sorted by path. */
  read(): readonly (Expectation | { readonly path: string; readonly findings: readonly Diagnostic[] })[] {
    const { settings, host } = this.#workspace
    return testFiles(this.#workspace, `${settings.project}/${expectFolder}`).map((path) => {
      const { expectation, problems } = readExpectation(path, this.#workspace.file(path)?.text ?? '', host.parts)
      if (expectation) return expectation
      const findings = problems.map(({ message, hint, at }): Diagnostic => {
        return { code: 'expectation-invalid', problem: message, fix: hint, at }
      })
      return { path, findings }
    })
  }

  /**
   * Checks every expectation whose item is selected, and reports every invalid file. Expectations beyond the budget of
   * the check have only a finding.
   */
  check(isWanted: (item_id: string) => boolean = () => true, resultsOf: ResultsOf = () => ({})): ExpectationReport {
    const tests: CheckedExpectation[] = []
    const findings: Diagnostic[] = []
    const all = this.read()
    const budget = new CheckBudget(all.length)
    for (const one of all) {
      if ('findings' in one) {
        findings.push(...one.findings)
        tests.push(invalid(one))
      } else if (isWanted(one.item_id)) {
        if (budget.exceeded) {
          findings.push({ ...budget.exceeded, at: { path: one.path, start: 0, end: 0 } })
          continue
        }
        const test = this.checkOne(one, resultsOf(one), budget)
        tests.push(test)
        findings.push(...failures(test))
      }
    }
    return { tests, findings }
  }

  /** Checks one expectation against the current files. */
  checkOne(expectation: Expectation, results: ReturnType<ResultsOf> = {}, budget?: CheckBudget): CheckedExpectation {
    const { path, item_id } = expectation
    const evidence = { analysis: this.analysisOf(expectation, budget), ...results }
    const hasResult = results.simulated !== undefined || results.real !== undefined
    const placer = new Placer(this.#workspace)
    const goals = expectation.goals.map(({ goal, at: range }): CheckedGoal => {
      const at = placer.range(range)
      if (isAboutRun(goal) && !hasResult) return { state: 'needs-run', wanted: goalInWords(goal), found: '', at }
      const { holds, wanted, found } = checkGoal(goal, evidence)
      return { state: holds ? 'passed' : 'failed', wanted, found, at }
    })
    const states = goals.map(({ state }) => state)
    const state = (['failed', 'needs-run'] as const).find((one) => states.includes(one)) ?? 'passed'
    return { path, item_id, state, goals, problems: [] }
  }

  /** The analysis that the goals of an expectation refer to. */
  analysisOf(
    { item_id, parameters, world }: Pick<Expectation, 'item_id' | 'parameters' | 'world'>,
    budget?: CheckBudget,
  ): Analysis {
    const workspace = this.#workspaceIn(world)
    workspace.refresh()
    const options = parameters === null ? { skip_schema: true } : {}
    const run = resolveRun(workspace, { item_id, parameters: parameters ?? '{}' }, options)
    budget?.take(workOf(run), 0)
    return guardedDocument(workspace, run, options)
  }

  #workspaceIn(world: Expectation['world']): Workspace {
    const key = JSON.stringify(world ?? null)
    const known = this.#worlds.get(key)
    if (known) return known
    const { settings, files, host } = this.#workspace
    if (this.#worlds.size >= limits.expectationWorlds) this.#worlds.clear()
    const made = new Workspace({ ...settings, world: { ...ordinaryWorld, ...world } }, files, host)
    this.#worlds.set(key, made)
    return made
  }
}

function invalid({
  path,
  findings,
}: {
  readonly path: string
  readonly findings: readonly Diagnostic[]
}): CheckedExpectation {
  const problems = findings.flatMap((one) => ('problem' in one && typeof one.problem === 'string' ? [one.problem] : []))
  return { path, item_id: null, state: 'failed', goals: [], problems }
}

function failures({ item_id, goals }: CheckedExpectation): readonly Diagnostic[] {
  return goals.flatMap(({ state, wanted, found, at }): readonly Diagnostic[] =>
    state === 'failed' && item_id !== null ? [{ code: 'expectation-failed', item_id, wanted, found, at }] : [],
  )
}
