import { statSync } from 'node:fs'
import type { DiagnosticEntry } from '#core/answer'
import { resolve } from '../../disk-paths.ts'
import { readFound, readNamed, whyUnread } from '../whole-file.ts'
import { writeNamed } from '../write-whole.ts'
import type { Machine } from '../options.ts'
import { ReportedError } from '../reported-error.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { ProjectReport } from '#core/expect'

/**
 * The fingerprints in a baseline file.
 *
 * @throws ReportedError if the file cannot be read or is not a baseline.
 */
export function readBaseline(name: string, { cwd }: Pick<Machine, 'cwd'>): ReadonlySet<string> {
  let text: string
  try {
    text = readNamed(resolve(cwd, name)).toString('utf8')
  } catch (error) {
    throw new ReportedError(
      'usage',
      `--baseline ${name} cannot be read (${whyUnread(error)}). Create a baseline with --write-baseline ${name}.`,
    )
  }
  const known = fingerprintsOf(text)
  if (!known)
    throw new ReportedError(
      'usage',
      `--baseline ${name} is not a baseline. Create a baseline with --write-baseline ${name}.`,
    )
  return new Set(known)
}

function fingerprintsOf(text: string): readonly string[] | undefined {
  try {
    const document: unknown = JSON.parse(text)
    if (typeof document !== 'object' || document === null || !('findings' in document)) return undefined
    const { findings } = document
    if (!Array.isArray(findings)) return undefined
    const rows: readonly unknown[] = findings
    const prints = rows.map((row) =>
      typeof row === 'object' && row !== null && 'fingerprint' in row ? row.fingerprint : undefined,
    )
    return prints.every((print) => typeof print === 'string') ? prints : undefined
  } catch {
    return undefined
  }
}

/** The known findings of a check, and the rules for adding or removing findings. */
interface Growth {
  /** Fingerprints of the known findings that the check omitted. */
  readonly known: ReadonlySet<string>
  readonly grows: boolean
  /** Whether only some items were checked. If so, findings of unchecked items do not count as fixed. */
  readonly isPart: boolean
  /** Whether a baseline cannot contain a finding. */
  readonly isKeptOut: (entry: DiagnosticEntry) => boolean
  /** The folder that the file name is relative to. */
  readonly cwd: string
}

/** The result of writing a baseline: the number of findings in it, or the reason why it did not change. */
export type WrittenBaseline =
  { readonly known: ReadonlySet<string>; readonly findings: number } | { readonly because: string }

/**
 * Write the current findings as the known ones. Hints are not included, because `check` does not report them with a
 * baseline. Rows are sorted to make baselines comparable. An existing baseline only shrinks, unless it `grows`: new
 * findings need a decision.
 *
 * @throws ReportedError if the file is not a baseline, because a mistyped name must not overwrite a file.
 */
export function writeBaseline(
  name: string,
  { problems, suppressions }: ProjectReport,
  { known, grows, isPart, isKeptOut, cwd }: Growth,
): WrittenBaseline {
  const file = resolve(cwd, name)
  const former = fingerprintsAt(file, name)
  const left = suppressions.filter(({ by, entry }) => by === 'baseline' && known.has(fingerprintOf(entry)))
  const findings = [...problems, ...left]
    .filter(({ entry }) => entry.severity !== 'hint' && !isKeptOut(entry))
    .map(({ entry }) => ({ fingerprint: fingerprintOf(entry), code: entry.code, path: entry.at?.path ?? null }))
    .sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  const added = former ? findings.filter(({ fingerprint }) => !former.has(fingerprint)).length : 0
  if (added > 0 && !grows) return { because: `${added} of the problems are new. Use --grow to add them.` }
  const now = new Set(findings.map(({ fingerprint }) => fingerprint))
  const lost = isPart && former ? [...former].filter((print) => !now.has(print)).length : 0
  if (lost > 0)
    return { because: `${lost} of its problems might belong to items that were not checked. Check all items.` }
  writeNamed(file, `${JSON.stringify({ format: 1, findings }, null, 2)}\n`)
  return { known: now, findings: findings.length }
}

/**
 * The fingerprints in an existing baseline; undefined if the file is missing, empty or not a regular file.
 * @throws ReportedError if the file cannot be read or is not a baseline
 */
function fingerprintsAt(file: string, name: string): ReadonlySet<string> | undefined {
  // A pipe or a terminal has no content to lose.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  let text: string
  try {
    text = readFound(file).toString('utf8')
  } catch (error) {
    throw new ReportedError(
      'usage',
      `--write-baseline ${name} cannot be read (${whyUnread(error)}), and was not changed.`,
    )
  }
  if (text.trim() === '') return undefined
  const prints = fingerprintsOf(text)
  if (!prints)
    throw new ReportedError(
      'usage',
      `--write-baseline ${name} is not a baseline, and was not changed. Pass a new file.`,
    )
  return new Set(prints)
}
