import type { DialectName } from '../rules/dialect.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'

/** An edit of a draft. It never runs anything or grants trust. */
export interface Edit {
  readonly files: readonly FileEdit[]
  readonly item_id?: string
  readonly parameters?: string
  readonly search?: Snapshot['search']
  readonly dialect?: DialectName
  readonly dev_mode?: boolean
  readonly world?: Snapshot['world']
}

export type FileEdit =
  | { readonly kind: 'replace'; readonly path: string; readonly find: string; readonly put: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
