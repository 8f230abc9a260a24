import type { DialectName } from '../../rules/dialect.ts'

/**
 * A whole draft as one document: the content of a share link, a run request and a zip archive. It contains all files of
 * the draft. The product's system files are represented only by the ID and version of the bundle.
 */
export interface Snapshot {
  readonly format: 1
  readonly name: string
  readonly dialect: DialectName
  readonly search: 'scoped' | 'global'
  readonly dev_mode: boolean
  /** The product's bundle for the system space. */
  readonly bundle: { readonly id: string; readonly version: string }
  /**
   * The system bundles in search order (R1.1), if the draft includes bundles of its own. `builtin` means `bundle`; the
   * files of other bundles are in `files`, under `/system/<id>`. Default: only `bundle`.
   */
  readonly systems?: readonly ('builtin' | { readonly id: string; readonly version: string })[]
  readonly item_id: string
  /** The caller's parameters as JSON text, exactly as typed. */
  readonly parameters: string
  /**
   * The text of each file, or its bytes if it is not text, by absolute path under `/project`, `/user` or a bundle of
   * the draft.
   */
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>
  /** The user's changes to the world outside the files. Absent fields have default values. */
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
  /** The source of a lesson for this draft (`core/learn`), for anyone who opens the draft. */
  readonly lesson?: string
  /** The results at the time of sharing, so that readers can see whether they have changed. */
  readonly expected?: {
    readonly plan_digest: string | null
    readonly chain: readonly string[]
    /**
     * The values of the plan as short strings, by JSON pointer in the plan; absent in old links and for large plans.
     */
    readonly values?: Readonly<Record<string, string>>
  }
}
