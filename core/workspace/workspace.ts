import { dialects, type Dialect } from '../rules/dialect.ts'
import type { FileTree, Listing, SpecialKind } from '../input/file-tree.ts'
import { joinPath, nameOf, parentOf } from '../text/path.ts'
import { noFigures, type CacheFigures } from './cache-figures.ts'
import { markOf, type FileText } from './file-text.ts'
import type { Host } from '../input/host.ts'
import { keep } from '../text/keep.ts'
import { KnownPaths } from './known-paths.ts'
import type { Metadata } from '../read/metadata/metadata.ts'
import { isReadEqually, readMetadata } from '../read/metadata/read.ts'
import type { PathState, ReadSet } from './path-state.ts'
import { Place } from './place.ts'
import { readToolFolder, type ToolFolder } from './tool-folder.ts'
import type { Bundle, ProjectRules, WorkspaceSettings } from './workspace-settings.ts'

/** A cached answer and the paths that it depends on, present or absent. */
interface Answer {
  readonly value: unknown
  readonly reads: ReadSet
  readonly epoch: number
  /** Whether the answer was requested since it became the oldest. */
  asked: boolean
}

/** Maximum number of cached answers from `remember`, and of cached earlier metadata. */
const mostKept = 256

/**
 * A file tree with a set of rules, and a cache of its content. An answer stays cached until one of its dependencies
 * changes (R12.1).
 */
export class Workspace {
  readonly settings: WorkspaceSettings
  readonly files: FileTree
  readonly host: Host
  readonly dialect: Dialect
  /** Whether to search for names similar to a missing item. A trial of a change does not need this search. */
  readonly suggests: boolean
  /** All places in search order: project, user, then the bundles as listed (R1.1). */
  readonly places: readonly Place[]
  readonly figures = noFigures()
  /**
   * Programs that a search needed and the world does not list. A host that can run them records the output and searches
   * again.
   */
  readonly unanswered: (readonly string[])[] = []

  readonly #paths: KnownPaths
  /** The metadata of earlier file contents, by hash, so that undo can reuse it. */
  readonly #former = new Map<string, Metadata>()
  readonly #outside: (path: string) => boolean
  readonly #answers = new Map<string | object, Answer>()
  /** The workspace with other rules that shares its files with this one, if any. */
  readonly #basis: Workspace | undefined
  /** The metadata of shared files in this workspace's own dialect. */
  readonly #readings = new Map<FileText, Metadata>()

  constructor(
    settings: WorkspaceSettings,
    files: FileTree,
    host: Host,
    { suggests = true, basis }: { readonly suggests?: boolean; readonly basis?: Workspace } = {},
  ) {
    this.#basis = basis && (basis.#basis ?? basis)
    this.settings = settings
    this.suggests = suggests
    this.files = files
    this.host = host
    this.dialect = dialects[settings.dialect]
    this.places = [
      { space: 'project' as const, root: settings.project },
      { space: 'user' as const, root: settings.user },
      ...settings.systems.map((bundle) => ({ space: this.dialect.systemLabel(bundle.bundle_id), root: bundle.root })),
    ].map(({ space, root }) => new Place(space, root))
    this.#outside = settings.world.hasFile ?? isOneOf(settings.world.files)
    this.#paths = this.#basis
      ? this.#basis.#paths
      : new KnownPaths(files, host, new Set(this.places.map((place) => place.root)), {
          onRead: () => void this.figures.file.misses++,
          onChange: ({ metadata, mark }) => {
            if (metadata && mark !== undefined) keep(this.#former, mark, metadata, mostKept)
          },
        })
  }

  /** The same files with other rules. Shares what this workspace has read, so that only the rules are applied again. */
  withRules(rules: Partial<ProjectRules>): Workspace {
    const { suggests } = this
    return new Workspace({ ...this.settings, ...rules }, this.files, this.host, { suggests, basis: this })
  }

  /**
   * R1.4: an ID in the Unicode form of the host's file names. A host without `formOf` does not change it, so IDs in
   * different forms are different IDs.
   */
  formOf(id: string): string {
    return this.host.formOf?.(id) ?? id
  }

  /** The bundle of a place; null for project and user. */
  bundleOf(place: Place): Bundle | null {
    return this.settings.systems[this.places.indexOf(place) - 2] ?? null
  }

  /** Needed directories that cannot be listed, because permission is denied. */
  get closedFolders(): ReadonlySet<string> {
    return this.#paths.closed
  }

  /** Begins a new epoch, in which every path is checked against the files again. */
  refresh(): void {
    this.#paths.refresh()
  }

  /** Increases with every `refresh`. A path checked in this epoch is not checked again. */
  get epoch(): number {
    return this.#paths.epoch
  }

  /** The regular file at a path; undefined if there is none. */
  file(path: string): FileText | undefined {
    return this.#fileOf(this.#paths.at(path))
  }

  #fileOf(entry: PathState): FileText | undefined {
    if (entry.kind !== 'file') return undefined
    if (entry.file) this.figures.file.hits++
    else this.#paths.fill(entry)
    return entry.file
  }

  /** The reason why a listed name is not a file; undefined for a file and for an absent name. */
  notFile(path: string): 'directory' | SpecialKind | undefined {
    const entry = this.#paths.at(path)
    if (entry.kind !== undefined) return entry.kind === 'directory' ? 'directory' : undefined
    return this.listing(parentOf(path))?.has(nameOf(path)) ? this.files.special?.(path) : undefined
  }

