import type { FileChange, LeftOut } from '#core/run'
import type { FilesAfter } from './messages.ts'
import { unpackFiles } from './packed-files.ts'
import type { PlainFile } from './packed-files.ts'

// During a run, no single file can exceed the limit per file, so the exceeded limit is the total size.
const left_out: LeftOut = { kind: 'limit', limit: 'total_file_size' }
const inWorkspace = /^\/(project|user|system)(\/(?!\.{1,2}(\/|$))[^/\0]+)+$/

/** The changes of a run to the workspace, sorted by path. Compares the files before and after the run. */
export function changesBetween(before: readonly PlainFile[], after: FilesAfter): FileChange[] {
  const known = new Map(before.map((file) => [file.path, file.bytes]))
  const left = new Set(after.paths)
  const changes: FileChange[] = []
  for (const { path, bytes } of unpackFiles(after.touched)) {
    const old = known.get(path)
    if (old !== undefined && sameBytes(old, bytes)) continue
    changes.push({ path, change: old === undefined ? 'created' : 'modified', bytes: bytes.slice() })
  }
  for (const path of after.oversized)
    changes.push({ path, change: known.has(path) ? 'modified' : 'created', bytes: null, left_out })
  for (const { path } of before) if (!left.has(path)) changes.push({ path, change: 'deleted', bytes: null })
  return changes
    .filter((change) => inWorkspace.test(change.path))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
