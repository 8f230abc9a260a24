import type { DialectName } from '../../rules/dialect.ts'

/**
 * A whole draft as one document: the content of a share link, a run request and a zip archive. It contains only the
 * files of the draft. For the system files of the product, it contains the bundle and its version.
 */
export interface Snapshot {
  readonly format: 1
  readonly name: string
  readonly dialect: DialectName
  readonly search: 'scoped' | 'global'
  readonly dev_mode: boolean
  /** The bundle of the product that is the system space. */
  readonly bundle: { readonly id: string; readonly version: string }
  /**
   * The system bundles in search order (R1.1), if the draft includes its own: `builtin` is `bundle`, the others have
   * their files in `files`, under `/system/<id>`. Default: only `bundle`.
   */
  readonly systems?: readonly ('builtin' | { readonly id: string; readonly version: string })[]
  readonly item_id: string
  /** The caller's parameters as JSON text, exactly as typed. */
  readonly parameters: string
  /** Absolute path under `/project`, `/user` or a bundle of the draft, to text or to bytes that are not text. */
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>
  /** The user's changes to the world outside the files; absent fields are the defaults. */
  readonly world?: {
    readonly environ?: Readonly<Record<string, string>>
    readonly files?: readonly string[]
    readonly programs?: readonly {
      readonly argv: readonly string[]
      readonly return_code: number
      readonly stdout: string
    }[]
    readonly path_separator?: ':' | ';'
  }
  /** The source of a lesson for this draft (`core/learn`). Anyone who opens the draft can take the lesson. */
  readonly lesson?: string
  /** The answer at the time of sharing, so that readers can see whether it has changed. */
  readonly expected?: {
    readonly plan_digest: string | null
    readonly chain: readonly string[]
    /** The values of the plan as short texts, by JSON pointer into it; absent in old links and for large plans. */
    readonly values?: Readonly<Record<string, string>>
  }
}
