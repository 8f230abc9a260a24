/**
 * The only access to files, with synchronous methods. `fsTree` implements it over `node:fs` and memfs,
 * `MemoryTree` over a map. Paths are absolute and normalized. No method throws: a missing path is `undefined`.
 */
export interface FileTree {
  /** The content of a regular file (links followed), with its stamp at the time of the read. */
  read(path: string): Content | undefined
  /** The entries of a directory (links followed), with names in code unit order. */
  list(path: string): Listing | undefined
  /**
   * The kind and the stamp of a path, links followed; undefined for every `SpecialKind`. `known` is the earlier stamp,
   * returned again if the path is unchanged.
   */
  look(path: string, known?: Stamp | null): Look | undefined
  /** The path with all links resolved; undefined for a missing path and for circular links. */
  real(path: string): string | undefined
  /**
   * The kind of a listed path that is neither a file nor a directory, links followed; undefined for a file and a
   * directory. A tree without such paths can omit this.
   */
  special?(path: string): SpecialKind | undefined
}

/** A file whose bytes cannot be read without waiting, or a link without a target. */
export type SpecialKind = 'pipe' | 'socket' | 'device' | 'dangling-link'

export interface Look {
  readonly kind: FileKind
  /** Null if the tree cannot guarantee a different stamp after a change. The content is then not cached. */
  readonly stamp: Stamp | null
}

export interface Content {
  /** Undefined if the file is larger than `limits.metadataBytes` and the tree does not have it in memory. */
  readonly bytes: Uint8Array | undefined
  readonly stamp: Stamp | null
}

export type FileKind = 'file' | 'directory'

/** The kind of each entry; `unknown` if the directory does not list the kind, for example for a link. */
export type Listing = ReadonlyMap<string, FileKind | 'unknown'>

/**
 * A version mark, compared by identity. It changes whenever a file's content or a directory's names can
 * differ.
 */
export type Stamp = string | number | object
