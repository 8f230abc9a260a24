import { decodeShare, describeShareProblem, packShare, readSharedDocument } from '#core/share'
import { findSecrets, type Secret } from '#core/trust'
import type { Snapshot } from '#core/workspace'
import { deflateSync, strToU8 } from 'fflate'

/** A link's fragment and what should be looked at before it leaves. */
export interface PreparedShare {
  readonly fragment: string
  readonly secrets: readonly Secret[]
  /** Why the link would not open; such a link is not shown. */
  readonly problem: string | undefined
}

/** Pack a draft into a link, with its secrets listed. */
export function prepareShare(snapshot: Snapshot): PreparedShare {
  const packed = packShare(snapshot)
  return packed.kind === 'link'
    ? { fragment: packed.fragment, secrets: findSecrets(snapshot), problem: undefined }
    : { fragment: '', secrets: [], problem: describeShareProblem(packed.problem) }
}

/** About what each file adds to a link in characters, largest first: packed by itself, whatever it shares with others. */
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
