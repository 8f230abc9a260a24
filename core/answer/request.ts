import type { Dict } from '../read/value/value.ts'

/** The item to analyze, and the caller's parameters as JSON text or as values. */
export interface AnalysisRequest {
  readonly item_id: string
  readonly parameters: string | Dict
}

/** Parts of an analysis that a caller can skip or change. */
export interface AnalysisOptions {
  /** Skip all signature checks. */
  readonly skip_integrity?: boolean
  /** Skip the pair rules (R4). */
  readonly skip_validation?: boolean
  /** Skip the tool's schema (R5), for a check of an item without a call. */
  readonly skip_schema?: boolean
  /** Skip the lockfile (R11). */
  readonly skip_lockfile?: boolean
  /** Record no trace and cache no chain: checks of whole workspaces have their own caches. */
  readonly brief?: boolean
  /** The project that the caller expects. A call for another project is refused. */
  readonly project_path?: string
  /** Variables that override the environment in the finished configuration. */
  readonly extra_env?: Readonly<Record<string, string>>
  /** In trace and provenance, show secrets instead of their fingerprints. */
  readonly show_secrets?: boolean
}
