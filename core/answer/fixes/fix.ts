import type { DialectName } from '../../rules/dialect.ts'
import type { DiagnosticCode } from '../../diagnostics/facts.ts'

/** One change of a text: replace the characters from `start` to `end` of a file, as read, by `text`; several of one file never overlap. */
interface TextEdit {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A change to the draft by an editor. Creating a file is an edit of a file that does not exist yet. */
export type Change =
  | ({ readonly kind: 'edit' } & TextEdit)
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  /** Ask for another item: the files stay as they are. */
  | { readonly kind: 'ask'; readonly item_id: string }
  | { readonly kind: 'dialect'; readonly dialect: DialectName }
  | { readonly kind: 'search'; readonly search: 'scoped' | 'global' }
  | { readonly kind: 'dev-mode'; readonly dev_mode: boolean }
  /** The host signs the file; only it has the private key. */
  | { readonly kind: 'sign'; readonly path: string }
  /** The host puts the public half of a key into the project's trusted keys. */
  | { readonly kind: 'trust'; readonly fingerprint: string }

/** A smallest change that takes a finding away, tried by analysing the changed draft before it is offered. */
export interface Fix {
  readonly title: string
  readonly code: DiagnosticCode
  readonly changes: readonly Change[]
  /** `verified`: the finding is gone afterwards. `needs-key`: only the host can do it, so it could not be tried. */
  readonly state: 'verified' | 'needs-key'
  /** Whether the item is ready afterwards, or only nearer to it. */
  readonly ready: boolean
}

/** The edits of one file that are among some changes. */
export function editsOf(changes: readonly Change[], path: string): readonly TextEdit[] {
  return changes.filter((change) => change.kind === 'edit').filter((edit) => edit.path === path)
}

/** A text with edits applied. Offsets refer to the original text, so the order of the edits does not matter. */
export function editedText(text: string, edits: readonly Omit<TextEdit, 'path'>[]): string {
  // From the end, so that none moves the place of the next; insertions at one place are in the order of the edits.
  const fromTheEnd = [...edits].reverse().sort((a, b) => b.start - a.start || b.end - a.end)
  return fromTheEnd.reduce((all, { start, end, text: put }) => all.slice(0, start) + put + all.slice(end), text)
}
