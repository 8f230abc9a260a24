import { decodeShare, describeShareProblem, packShare, readSharedDocument, snapshotVersion } from '#core/share'
import { findSecrets, type Secret } from '#core/trust'
import type { Snapshot } from '#core/workspace'
import { deflateSync, strToU8 } from 'fflate'
import type { Drafts } from '../state/drafts.svelte.ts'

/** The fragment of a link, with the possible secrets to review before sharing. */
export interface PreparedShare {
  readonly fragment: string
  readonly secrets: readonly Secret[]
  /** The reason why the draft cannot be a link; `fragment` is then empty. Undefined for a valid link. */
  readonly problem: string | undefined
}

/** Pack a draft into a link, and list its secrets. */
export function prepareShare(snapshot: Snapshot): PreparedShare {
  const packed = packShare(snapshot)
  return packed.kind === 'link'
    ? { fragment: packed.fragment, secrets: findSecrets(snapshot), problem: undefined }
    : { fragment: '', secrets: [], problem: describeShareProblem(packed.problem) }
}

/**
 * The part of a link that names the draft from which the link was made, so that an answer can be compared with that
 * draft. A draft opened from a link keeps the name in that link. An unsaved draft has no name, because no library can
 * contain it.
 */
export function nameOfOrigin({ origin, id, isNew }: Drafts, snapshot: Snapshot): string {
  const own = isNew ? undefined : `${id}.${snapshotVersion(snapshot)}`
  const from = origin.kind === 'link' ? origin.from : own
  return from === undefined ? '' : `&from=${from}`
}

/**
 * The approximate number of characters that each file adds to a link, largest first. Each file is packed separately.
 */
export function fileSizes({ files }: Snapshot): readonly { readonly path: string; readonly characters: number }[] {
  return Object.entries(files)
    .map(([path, content]) => {
      const packed = deflateSync(strToU8(`${path}${typeof content === 'string' ? content : content.base64}`))
      return { path, characters: Math.ceil((packed.length * 4) / 3) }
    })
    .sort((a, b) => b.characters - a.characters)
}

export type OpenedShare =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot; readonly ignored: readonly string[] }
  | { readonly kind: 'rejected'; readonly problem: string }

/** Parse the fragment of a link. Returns an error message if it is invalid. */
export function openShare(fragment: string): OpenedShare {
  const opened = decodeShare(fragment)
  if (opened.kind === 'snapshot') return { kind: 'snapshot', snapshot: opened.snapshot, ignored: opened.ignored }
  return { kind: 'rejected', problem: describeShareProblem(opened.problem) }
}

/** Parse an untrusted document: the response to a short link, or a file. */
export function openDocument(document: unknown): OpenedShare {
  const read = readSharedDocument(document)
  if (read.kind === 'snapshot') return { kind: 'snapshot', snapshot: read.snapshot, ignored: read.ignored }
  return { kind: 'rejected', problem: describeShareProblem(read.problem) }
}
