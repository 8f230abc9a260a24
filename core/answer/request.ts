import type { Dict } from '../read/value/value.ts'

/** The item to analyze, and the caller's parameters as JSON text or as values. */
export interface AnalysisRequest {
  readonly item_id: string
  readonly parameters: string | Dict
}

/** Parts of an analysis that a caller can skip or change. */
export interface AnalysisOptions {
  /** Look at no signature at all. */
  readonly skip_integrity?: boolean
  /** Leave the pair rules out (R4). */
  readonly skip_validation?: boolean
  /** Leave the tool's schema out (R5): for checks of an item without a call. */
  readonly skip_schema?: boolean
  /** Leave the lockfile out (R11). */
  readonly skip_lockfile?: boolean
  /** Record no trace and keep no chain: for checks of whole workspaces, which keep what they need themselves. */
  readonly brief?: boolean
  /** The project that the caller means; a call that means another one is refused. */
  readonly project_path?: string
  /** Laid over the environment of the finished configuration. */
  readonly extra_env?: Readonly<Record<string, string>>
  /** Show secrets in trace and provenance instead of their fingerprints. */
  readonly show_secrets?: boolean
}
