import { WorkspaceChecker, type DiagnosticEntry } from '#core/answer'
import type { Directory } from '../directory.ts'
import { levelled } from '../levels.ts'
import { readBaseline, writeBaseline, type WrittenBaseline } from './baseline.ts'
import { fingerprintOf } from './fingerprint.ts'
import { applyFixes, type Fixing } from './fix.ts'
import {
  projectReport,
  hidesItems,
  type Asked,
  type ProjectReport,
  type WalkTestReport,
  type WalkTestVerdict,
} from '#core/run'
import { isPart, selectionOf, type Selection } from './selection.ts'
import { InlineSuppressions } from './suppress.ts'

/** What a check does beside looking. */
export interface CheckOptions extends Selection {
  /** A file with the fingerprints of findings that are left out. */
  readonly baseline?: string | undefined
  /** Write what is found now as such a file; `grows` lets one that is there take new findings in. */
  readonly writeBaseline?: { readonly file: string; readonly grows: boolean } | undefined
  /** Make the fixes that are sure, in texts of the project. */
  readonly fix?: boolean
  /** How many warnings are good. Default: that of `rye-chain.yaml`, else any number. */
  readonly maxWarnings?: number | undefined
}

/** How a check is made: for one answer, and whether an answer gives the digests of plans. */
interface CheckSettings {
  readonly placesAtOnce?: boolean
  readonly digests?: boolean
  /** Hear how many items of how many were looked at. */
  readonly looked?: (done: number, all: number) => void
  /** Hear that all of them were. */
  readonly ended?: () => void
}

/** What a check found and did. */
export interface Checked {
  readonly report: ProjectReport
  readonly fixing: Fixing | undefined
  readonly written: WrittenBaseline | undefined
  /** Places of suppressions that had nothing to suppress. */
  readonly unused: readonly string[]
  readonly maxWarnings: number
  /** Whether there is no error, no warning too many, and nothing that the disk or a baseline refused. */
  readonly isGood: boolean
}

/** The check of a project, to be made again and again: what has not changed is not read again. */
export class ProjectCheck {
  readonly #directory: Directory
  readonly #checker: WorkspaceChecker
  readonly #ended: () => void
  /** What the last baseline that was written holds: left out from then on. */
  #known: ReadonlySet<string> | undefined

  constructor(directory: Directory, { ended = () => undefined, ...settings }: CheckSettings = {}) {
    this.#directory = directory
    this.#checker = new WorkspaceChecker(directory.workspace, {}, settings)
    this.#ended = ended
  }

  /**
   * Check the items that are asked for, as they are now. A glob that fits none of them is for `requireItems` to refuse.
   * @throws ReportedError for a path, a revision or a baseline that is not there.
   */
  run(options: CheckOptions = {}): Checked {
    const directory = this.#directory
    const { workspace, file, machine } = directory
    const most = options.maxWarnings ?? file.maxWarnings ?? Infinity
    this.#known ??= options.baseline === undefined ? new Set() : readBaseline(options.baseline, machine)
    const inline = new InlineSuppressions(directory)
    const asked: Asked = {
      wanted: selectionOf(options, directory),
      level: (entry) => levelled(entry, file),
      suppressed: (entry) =>
        inline.allows(entry) ??
        (this.#known?.has(fingerprintOf(entry)) === true ? { by: 'baseline', reason: null } : undefined),
    }
    let report = this.#report(asked)
    const fixing = options.fix === true ? applyFixes(report, directory) : undefined
    if (fixing && fixing.fixes.length > 0) report = this.#report(asked)
    const isKeptOut = (entry: DiagnosticEntry): boolean => hidesItems(workspace, entry)
    const growth = { known: this.#known, isPart: isPart(options), isKeptOut, cwd: machine.cwd }
    const { file: to, grows = false } = options.writeBaseline ?? {}
    const written = to === undefined ? undefined : writeBaseline(to, report, { ...growth, grows })
    if (written && 'known' in written) {
      // What is in it now is left out as it will be from now on; only what it cannot hold is left to tell.
      this.#known = written.known
      report = this.#report(asked)
    }
    const isDone = !(written && 'because' in written) && !fixing?.fixes.some(({ because }) => because !== undefined)
    const isGood = isDone && report.errors === 0 && report.warnings <= most
    return { report, fixing, written, unused: inline.unused(), maxWarnings: most, isGood }
  }

  #report(asked: Asked): ProjectReport {
    try {
      return projectReport(this.#directory.workspace, this.#checker, asked)
    } finally {
      this.#ended()
    }
  }
}

/** The walks that did not come to what they expect. */
export function failedWalks({ tests }: Pick<WalkTestReport, 'tests'>): readonly WalkTestVerdict[] {
  return tests.filter(({ differences }) => differences.length > 0)
}
