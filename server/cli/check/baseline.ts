import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { codeOf, UsageError, type Io } from '../io.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { CheckReport } from './report.ts'

/**
 * The fingerprints of a baseline file.
 *
 * @throws UsageError where it cannot be read, or is none.
 */
export function readBaseline(name: string, io: Io): ReadonlySet<string> {
  let text: string
  try {
    text = readFileSync(resolve(io.cwd, name), 'utf8')
  } catch (error) {
    throw new UsageError(
      `--baseline ${name} cannot be read (${codeOf(error)}). Make one with --write-baseline ${name}.`,
    )
  }
  const known = fingerprintsOf(text)
  if (!known) throw new UsageError(`--baseline ${name} is no baseline. Make one with --write-baseline ${name}.`)
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

/** Write what is found now as what is known; hints are never told, so they are not in it. Sorted, so that it can be compared. */
export function writeBaseline(name: string, { problems }: CheckReport, io: Io): void {
  const findings = problems
    .filter(({ entry }) => entry.severity !== 'hint')
    .map(({ entry }) => ({ fingerprint: fingerprintOf(entry), code: entry.code, path: entry.at?.path ?? null }))
    .sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  writeFileSync(resolve(io.cwd, name), `${JSON.stringify({ format: 1, findings }, null, 2)}\n`)
  io.err(`${findings.length} findings are in ${name} now: --baseline ${name} leaves them out.\n`)
}
