import { canonicalSnapshot } from '../workspace/snapshot/canonical-snapshot.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Edit, FileEdit } from './edit.ts'

/**
 * The edit that turns one draft into another: it makes a teacher's own solution the "Do it" edit of a step. New or
 * changed files that are not text are left out.
 */
export function editBetween(before: Snapshot, after: Snapshot): Edit {
  const paths = [...new Set([...Object.keys(before.files), ...Object.keys(after.files)])].sort()
  const files = paths.flatMap((path): readonly FileEdit[] => {
    const [old, now] = [contentAt(before, path), contentAt(after, path)]
    if (old === now) return []
    if (now === undefined) return [{ kind: 'remove', path }]
    if (typeof now !== 'string') return []
    return [typeof old === 'string' ? replacing(path, old, now) : { kind: 'write', path, text: now }]
  })
  const { item_id, parameters, search, dialect, dev_mode, world } = after
  const isOtherWorld =
    JSON.stringify(canonicalSnapshot(before).world) !== JSON.stringify(canonicalSnapshot(after).world)
  return {
    files,
    ...(item_id !== before.item_id && { item_id }),
    ...(parameters !== before.parameters && { parameters }),
    ...(search !== before.search && { search }),
    ...(dialect !== before.dialect && { dialect }),
    ...(dev_mode !== before.dev_mode && { dev_mode }),
    ...(isOtherWorld && { world: world ?? {} }),
  }
}

function contentAt({ files }: Snapshot, path: string): Snapshot['files'][string] | undefined {
  return Object.hasOwn(files, path) ? files[path] : undefined
}

/**
 * Replaces only the changed lines if their text occurs exactly once in the file and the new text is not empty;
 * otherwise replaces the whole text.
 */
function replacing(path: string, old: string, now: string): FileEdit {
  const [a, b] = [old.split('\n'), now.split('\n')]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  // An insertion needs an anchor line.
  if (start > 0 && start === a.length - end) start--
  const find = a.slice(start, a.length - end).join('\n')
  const put = b.slice(start, b.length - end).join('\n')
  const isAlone = find !== '' && put !== '' && old.indexOf(find) === old.lastIndexOf(find)
  return isAlone ? { kind: 'replace', path, find, put } : { kind: 'write', path, text: now }
}
