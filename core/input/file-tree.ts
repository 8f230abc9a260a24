/**
 * The one door to files: four synchronous questions, asked of memfs in the page, of `node:fs` on the server and the
 * command line, and of plain maps in tests. Paths are absolute and normal. Nothing here throws: what is not there is
 * `undefined`.
 */
export interface FileTree {
  /** A regular file (links followed), with the stamp that its bytes were read under. */
  read(path: string): Content | undefined
  /** What a directory holds (links followed), in code unit order of the names. */
  list(path: string): Listing | undefined
  /** What is at a path, with links followed; undefined for a dangling link. `known` is its earlier stamp, returned again if unchanged. */
  look(path: string, known?: Stamp | null): Look | undefined
  /** The path without any link in it, or undefined if nothing is there or the links go round. */
  real(path: string): string | undefined
  /** What is at a path, links followed, that is neither a file nor a directory; a tree that holds nothing else leaves this out. */
  special?(path: string): SpecialKind | undefined
}

/** What has no bytes that a reader could get without waiting, or leads nowhere. */
export type SpecialKind = 'pipe' | 'socket' | 'device' | 'dangling-link'

export interface Look {
  readonly kind: FileKind
  /** `null` where the tree cannot promise to give another one after a change: then nothing is remembered. */
  readonly stamp: Stamp | null
}

export interface Content {
  /** Undefined where there are more than `limits.metadataBytes`, and the tree does not hold them anyway. */
  readonly bytes: Uint8Array | undefined
  readonly stamp: Stamp | null
}

export type FileKind = 'file' | 'directory'

/** The kind of each entry, as far as the directory lists it: a link has to be read. */
export type Listing = ReadonlyMap<string, FileKind | 'unknown'>

/** A mark, compared by identity, that differs whenever the content of a file or the names of a directory may differ. */
export type Stamp = string | number | object
