import type { Analysis, ProvenanceEntry } from '#core/answer'
import type { Directory } from './directory.ts'
import { withShownPaths } from './own-paths.ts'
import { ReportedError } from './reported-error.ts'

/** The value to explain, and whether to show secrets. */
export interface ExplainOptions {
  /** The path of the value in the analysis, such as `/plan/args/0`. Default: every value. */
  readonly value?: string | undefined
  /** Show secrets instead of their fingerprints. */
  readonly showSecrets?: boolean
}

/** Each value's source and the values it overrides (R9.7), by the path of the value in the analysis. */
export type Explained = Readonly<Record<string, ProvenanceEntry>>

/**
 * Explain the source of one value in an analysis, or of all values.
 * @throws ReportedError for an item without values, and for a value that does not exist.
 */
export function explain(analysis: Analysis, { value }: ExplainOptions, directory: Directory): Explained {
  requireValues(analysis, directory)
  return value === undefined ? analysis.provenance : { [value]: entryAt(analysis, value) }
}

/** Require an analysis with values. An analysis that was refused early has none, and the error names the reason. */
function requireValues({ provenance, item_id, status, diagnostics }: Analysis, directory: Directory): void {
  if (Object.keys(provenance).length > 0) return
  const because = diagnostics.find(({ severity }) => severity === 'error')
  const reason = because ? ` ${withShownPaths(because.message, directory)}` : ''
  throw new ReportedError('trouble', `${item_id} has no values to explain: its status is ${status}.${reason}`)
}

function entryAt(analysis: Analysis, pointer: string): ProvenanceEntry {
  const entry = Object.hasOwn(analysis.provenance, pointer) ? analysis.provenance[pointer] : undefined
  if (entry) return entry
  const all = Object.keys(analysis.provenance)
  const near = all.filter(
    (known) => known.startsWith(`${pointer.replace(/\/$/, '')}/`) || pointer.startsWith(`${known}/`),
  )
  const some = (near.length > 0 ? near : all).slice(0, 20)
  throw new ReportedError(
    'trouble',
    `The analysis has no value at ${pointer}. Some existing values:\n${some.map((one) => `  ${one}`).join('\n')}`,
  )
}
