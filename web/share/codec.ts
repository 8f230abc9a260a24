import {
  decodeShare,
  describeShareProblem,
  describeSnapshotProblem,
  encodeShare,
  findSecrets,
  parseSnapshot,
  type Secret,
  type Snapshot,
} from '#core'
import { omit } from '../files/records.ts'

/** A link's fragment and what should be looked at before it leaves. */
export interface PreparedShare {
  readonly fragment: string
  readonly secrets: readonly Secret[]
  /** Files by the characters they add to the link, largest first. */
  readonly sizes: readonly { readonly path: string; readonly characters: number }[]
  /** Why nobody could open the link; it is not to be handed out then. */
  readonly problem: string | undefined
}

/** Pack a draft into a link (issue 6): measured, with its secrets listed. */
export function prepareShare(snapshot: Snapshot): PreparedShare {
  const fragment = encodeShare(snapshot)
  const paths = Object.keys(snapshot.files)
  // Beyond some files the answer would take longer than it is worth.
  const measured = paths.length <= 60 ? paths : []
  const sizes = measured.map((path) => {
    const files = omit(snapshot.files, path)
    return { path, characters: Math.max(0, fragment.length - encodeShare({ ...snapshot, files }).length) }
  })
  const opened = openShare(fragment)
  return {
    fragment,
    secrets: findSecrets(snapshot),
    sizes: sizes.sort((a, b) => b.characters - a.characters),
    problem: opened.kind === 'rejected' ? opened.problem : undefined,
  }
}

export type OpenedShare =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot; readonly ignored: readonly string[] }
  | { readonly kind: 'rejected'; readonly problem: string }

/** Read a link's fragment; what is wrong with it comes in words. */
export function openShare(fragment: string): OpenedShare {
  const opened = decodeShare(fragment)
  if (opened.kind === 'snapshot') return { kind: 'snapshot', snapshot: opened.snapshot, ignored: opened.ignored }
  return { kind: 'rejected', problem: describeShareProblem(opened.problem) }
}

/** Read a document that came from outside: a short link's answer or a file. */
export function openDocument(document: unknown): OpenedShare {
  const parsed = parseSnapshot(document)
  if (parsed.kind === 'snapshot') return { kind: 'snapshot', snapshot: parsed.snapshot, ignored: parsed.ignored }
  return { kind: 'rejected', problem: describeSnapshotProblem(parsed.problem) }
}
