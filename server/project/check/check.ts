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

/** The actions of a check besides reporting. */
export interface CheckOptions extends Selection {
  /** A file with the fingerprints of findings that are left out. */
  readonly baseline?: string | undefined
  /** Write the current findings as such a file; `grows` lets an existing one take in new findings. */
  readonly writeBaseline?: { readonly file: string; readonly grows: boolean } | undefined
  /** Apply the safe fixes, in texts of the project. */
  readonly fix?: boolean
  /** The most warnings that pass. Default: that of `rye-chain.yaml`, else any number. */
  readonly maxWarnings?: number | undefined
}

/** The mode of a check: once or repeatedly, with or without the digests of plans. */
interface CheckSettings {
  readonly placesAtOnce?: boolean
  readonly digests?: boolean
  /** Receive the progress: items checked, and items in total. */
  readonly looked?: (done: number, all: number) => void
  /** Called when all of them were checked. */
  readonly ended?: () => void
}

/** The findings of a check, and its changes. */
export interface Checked {
  readonly report: ProjectReport
  readonly fixing: Fixing | undefined
  readonly written: WrittenBaseline | undefined
  /** Places of suppressions that suppressed no finding. */
  readonly unused: readonly string[]
  readonly maxWarnings: number
  /** Whether there is no error, not too many warnings, and no refusal by the disk or a baseline. */
  readonly isGood: boolean
}

/** The check of a project, to be repeated: unchanged files are not read again. */
export class ProjectCheck {
  readonly #directory: Directory
  readonly #checker: WorkspaceChecker
  readonly #ended: () => void
  /** The content of the last baseline that was written: left out from then on. */
  #known: ReadonlySet<string> | undefined

  constructor(directory: Directory, { ended = () => undefined, ...settings }: CheckSettings = {}) {
    this.#directory = directory
    this.#checker = new WorkspaceChecker(directory.workspace, {}, settings)
    this.#ended = ended
  }

  /**
   * Check the selected items, as they are now. `requireItems` refuses a glob that matches none of them.
   * @throws ReportedError for a path, a revision or a baseline that does not exist.
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
      // Findings that are in the baseline now are left out from now on; only those that it cannot contain are left to report.
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

/** The walks with a result other than expected. */
export function failedWalks({ tests }: Pick<WalkTestReport, 'tests'>): readonly WalkTestVerdict[] {
  return tests.filter(({ differences }) => differences.length > 0)
}
