import { analyze, candidateTables, type Analysis, type CandidateTable } from '#core/answer'
import type { ExpectationCoverage } from '#core/expect'
import type { Hypothesis } from '#core/impact'
import { isRequest } from '#core/rules'
import { simulationOf, type Simulation } from '#core/simulation'
import type { Checked, CheckOptions } from './check/check.ts'
import type { Bisected, BisectRequest } from './diff/bisect.ts'
import type { Diff, DiffOptions } from './diff/diff.ts'
import { openDirectory, type Directory } from './directory.ts'
import type { Explained, ExplainOptions } from './explain.ts'
import type { ProjectGraph } from './graph.ts'
import type { PinnedExpectation, ProjectTests, TestOptions } from './expect/expect.ts'
import type { FoundUses, OtherWorld, ShownImpact } from './impact.ts'
import type { ItemCall } from './item.ts'
import type { LinkSource } from './link.ts'
import { list, type ListedItems } from './list.ts'
import type { ShownLockfile, UpdatedLockfile } from './lock.ts'
import type { Migrated, MigrateOptions } from './migrate.ts'
import type { OpenedLink } from './open-link.ts'
import { thisMachine, type ProjectOptions } from './options.ts'
import type { RunRequest, PreparedRun, RefusedCall } from './run/prepared-run.ts'
import type { Shared, ShareOptions } from './share.ts'
import type { Signed, SignOptions } from './sign.ts'
import type { TrustedKey, TrustOptions } from './trust.ts'

/**
 * A project on disk, with every query and action for it. It prints nothing, and expected failures are a
 * `ReportedError`. Each result reflects the files at the time of the call.
 */
export class Project {
  /** The files as a workspace, with the mapping between their paths and those on disk. */
  readonly directory: Directory
  readonly #options: ProjectOptions

  constructor(options: ProjectOptions) {
    this.#options = options
    this.directory = openDirectory(options)
  }

  /** The analysis of a call without a run: chain, verdicts, command and findings. */
  analyze(call: ItemCall, { showSecrets = false }: { readonly showSecrets?: boolean } = {}): Analysis {
    return analyze(this.directory.workspace, call, { show_secrets: showSecrets })
  }

  /** Every place that was searched for each element of a chain (R1). */
  places(analysis: Analysis): readonly CandidateTable[] {
    return candidateTables(this.directory.workspace, analysis)
  }

  /** The simulation of an analyzed item in the page, with its missing features; null if the item cannot be simulated. */
  simulation({ plan }: Analysis): Simulation | null {
    if (plan === null || isRequest(plan)) return null
    const { files } = this.directory.workspace
    return simulationOf({ ...plan, nodeVersion: process.version }, (path) => files.read(path)?.bytes)
  }

  /** Every item; libraries and data are in separate lists. */
  list(): ListedItems {
    return list(this.directory)
  }

  /** Check the selected items. Applies fixes or writes a baseline on request. */
  async check(options: CheckOptions = {}): Promise<Checked> {
    const { ProjectCheck } = await import('./check/check.ts')
    const { requireItems } = await import('./check/selection.ts')
    requireItems(options, this.directory)
    return new ProjectCheck(this.directory, { placesAtOnce: true }).run(options)
  }

  /** The provenance of all values in an analysis, or of one value (R9.7). */
  async explain(call: ItemCall, options: ExplainOptions = {}): Promise<Explained> {
    const { explain } = await import('./explain.ts')
    return explain(this.analyze(call, options), options, this.directory)
  }

