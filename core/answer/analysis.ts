import type { ProcessKind, RequestKind } from '../rules/primitives.ts'
import type { DialectName, MetadataFormat } from '../rules/dialect.ts'
import type { DiagnosticCode } from '../diagnostics/facts.ts'
import type { Severity } from '../diagnostics/severity.ts'
import type { PartName } from '../parts.ts'
import type { Contributor, Span, TemplateStep } from '../plan/provenance.ts'
import type { Position, SourceRange } from '../text/source.ts'
import type { Space } from '../rules/space.ts'
import type { Found, TraceEvent, Verdict } from '../trace.ts'
import type { JsonValue } from '../read/value/encode.ts'

/**
 * The analysis of one item: one JSON document, the same from the page, the command line and the server. Values that
 * JavaScript's JSON cannot represent are `{"$py": ...}`, and `writeJson` writes them as Python does. Places are ranges
 * with line and column. `core/README.md` describes every field.
 */
export interface Analysis {
  readonly format: 1
  readonly dialect: DialectName
  readonly search: 'scoped' | 'global'
  readonly item_id: string
  /** `ready`: a plan exists and can run. `refused`: a finding prevents the run. `not_found`: no such item. */
  readonly status: 'ready' | 'refused' | 'not_found'
  /** Partial if the chain is broken: the elements before the break (R3.2). */
  readonly chain: readonly ChainEntry[]
  readonly validation: Validation | null
  readonly parameters: ParametersReport
  /** The whole environment of the plan, sorted by name; null if an earlier step failed. */
  readonly env: Readonly<Record<string, string>> | null
  readonly anchor: AnchorReport | null
  readonly resolved_config: JsonValue
  readonly plan: Plan | null
  readonly lockfile: LockfileReport
  readonly diagnostics: readonly DiagnosticEntry[]
  readonly trace: readonly TraceEvent[]
  /**
   * The source of each value, by its JSON pointer in this document (`/plan/args/0`, `/env/PATH`, `/resolved_config/a`).
   */
  readonly provenance: Readonly<Record<string, ProvenanceEntry>>
  /** Parts of the engine that are still loading. The analysis is incomplete: request it again when they are loaded. */
  readonly lacks?: readonly PartName[]
}

/** One element of the chain (R3.1, R14.1): the metadata as written in its file, and the files it shadows (R1.5). */
export interface ChainEntry {
  readonly item_id: string
  readonly role: 'tool' | 'runtime' | 'primitive'
  readonly path: string | null
  readonly space: Space
  readonly shadowed: readonly Found[]
  readonly format: MetadataFormat | null
  readonly version: JsonValue
  readonly tool_type: JsonValue
  readonly executor_id: JsonValue
  readonly category: JsonValue
  readonly description: JsonValue
  /** The place of the executor ID in the file, to which the page links; null without a place. */
  readonly executor_at: PlacedRange | null
  /** Content hash (R10.2); null for a built-in primitive. */
  readonly integrity: string | null
  readonly signature: SignatureReport
  readonly provider_id: string | null
  readonly provider_version: string | null
}

/**
 * The signature of a file (R10.4). Fingerprint and time are those of the signature line, even if the signature does not
 * verify (R13.1).
 */
export interface SignatureReport {
  readonly state:
    | 'verified'
    | 'built-in'
    | 'not-checked'
    | 'unsigned'
    | 'malformed'
    | 'modified'
    | 'untrusted-key'
    | 'bad-signature'
    | 'no-format'
    | 'unreadable'
  readonly key_fp: string | null
  readonly signed_at: string | null
}

/** The result of all pair rules (R4). `valid` means that no pair breaks a rule. */
export interface Validation {
  readonly valid: boolean
  readonly validated_pairs: number
  readonly pairs: readonly PairReport[]
}

/** The results of the three rules for one pair. `child` and `parent` are indexes into `chain`. */
export interface PairReport {
  readonly child: number
  readonly parent: number
  readonly space: Verdict
  readonly io: Verdict
  readonly version: Verdict
}

/**
 * The caller's parameters, validated against the tool's schema (R5.1). `defaults` lists the parameters that the schema
 * adds.
 */
export interface ParametersReport {
  readonly given: JsonValue
  /** The parameters with the defaults of the schema (R5.1). */
  readonly effective: JsonValue
  readonly schema: JsonValue
  readonly defaults: readonly string[]
  readonly valid: boolean
}

/**
 * Whether the anchor is active and why (R7.1), the names that it provides (R7.2) and the directory that it sets (R7.3).
 */
export interface AnchorReport {
  /** Index of the first element that declares an anchor; null if no element declares one. */
  readonly source: number | null
  readonly active: boolean
  readonly because: string
  readonly context: Readonly<Record<string, string>>
  readonly cwd: string | null
  readonly verified_dependencies: readonly string[]
}

/** R9.6. `digest` is the SHA-256 of the canonical JSON of all other fields. */
export type Plan = ProcessPlan | HttpPlan

/** A process to start (R15.1): an argument list, never a shell command line. */
export interface ProcessPlan {
  readonly primitive: ProcessKind
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | null
  readonly input: string | null
  /** Timeout in seconds; null for no timeout. */
  readonly timeout: number | null
  readonly digest: string
}

/** A request to send (R15.2). The timeout is in seconds, null for no timeout. */
export interface HttpPlan {
  readonly primitive: RequestKind
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
  readonly auth: HttpAuth | null
  readonly retry: { readonly max_attempts: number; readonly backoff: 'exponential' | 'none' }
  readonly timeout: number | null
  readonly mode: 'sync' | 'stream'
  readonly digest: string
}

/** The authentication of a request (R15.2). */
export type HttpAuth =
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'api_key'; readonly key: string; readonly header: string }

/** The state of this chain's lockfile (R11.2). */
export interface LockfileReport {
  /** `unsupported` if the dialect has no lockfiles. */
  readonly state: 'unsupported' | 'absent' | 'matches' | 'drifted' | 'unreadable'
  readonly path: string | null
  /**
   * The path of the lockfile to write after the first success (R11.3); null if a lockfile exists or none can be
   * written.
   */
  readonly would_write: string | null
}

/** A range with the lines and columns of its ends. */
export interface PlacedRange extends SourceRange {
  readonly from: Position
  readonly to: Position
}

/** A finding with its prose. */
export interface DiagnosticEntry {
  readonly code: DiagnosticCode
  readonly severity: Severity
  readonly message: string
  /** The next action. */
  readonly hint: string
  readonly at: PlacedRange | null
  readonly facts: Readonly<Record<string, JsonValue>>
}

/** The source of one value: its contributor, the values it overrides (last first), and its template steps (R9.7). */
export interface ProvenanceEntry {
  readonly value: JsonValue
  readonly by: Contributor
  readonly at: PlacedRange | null
  readonly beat: readonly {
    readonly value: JsonValue
    readonly by: Contributor
    readonly at: PlacedRange | null
    readonly because: 'overridden' | 'shadowed' | 'name-collides'
  }[]
  readonly steps?: readonly TemplateStep[]
  readonly spans?: readonly Span[]
  /** True if the value is a secret, which is shown as a fingerprint. */
  readonly secret?: true
}
