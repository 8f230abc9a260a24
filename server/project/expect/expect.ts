import { existsSync } from 'node:fs'
import {
  expectationPath,
  expectationText,
  Expectations,
  isAboutRun,
  pinnedGoals,
  runWalkTests,
  type Expectation,
  type ExpectationReport,
  type ResultsOf,
  type WalkTestReport,
} from '#core/expect'
import type { Directory } from '../directory.ts'
import { fitting, requireFitting, requireGlobs } from '../globs.ts'
import type { ItemCall } from '../item.ts'
import { modelineOf } from '../file-schemas.ts'
import { withShownPaths } from '../own-paths.ts'
import { ReportedError } from '../reported-error.ts'
import { writeWhole } from '../write-whole.ts'

/** The selected tests of a project. Without globs, all of them. */
export interface TestOptions {
  readonly globs?: readonly string[]
  /** The results of runs that the user approved. Without them, goals about a run are not checked. */
  readonly resultsOf?: ResultsOf
}

/** The tests of a project: its expectations and its walk tests. */
export interface ProjectTests {
  readonly expectations: ExpectationReport
  readonly walks: WalkTestReport
}

/**
 * Check the expectations and the walk tests of a project, without the rest of its items. Runs nothing.
 * @throws ReportedError for a glob that matches no test.
 */
export function projectTests(directory: Directory, { globs = [], resultsOf }: TestOptions = {}): ProjectTests {
  const { workspace } = directory
  const expectations = new Expectations(workspace)
  const walks = runWalkTests(workspace)
  const isWanted = wanted(globs, [
    ...expectations.read().flatMap((one) => ('item_id' in one ? [one.item_id] : [])),
    ...walks.tests.flatMap(({ graph }) => graph ?? []),
  ])
  const tests = walks.tests.filter(({ graph }) => graph === null || isWanted(graph))
  return { expectations: expectations.check(isWanted, resultsOf), walks: { ...walks, tests } }
}

/** The expectations with goals about a run. */
export function expectationsToRun({ workspace }: Directory, globs: readonly string[] = []): readonly Expectation[] {
  const all = new Expectations(workspace).read().flatMap((one) => ('item_id' in one ? [one] : []))
  const isWanted = wanted(
    globs,
    all.map(({ item_id }) => item_id),
  )
  return all.filter(({ item_id, goals }) => isWanted(item_id) && goals.some(({ goal }) => isAboutRun(goal)))
}

function wanted(globs: readonly string[], ids: readonly string[]): (item_id: string) => boolean {
  if (globs.length === 0) return () => true
  requireGlobs(globs)
  requireFitting(globs, ids, 'To list all tests, run rye-chain expect.')
  return fitting(globs)
}

/** The written file, and the number of its goals. */
export interface PinnedExpectation {
  readonly path: string
  readonly goals: number
  readonly done: 'created' | 'updated'
}

/**
 * Write the current analysis of an item to its expectation file. If `parameters` is null, missing parameters are not an
 * error.
 * @throws ReportedError for an item that does not exist.
 */
export function pinExpectation(
  directory: Directory,
  { item_id, parameters }: Pick<ItemCall, 'item_id'> & { readonly parameters: string | null },
): PinnedExpectation {
  const { workspace, folders } = directory
  const call = { item_id, parameters, world: undefined }
  const analysis = new Expectations(workspace).analysisOf(call)
  if (analysis.status === 'not_found') {
    const because = analysis.diagnostics[0]?.message ?? `The item ${item_id} does not exist.`
    throw new ReportedError('usage', withShownPaths(because, directory))
  }
  const goals = pinnedGoals(analysis)
  const path = expectationPath(workspace.settings.project, item_id)
  const place = folders.place(path)
  const done = existsSync(place) ? 'updated' : 'created'
  writeWhole(place, modelineOf(place, 'expectation') + expectationText(call, goals), { as: 'put', folderMode: 0o777 })
  return { path, goals: goals.length, done }
}
