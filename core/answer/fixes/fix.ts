import type { DialectName } from '../../rules/dialect.ts'
import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import type { SourceRange } from '../../text/source.ts'

/**
 * One edit of a file: replaces the characters from `start` to `end` of the original file with `text`. Edits of one file
 * never overlap.
 */
interface TextEdit {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A change to the draft that an editor or the host can make. */
export type Change =
  | ({ readonly kind: 'edit' } & TextEdit)
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  /** Request another item. No file changes. */
  | { readonly kind: 'ask'; readonly item_id: string }
  | { readonly kind: 'dialect'; readonly dialect: DialectName }
  | { readonly kind: 'search'; readonly search: 'scoped' | 'global' }
  | { readonly kind: 'dev-mode'; readonly dev_mode: boolean }
  /** The host signs the file, because only the host has the private key. */
  | { readonly kind: 'sign'; readonly path: string }
  /** The host adds the public half of a key to the project's trusted keys. */
  | { readonly kind: 'trust'; readonly fingerprint: string }

/**
 * A minimal change that resolves a finding. It is offered only after an analysis of the changed draft, except with
 * `needs-key`.
 */
export interface Fix {
  readonly title: string
  readonly code: DiagnosticCode
  /** The place of the finding. */
  readonly at: SourceRange | null
  readonly changes: readonly Change[]
  /**
   * `verified`: the change resolves the finding. `needs-key`: only the host can make the change, so it was not tried.
   */
  readonly state: 'verified' | 'needs-key'
  /** Whether the fix also makes the item ready. */
  readonly ready: boolean
}

/** The edits to one file in a list of changes. */
export function editsOf(changes: readonly Change[], path: string): readonly TextEdit[] {
  return changes.filter((change) => change.kind === 'edit').filter((edit) => edit.path === path)
}

/**
 * The text with the edits applied. Offsets refer to the original text, so the order of edits at different places does
 * not matter.
 */
export function editedText(text: string, edits: readonly Omit<TextEdit, 'path'>[]): string {
  // Edits apply from the end, so that no edit moves the place of another. Insertions at the same place keep their
  // order.
  const fromTheEnd = [...edits].reverse().sort((a, b) => b.start - a.start || b.end - a.end)
  return fromTheEnd.reduce((all, { start, end, text: put }) => all.slice(0, start) + put + all.slice(end), text)
}
