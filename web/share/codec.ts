import { decodeShare, describeShareProblem, encodeShare, readSharedDocument, shareProblemOf } from '#core/share'
import { findSecrets, type Secret } from '#core/trust'
import type { Snapshot } from '#core/workspace'
import { lengthOf, type FileContent } from '../files/content.ts'
import { deflateSync, strToU8 } from 'fflate'

/** A link's fragment and what should be looked at before it leaves. */
export interface PreparedShare {
  readonly fragment: string
  readonly secrets: readonly Secret[]
  /** Files by the characters that they add to the link, about; largest first. */
  readonly sizes: readonly { readonly path: string; readonly characters: number }[]
  /** Why nobody could open the link; it is not to be handed out then. */
  readonly problem: string | undefined
}

/** Pack a draft into a link: measured, with its secrets listed. */
export function prepareShare(snapshot: Snapshot): PreparedShare {
  const tooLarge = shareProblemOf(snapshot)
  // Packing what nobody could open would hold the page up for seconds.
  if (tooLarge)
    return { fragment: '', secrets: [], sizes: largestOf(snapshot), problem: describeShareProblem(tooLarge) }
  const fragment = encodeShare(snapshot)
  const sizes = Object.entries(snapshot.files).map(([path, content]) => ({ path, characters: sizeOf(path, content) }))
  const opened = openShare(fragment)
  return {
    fragment,
    secrets: findSecrets(snapshot),
    sizes: sizes.sort((a, b) => b.characters - a.characters),
    problem: opened.kind === 'rejected' ? opened.problem : undefined,
  }
}

/** The largest files of a draft that no link can hold, by their length. */
function largestOf({ files }: Snapshot): PreparedShare['sizes'] {
  const sizes = Object.entries(files).map(([path, content]) => ({ path, characters: lengthOf(content) }))
  return sizes.sort((a, b) => b.characters - a.characters).slice(0, 100)
}

/** About what a file adds to a link: packed for itself, whatever it shares with others, so that any number is quickly ranked. */
function sizeOf(path: string, content: FileContent): number {
  const packed = deflateSync(strToU8(`${path}${typeof content === 'string' ? content : content.base64}`))
  return Math.ceil((packed.length * 4) / 3)
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
  const read = readSharedDocument(document)
  if (read.kind === 'snapshot') return { kind: 'snapshot', snapshot: read.snapshot, ignored: read.ignored }
  return { kind: 'rejected', problem: describeShareProblem(read.problem) }
}
