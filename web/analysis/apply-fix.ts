import { editedText, editsOf, type Change, type Fix } from '#core/answer'
import { bundleOfDialect, type Snapshot } from '#core/workspace'
import type { FileContent } from '../files/content.ts'

/** The changes that a fix makes to a draft: file contents (null deletes a file) and fields of the snapshot head. */
export interface AppliedFix {
  readonly changes: readonly (readonly [path: string, content: FileContent | null])[]
  readonly head: Partial<Omit<Snapshot, 'files'>>
}

/**
 * Compute the files and head fields that a fix changes, without changing the draft. Edit offsets refer to the text with
 * normalized line endings (R2.1).
 */
export function applyFix(fix: Pick<Fix, 'changes'>, contentOf: (path: string) => FileContent | undefined): AppliedFix {
  const changed = new Map<string, FileContent | null>()
  let head: AppliedFix['head'] = {}
  const now = (path: string): FileContent | undefined => changed.get(path) ?? contentOf(path)
  for (const change of fix.changes) {
    head = { ...head, ...headOf(change) }
    if (change.kind === 'create') changed.set(change.path, change.text)
    if (change.kind === 'delete') changed.set(change.path, null)
    if (change.kind === 'move') {
      changed.set(change.to, now(change.path) ?? '')
      changed.set(change.path, null)
    }
    if (change.kind === 'edit') {
      const before = contentOf(change.path)
      const text = typeof before === 'string' ? before.replace(/\r\n?/g, '\n') : ''
      changed.set(change.path, editedText(text, editsOf(fix.changes, change.path)))
    }
  }
  return { changes: [...changed], head }
}

function headOf(change: Change): AppliedFix['head'] {
  if (change.kind === 'ask') return { item_id: change.item_id }
  if (change.kind === 'dialect') return { dialect: change.dialect, bundle: bundleOfDialect[change.dialect] }
  if (change.kind === 'search') return { search: change.search }
  return change.kind === 'dev-mode' ? { dev_mode: change.dev_mode } : {}
}
