import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { replaceText, type Candidate } from './edits.ts'

/** Candidate fixes that replace the marked text; empty for findings that need another fix. */
export function textCandidates(workspace: Workspace, finding: Diagnostic): readonly Candidate[] {
  switch (finding.code) {
    case 'metadata-syntax':
      return withoutByteOrderMark(workspace, finding)
    case 'category-mismatch':
      return replaceText(finding.at, finding.folder, `Set the category to ${finding.folder}`)
    case 'version-not-text':
      return edit(finding, JSON.stringify(finding.written), `Write ${JSON.stringify(finding.written)}`)
    case 'metadata-lower-case':
      return edit(finding, finding.meant, `Write ${finding.meant}`)
    case 'metadata-key-unknown':
      return spellKey(workspace, finding)
    case 'metadata-value-unknown': {
      const { at, allowed, meant } = finding
      return (meant === null ? allowed : [meant]).flatMap((value) => replaceText(at, value, `Write ${value}`))
    }
    case 'dotenv-export':
      return edit(
        { at: finding.at && { ...finding.at, end: finding.at.start + 'export '.length } },
        '',
        'Remove the word "export"',
      )
    case 'dotenv-quoted':
      return unquote(workspace, finding)
    case 'variable-form':
      return completeForm(workspace, finding)
    case 'graph-node-unknown':
      return finding.near.flatMap((name) => replaceText(finding.at, name, `Change to ${name}`))
    case 'graph-policy-unknown':
      return ['fail', 'continue'].flatMap((policy) => replaceText(finding.at, policy, `Write ${policy}`))
    case 'graph-key-unassigned':
      return finding.near.flatMap((name) => respell(workspace, finding, finding.key, name))
    case 'graph-pipe-unknown':
      return finding.near.flatMap((name) => respell(workspace, finding, finding.pipe, name))
    case 'graph-foreach-async':
      return edit(finding, 'false', 'Set async to false')
    case 'graph-condition-unreadable':
      return finding.near.flatMap((name) => edit(finding, name, `Write ${name}`))
    case 'graph-action-broken':
      return finding.near.flatMap((name) => respell(workspace, finding, finding.item_id, name))
    default:
      return []
  }
}

/** Removes the byte order mark at which the parser stopped. */
function withoutByteOrderMark(workspace: Workspace, { at }: Pick<Diagnostic, 'at'>): readonly Candidate[] {
  if (at?.start !== 0 || workspace.file(at.path)?.text?.startsWith('\ufeff') !== true) return []
  return edit({ at: { ...at, end: 1 } }, '', 'Remove the byte order mark')
}

/** Removes the quotes around a value in `.env`. */
function unquote(workspace: Workspace, finding: Pick<Diagnostic, 'at'>): readonly Candidate[] {
  const { at } = finding
  const value = at && workspace.file(at.path)?.text?.slice(at.start, at.end)
  return value ? edit(finding, value.slice(1, -1), 'Remove the quotes') : []
}

/** Rewrites the marked `${...}` in a form of R6.4, if the file contains it literally and the intent is clear. */
function completeForm(
  workspace: Workspace,
  { at, written, because }: Extract<Diagnostic, { code: 'variable-form' }>,
): readonly Candidate[] {
  if (!at || workspace.file(at.path)?.text?.slice(at.start, at.end) !== written) return []
  if (because === 'unclosed') return edit({ at }, `${written}}`, 'Add the closing brace')
  const meant = written.replace(/^(\$\{[A-Z_][A-Z0-9_]*)-/, '$1:-')
  return meant === written ? [] : edit({ at }, meant, `Write ${meant}`)
}

/** Replaces a word in the marked text if it occurs there once. */
function respell(
  workspace: Workspace,
  { at }: Pick<Diagnostic, 'at'>,
  word: string,
  meant: string,
): readonly Candidate[] {
  const text = at ? (workspace.file(at.path)?.text?.slice(at.start, at.end) ?? '') : ''
  const from = text.indexOf(word)
  if (!at || from === -1 || text.indexOf(word, from + 1) !== -1) return []
  const start = at.start + from
  return edit({ at: { path: at.path, start, end: start + word.length } }, meant, `Write ${meant}`)
}

function edit({ at }: Pick<Diagnostic, 'at'>, text: string, title: string): readonly Candidate[] {
  return at ? [{ title, changes: [{ kind: 'edit', ...at, text }] }] : []
}

/** Replaces a key and keeps its quotes. */
function spellKey(
  workspace: Workspace,
  { at, meant }: Extract<Diagnostic, { code: 'metadata-key-unknown' }>,
): readonly Candidate[] {
  const title = `Write ${meant}`
  const quoted = at && /["'`]/.test(workspace.file(at.path)?.text?.[at.start] ?? '')
  return quoted ? replaceText(at, meant, title) : edit({ at }, meant, title)
}