  /** The differences between two states of the project: folders, Git revisions, or links. */
  async diff(sides: readonly [LinkSource, LinkSource], options: DiffOptions = {}): Promise<Diff> {
    const { diff } = await import('./diff/diff.ts')
    return diff(sides, this.#options, options)
  }

  /** The commit that last changed a value of an item, with its cause. */
  async bisect(request: BisectRequest): Promise<Bisected> {
    const { bisect } = await import('./diff/bisect.ts')
    return bisect(this.#options, this.directory, request)
  }

  /** The users of an item, a file or a variable, directly or through their chains. */
  async uses(target: string): Promise<FoundUses> {
    const { uses } = await import('./impact.ts')
    return uses(this.directory, target)
  }

  /** The effects of a change or of another world on every item. The change is made only in memory. */
  async impact(change: Hypothesis | OtherWorld): Promise<ShownImpact> {
    const { impact } = await import('./impact.ts')
    return impact(this.directory, this.#options, change)
  }

  /** The expectations and the walk tests, checked without a run. */
  async tests(options: TestOptions = {}): Promise<ProjectTests> {
    const { projectTests } = await import('./expect/expect.ts')
    return projectTests(this.directory, options)
  }

  /** The changes to the project that its expectations detect, per rule, and the changes that none of them detects. */
  async coverage(): Promise<ExpectationCoverage> {
    const { coverage } = await import('./expect/coverage.ts')
    return coverage(this.directory)
  }

  /**
   * Write the current analysis of an item to its expectation file. If `parameters` is null, missing parameters are not
   * an error.
   */
  async pinExpectation(
    call: Pick<ItemCall, 'item_id'> & { readonly parameters: string | null },
  ): Promise<PinnedExpectation> {
    const { pinExpectation } = await import('./expect/expect.ts')
    return pinExpectation(this.directory, call)
  }

  /** The changes that the project's tools need for a newer dialect; with `write`, makes the edits in place. */
  async migrate(options: MigrateOptions): Promise<Migrated> {
    const { migrateProject } = await import('./migrate.ts')
    return migrateProject(this.directory, this.#options, options)
  }

  /** A state graph before it runs: its picture, its reachable commands and its walks (R16.8). */
  async graph(call: ItemCall): Promise<ProjectGraph> {
    const { graph } = await import('./graph.ts')
    return graph(this.directory, call)
  }

  /** Sign files in place (R10.5). */
  async sign(options: SignOptions): Promise<Signed> {
    const { sign } = await import('./sign.ts')
    return sign(this.directory, options)
  }

  /** Make the project trust a key (R10.3). */
  async trust(options: TrustOptions): Promise<TrustedKey> {
    const { trust } = await import('./trust.ts')
    return trust(this.directory, options)
  }

  /** The lockfile of an item, with its findings (R11). */
  async lockfile(call: ItemCall): Promise<ShownLockfile> {
    const { shownLockfile } = await import('./lock.ts')
    return shownLockfile(this.directory, call)
  }

  /** Pin the current chain of an item. Returns the path of the lockfile in the workspace. */
  async lock(call: ItemCall): Promise<string> {
    const { createLockfile } = await import('./lock.ts')
    return createLockfile(this.directory, call)
  }

  /** Pin the current chain of an item again, in place of its stale lockfile. */
  async updateLock(call: ItemCall): Promise<UpdatedLockfile> {
    const { updateLockfile } = await import('./lock.ts')
    return updateLockfile(this.directory, call)
  }

  /** Remove the lockfile of an item. Returns its path in the workspace. */
  async unlock(call: ItemCall): Promise<string> {
    const { deleteLockfile } = await import('./lock.ts')
    return deleteLockfile(this.directory, call)
  }

  /** A link that contains the project, or a short link to a copy that a server stores. */
  async share(options: ShareOptions, server?: string): Promise<Shared> {
    const { share, shareShort } = await import('./share.ts')
    return server === undefined ? share(this.directory, options) : shareShort(this.directory, options, server)
  }

  /** Write the files of a link to an empty or new folder. */
  async open(link: LinkSource, folder: string): Promise<OpenedLink> {
    const { openInto } = await import('./open-link.ts')
    return openInto(link, folder, this.#options.machine ?? thisMachine())
  }

  /** Prepare a run together with the files that it finds, so the user approves exactly what runs. */
  async prepareRun(request: RunRequest): Promise<PreparedRun | RefusedCall> {
    const { prepareRun } = await import('./run/prepared-run.ts')
    return prepareRun(this.directory, request)
  }
}

/**
 * Open a project on this machine.
 * @throws ReportedError for a folder or file that does not exist or cannot be read.
 */
export function openProject(options: ProjectOptions = {}): Project {
  return new Project(options)
}
