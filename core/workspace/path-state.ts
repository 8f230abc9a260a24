import type { FileKind, Listing, Stamp } from '../input/file-tree.ts'
import type { FileText } from './file-text.ts'
import type { Metadata } from '../read/metadata/metadata.ts'
import type { ToolFolder } from './tool-folder.ts'

/**
 * The dependencies of an answer: the files, directories and absences read for it, and the read sets of the answers that
 * it uses. Read sets are shared, not copied, because many items depend on the same large answer. Callers treat it as
 * opaque.
 */
export interface ReadSet {
  readonly paths: readonly PathState[]
  readonly shared: readonly ReadSet[]
  /** The last recording that contains this read set. */
  recorded: number
  /** The epoch of the last check of all paths, and the epoch of the newest change. */
  checked: number
  changed: number
}

/** The cached state of one path, with the epochs of its last check and its last change. */
export interface PathState {
  readonly path: string
  /** The last recording that contains this path. */
  recorded: number
  checked: number
  changed: number
  /** The kind of entry; undefined for an absent path. */
  kind: FileKind | undefined
  /** Undefined for an absent path, and for a file known only from its directory's listing. */
  stamp: Stamp | null | undefined
  /** The mark of the file, from `markOf`. The mark is kept when the text is released. */
  mark: string | undefined
  file: FileText | undefined
  metadata: Metadata | undefined
  listing: Listing | undefined
  /** The tools in the listing, set on first request. */
  tools: ToolFolder | undefined
}

/** The state of a path that has not been read in an epoch. */
export function unseen(path: string, epoch: number): PathState {
  return {
    path,
    recorded: 0,
    checked: 0,
    changed: epoch,
    kind: undefined,
    stamp: undefined,
    mark: undefined,
    file: undefined,
    metadata: undefined,
    listing: undefined,
    tools: undefined,
  }
}

/** The state of every path that is missing from its directory's listing. */
export const absent: PathState = unseen('', 0)
