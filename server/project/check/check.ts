import { WorkspaceChecker, type DiagnosticEntry, type ItemCheck, type Resolution } from '#core/answer'
import type { Directory } from '../directory.ts'
import { levelled } from '../levels.ts'
import type { OpenFiles } from '../open-files.ts'
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
} from '#core/expect'
import { isPart, selectionOf, type Selection } from './selection.ts'
import { canSuppress, InlineSuppressions } from './suppress.ts'

/** Options of a check, in addition to the selection of items. */
export interface CheckOptions extends Selection {
  /** A file with the fingerprints of known findings, which are not reported. */
  readonly baseline?: string | undefined
  /** Write the current findings to a baseline file. `grows` allows new findings in an existing baseline. */
  readonly writeBaseline?: { readonly file: string; readonly grows: boolean } | undefined
  /** Apply the safe fixes to files of the project. */
  readonly fix?: boolean
  /** The directory layer that receives the fixes instead of the disk. */
  readonly preview?: OpenFiles
  /** Maximum number of warnings for a passed check. Default: the value in `rye-chain.yaml`, or unlimited. */
  readonly maxWarnings?: number | undefined
  /** Whether to check expectations and walk tests. Default: true. */
  readonly tests?: boolean
}

/**
 * Settings of a check. `placesAtOnce`: compute lines and columns during a check that runs once, so files are read once.
 * `digests`: compute the digests of plans.
 */
interface CheckSettings {
  readonly placesAtOnce?: boolean
  readonly digests?: boolean
  /** Reports the progress: the number of checked items, and the total. */
  readonly looked?: (done: number, all: number) => void
  /** Called with the run of each checked item (null for a library or data item), and with its file. */
  readonly resolved?: (item_id: string, run: Resolution | null, path: string) => void
  /** Called each time after all items have been checked. */
  readonly ended?: () => void
}

/** The findings of a check, and the files that it changed. */
export interface Checked {
  readonly report: ProjectReport
  readonly fixing: Fixing | undefined
  readonly written: WrittenBaseline | undefined
  /** Locations of suppressions that suppressed no finding. */
  readonly unused: readonly string[]
  readonly maxWarnings: number
  /** Whether there are no errors and not too many warnings, and every write of a file or a baseline succeeded. */
  readonly isGood: boolean
}

/** The repeatable check of a project, which does not read unchanged files again. */
export class ProjectCheck {
  readonly #directory: Directory
  readonly #checker: WorkspaceChecker
  readonly #ended: () => void
  /** Items with a suppression in their file, as of their last check. */
  readonly #suppressing = new Set<string>()
  /**
   * The fingerprints of the findings that a check omits: those in the baseline, or in the last baseline that it wrote.
   * Undefined before the first check.
   */
  #known: ReadonlySet<string> | undefined

  constructor(directory: Directory, { ended = () => undefined, resolved, ...settings }: CheckSettings = {}) {
    this.#directory = directory
    this.#checker = new WorkspaceChecker(
      directory.workspace,
      {},
      {
        ...settings,
        // The text is in memory at this time only.
        resolved: (item_id, run, path) => {
          if (canSuppress(directory.workspace, path)) this.#suppressing.add(item_id)
          else this.#suppressing.delete(item_id)
          resolved?.(item_id, run, path)
        },
      },
    )
    this.#ended = ended
  }

  /**
   * Check the selected items in their current state. `requireItems` rejects a glob that matches none of them.
   * @throws ReportedError for a path, a revision or a baseline that does not exist.
   */
  run(options: CheckOptions = {}): Checked {
    const directory = this.#directory
    const { workspace, file, machine } = directory
    const most = options.maxWarnings ?? file.maxWarnings ?? Infinity
    this.#known ??= options.baseline === undefined ? new Set() : readBaseline(options.baseline, machine)
    const inline = new InlineSuppressions(directory, (item_id) => this.#suppressing.has(item_id))
    const asked: Asked = {
      tests: options.tests ?? true,
      wanted: selectionOf(options, directory),
      level: (entry) => levelled(entry, file),
      suppressed: (entry, item) =>
        inline.allows(entry, item) ??
        (this.#known?.has(fingerprintOf(entry)) === true ? { by: 'baseline', reason: null } : undefined),
    }
    let report = this.#report(asked)
    const fixing = options.fix === true ? applyFixes(report, directory, options.preview) : undefined
    if (fixing && fixing.fixes.length > 0) report = this.#report(asked)
    const isKeptOut = (entry: DiagnosticEntry): boolean => hidesItems(workspace, entry)
    const growth = { known: this.#known, isPart: isPart(options), isKeptOut, cwd: machine.cwd }
    const { file: to, grows = false } = options.writeBaseline ?? {}
    const written = to === undefined ? undefined : writeBaseline(to, report, { ...growth, grows })
    if (written && 'known' in written) {
      // Later checks omit the findings that the baseline now contains. This check still reports those that a
      // baseline cannot contain.
      this.#known = written.known
      report = this.#report(asked)
    }
    const isDone = !(written && 'because' in written) && !fixing?.fixes.some(({ because }) => because !== undefined)
    const isGood = isDone && report.errors === 0 && report.warnings <= most
    for (const { item } of report.items) inline.look(item)
    return { report, fixing, written, unused: inline.unused(), maxWarnings: most, isGood }
  }

  /** Every item in its current state, including items that a report omits. */
  items(): readonly ItemCheck[] {
    return this.#checker.checkAll()
  }

  #report(asked: Asked): ProjectReport {
    try {
      return projectReport(this.#directory.workspace, this.#checker, asked)
    } finally {
      this.#ended()
    }
  }
}

/** The walks with a result that differs from the expected one. */
export function failedWalks({ tests }: Pick<WalkTestReport, 'tests'>): readonly WalkTestVerdict[] {
  return tests.filter(({ differences }) => differences.length > 0)
}
