import { snapshotVersion } from '#core/share'
import type { Snapshot } from '#core/workspace'
import type { Drafts } from '../state/drafts.svelte.ts'

/** The draft in this library from which an opened link was made. */
export interface DraftBehind {
  readonly id: string
  readonly name: string
  /** Whether the draft is still as it was when the link was made. */
  readonly isUnchanged: boolean
  /** The state from which the link was made, if the draft has changed and its history has that state. */
  readonly then: Snapshot | undefined
}

/**
 * Find the draft from which the open draft's link was made. Undefined if this library does not have it, if it is in the
 * trash, or if it is the open draft.
 */
export async function draftBehind(drafts: Drafts): Promise<DraftBehind | undefined> {
  const [id, version] = (drafts.origin.kind === 'link' ? (drafts.origin.from ?? '') : '').split('.')
  if (id === undefined || version === undefined || id === drafts.id) return undefined
  const record = await drafts.load(id)
  if (!record || record.trashed) return undefined
  const isUnchanged = snapshotVersion(record.snapshot) === version
  const steps = isUnchanged ? undefined : await drafts.history(id)
  const then = steps?.list.findLast(({ snapshot }) => snapshotVersion(snapshot) === version)?.snapshot
  return { id, name: record.snapshot.name, isUnchanged, then }
}