  /** Whether a path is a regular file, in the tree or among the known files of the world (R6.3). */
  isFile(path: string): boolean {
    return this.knownFile(path) !== undefined
  }

  /**
   * The path of a regular file as first requested, so that all cached data shares one string. Undefined if
   * neither the tree nor the known files of the world contain it.
   */
  knownFile(path: string): string | undefined {
    const entry = this.#paths.at(path)
    if (entry.kind === 'file') return entry.path
    return this.#outside(path) ? path : undefined
  }

  /** The listing of a directory; undefined if there is none. The object stays the same until the listing changes. */
  listing(path: string): Listing | undefined {
    return this.#paths.at(path).listing
  }

  /** The tools of a directory, read from its listing once per state; undefined without a directory. */
  toolFolder(path: string): ToolFolder | undefined {
    const entry = this.#paths.at(path)
    return entry.listing && (entry.tools ??= readToolFolder(entry.path, entry.listing))
  }

  /** Whether a path exists, in the tree or among the known files of the world (R6.3). */
  exists(path: string): boolean {
    return this.#paths.at(path).kind !== undefined || this.#outside(path)
  }

  /** Whether a directory contains a regular file with a name. Uses the cached listing of the directory first. */
  hasFile(directory: string, name: string): boolean {
    return this.listing(directory)?.has(name) === true && this.isFile(joinPath(directory, name))
  }

  /** The metadata of a file, cached by the hash of its content (R12.1); undefined without a file. */
  metadata(path: string): Metadata | undefined {
    const entry = this.#paths.at(path)
    const file = this.#fileOf(entry)
    if (!file) return undefined
    if (this.#basis) return this.#ownReading(this.#basis, file, entry.metadata)
    if (entry.metadata) {
      this.figures.metadata.hits++
      return entry.metadata
    }
    const former = this.#former.get(markOf(file))
    const known = former?.path === path ? former : undefined
    if (known) this.figures.metadata.hits++
    else this.figures.metadata.misses++
    entry.metadata = known ?? this.#readMetadata(file)
    return entry.metadata
  }

  /** Drops the text of a file and all data derived from it. Call this when the answer from the file is cached. */
  release(path: string): void {
    this.#paths.release(path)
  }

  /** Drops the whole cache, including its statistics. */
  clear(): void {
    this.#paths.clear()
    this.#former.clear()
    this.#readings.clear()
    this.#answers.clear()
    this.unanswered.length = 0
    for (const figures of Object.values(this.figures)) Object.assign(figures, { hits: 0, misses: 0 })
  }

  /** Runs a function and returns the present and absent paths that its answer depends on (R12.1). */
  recording<T>(work: () => T): { readonly value: T; readonly reads: ReadSet } {
    return this.#paths.recording(work)
  }

  /** Whether a read set is unchanged since an epoch. Checks all of its paths in the current epoch. */
  unchangedSince(reads: ReadSet, epoch: number): boolean {
    return this.#paths.unchangedSince(reads, epoch)
  }

  /** Checks the whole cache against the files. Returns whether anything has changed since an epoch. */
  sweep(since: number): boolean {
    return this.#paths.sweep(since)
  }

  /**
   * Runs a function once, and again only if a file or directory that it read has changed (R12.1). A key that is an
   * object identifies the subject of the work.
   */
  remember<T>(key: string | object, figures: CacheFigures, work: () => T): T {
    const known = this.#answers.get(key)
    if (known && this.unchangedSince(known.reads, known.epoch)) {
      figures.hits++
      known.asked = true
      this.#paths.record(known.reads)
      return known.value as T // the same work produced the answer with this key
    }
    figures.misses++
    const { value, reads } = this.recording(work)
    this.#answers.delete(key)
    this.#answers.set(key, { value, reads, epoch: this.epoch, asked: false })
    if (this.#answers.size > mostKept) this.#dropOldest()
    return value
  }

  /** Drops the oldest answer without a request since it became the oldest, so that answers in use stay cached. */
  #dropOldest(): void {
    for (const [key, answer] of this.#answers) {
      this.#answers.delete(key)
      if (!answer.asked) return
      answer.asked = false
      this.#answers.set(key, answer)
    }
  }

  /**
   * The metadata, in this workspace's dialect, of a file that the basis has read. `shared` is its metadata in the
   * basis's dialect.
   */
  #ownReading({ dialect }: Workspace, file: FileText, shared: Metadata | undefined): Metadata {
    const known = this.#readings.get(file)
    if (known) {
      this.figures.metadata.hits++
      return known
    }
    this.figures.metadata.misses++
    const isSame = shared && isReadEqually(shared, dialect, this.dialect)
    const metadata = isSame ? shared : this.#readMetadata(file)
    this.#readings.set(file, metadata)
    return metadata
  }

  #readMetadata(file: FileText): Metadata {
    if (file.text !== undefined) return readMetadata(file.path, file.text, this.dialect, this.host.parts)
    const at = { path: file.path, start: 0, end: 0 }
    const because = file.problem ?? 'not-utf8'
    return {
      path: file.path,
      format: null,
      fields: new Map(),
      diagnostics: [{ code: 'file-unreadable', at, path: file.path, because }],
    }
  }
}

function isOneOf(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths)
  return (path) => known.has(path)
}
