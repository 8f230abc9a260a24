import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DiagnosticEntry } from '#core/answer'
import { readFound, readNamed, whyUnread } from '../whole-file.ts'
import { writeNamed } from '../write-whole.ts'
import type { Machine } from '../options.ts'
import { ReportedError } from '../reported-error.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { ProjectReport } from '#core/run'

/**
 * The fingerprints of a baseline file.
 *
 * @throws ReportedError where it cannot be read, or is none.
 */
export function readBaseline(name: string, { cwd }: Pick<Machine, 'cwd'>): ReadonlySet<string> {
  let text: string
  try {
    text = readNamed(resolve(cwd, name)).toString('utf8')
  } catch (error) {
    throw new ReportedError(
      'usage',
      `--baseline ${name} cannot be read (${whyUnread(error)}). Make one with --write-baseline ${name}.`,
    )
  }
  const known = fingerprintsOf(text)
  if (!known)
    throw new ReportedError('usage', `--baseline ${name} is no baseline. Make one with --write-baseline ${name}.`)
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

/** What is known already, and whether a baseline that is there may take new findings in. */
interface Growth {
  /** Fingerprints of the findings that the check left out as known. */
  readonly known: ReadonlySet<string>
  readonly grows: boolean
  /** Whether only some items were checked: what was not looked at is not mended. */
  readonly isPart: boolean
  /** Findings that no baseline can hold. */
  readonly isKeptOut: (entry: DiagnosticEntry) => boolean
  /** Where the name of the file counts from. */
  readonly cwd: string
}

/** What became of a baseline: how many findings it holds now, or why it stays as it is. */
export type WrittenBaseline =
  { readonly known: ReadonlySet<string>; readonly findings: number } | { readonly because: string }

/**
 * Write what is found now as what is known; hints are never told, so they are not in it. Sorted, so that it can be compared. A baseline that
 * is there only shrinks, unless it `grows`: made anew without a look, it would take new findings in with the old ones.
 *
 * @throws ReportedError where the file is something else: a name that was mistyped costs nobody a file.
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
  if (added > 0 && !grows) return { because: `${added} of the findings are not in it. --grow takes them in.` }
  const now = new Set(findings.map(({ fingerprint }) => fingerprint))
  const lost = isPart && former ? [...former].filter((print) => !now.has(print)).length : 0
  if (lost > 0) return { because: `${lost} of its findings may be at items that were not checked. Check all items.` }
  writeNamed(file, `${JSON.stringify({ format: 1, findings }, null, 2)}\n`)
  return { known: now, findings: findings.length }
}

/** What a baseline that is there holds; undefined where there is no file, or an empty one. */
function fingerprintsAt(file: string, name: string): ReadonlySet<string> | undefined {
  // A pipe or a terminal holds nothing that could be lost.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  let text: string
  try {
    text = readFound(file).toString('utf8')
  } catch (error) {
    throw new ReportedError(
      'usage',
      `--write-baseline ${name} cannot be read (${whyUnread(error)}), and stays as it is.`,
    )
  }
  if (text.trim() === '') return undefined
  const prints = fingerprintsOf(text)
  if (!prints) throw new ReportedError('usage', `--write-baseline ${name} is no baseline, and stays as it is.`)
  return new Set(prints)
}
