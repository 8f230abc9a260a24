import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { Edit, FileEdit } from './edit.ts'
import type { Lesson } from './lesson.ts'

type Files = Record<string, Snapshot['files'][string]>

/** The changed draft, or the path of the file that does not contain the expected text. */
export type Edited =
  { readonly kind: 'changed'; readonly snapshot: Snapshot } | { readonly kind: 'differs'; readonly path: string }

/** Applies an edit of a lesson to a draft. */
export function applyEdit(snapshot: Snapshot, edit: Edit): Edited {
  const files: Files = { ...snapshot.files }
  for (const one of edit.files) {
    if (!applyToFiles(files, one)) return { kind: 'differs', path: one.path }
  }
  const { item_id, parameters, search, dialect, dev_mode, world } = edit
  return {
    kind: 'changed',
    snapshot: {
      ...snapshot,
      files,
      ...(item_id !== undefined && { item_id }),
      ...(parameters !== undefined && { parameters }),
      ...(search && { search }),
      ...(dialect && { dialect, bundle: bundleOfDialect[dialect] }),
      ...(dev_mode !== undefined && { dev_mode }),
      ...(world && { world }),
    },
  }
}

/**
 * Edits one file. Returns false if the text to replace or the file to move is missing, unless the edit was already
 * made.
 */
function applyToFiles(files: Files, edit: FileEdit): boolean {
  const { path } = edit
  const content = Object.hasOwn(files, path) ? files[path] : undefined
  switch (edit.kind) {
    case 'write':
      files[path] = edit.text
      return true
    case 'remove':
      delete files[path]
      return true
    case 'move':
      if (content === undefined) return Object.hasOwn(files, edit.to)
      delete files[path]
      files[edit.to] = content
      return true
    case 'replace': {
      if (typeof content !== 'string') return false
      const at = content.indexOf(edit.find)
      if (at < 0) return edit.put !== '' && content.includes(edit.put)
      files[path] = content.slice(0, at) + edit.put + content.slice(at + edit.find.length)
      return true
    }
  }
}

/**
 * Applies the "Do it" edit of a step to the current draft. If a file does not contain the expected text, all files
 * touched so far are set to their ideal state instead: the start with every "Do it" edit up to this step.
 */
export function doStep(lesson: Lesson, start: Snapshot, now: Snapshot, index: number): Snapshot {
  const edit = lesson.steps[index]?.edit
  if (!edit) return now
  const done = applyEdit(now, edit)
  if (done.kind === 'changed') return done.snapshot
  const ideal = statesOf(lesson, start)[index + 1] ?? now
  const touched = lesson.steps.slice(0, index + 1).flatMap(({ edit }) => edit?.files ?? [])
  const paths = new Set(touched.flatMap((one) => (one.kind === 'move' ? [one.path, one.to] : [one.path])))
  const kept = Object.entries(now.files).filter(([path]) => !paths.has(path))
  const given = Object.entries(ideal.files).filter(([path]) => paths.has(path))
  const rest = applyEdit({ ...now, files: Object.fromEntries([...kept, ...given]) }, { ...edit, files: [] })
  return rest.kind === 'changed' ? rest.snapshot : now
}

/**
 * The draft at the start and after the "Do it" edit of each step. A step without an edit, or with an edit that does not
 * apply, changes nothing.
 */
export function statesOf({ steps }: Lesson, start: Snapshot): readonly Snapshot[] {
  const states = [start]
  for (const { edit } of steps) {
    const before = states.at(-1) ?? start
    const done = edit ? applyEdit(before, edit) : undefined
    states.push(done?.kind === 'changed' ? done.snapshot : before)
  }
  return states
}
