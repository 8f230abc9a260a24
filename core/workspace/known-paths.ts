import { closedFile, markOf, readFileText, type FileText } from './file-text.ts'
import type { FileTree, Listing, Look, Stamp } from '../input/file-tree.ts'
import { nameOf, parentOf } from '../text/path.ts'
import type { Host } from '../input/host.ts'
import { keep } from '../text/keep.ts'
import { absent, unseen, type PathState, type ReadSet } from './path-state.ts'

/** Maximum number of cached absent paths. */
const mostDenials = 4_096

/** Maximum number of paths to copy into the answer in progress. A larger read set is shared. */
const mostCopied = 16

/** The reads so far for an answer in progress. */
interface Recorder {
  readonly number: number
  readonly paths: PathState[]
  readonly shared: ReadSet[]
}

/** Observers of file reads and changes. */
export interface PathEvents {
  /** Called for every read of a file. */
  onRead(): void
  /** Called when a path has changed, before its cached state is dropped. */
  onChange(entry: PathState): void
}

/**
 * A cache of the tree's paths. Each entry is checked once per epoch by its stamp, so no change is missed and no file is
 * read twice for one answer. Recordings contain the paths that an answer depends on (R12.1).
 */
export class KnownPaths {
  /** Increases with every `refresh`. A path checked in this epoch is not checked again. */
  epoch = 1

  /** Directories that exist but cannot be listed. */
  readonly closed = new Set<string>()

  readonly #files: FileTree
  readonly #host: Host
  readonly #roots: ReadonlySet<string>
  readonly #events: PathEvents
  readonly #known = new Map<string, PathState>()
  /** Missing paths, each with the listing that proves its absence, and the epoch of the proof. */
  readonly #denials = new Map<string, { readonly by: PathState; readonly epoch: number }>()
  #recorder: Recorder | undefined
  #recordings = 0

  /**
   * Inside the roots, a folder's listing proves that all other paths in the folder are absent. Elsewhere, only the tree
   * itself can.
   */
  constructor(files: FileTree, host: Host, roots: ReadonlySet<string>, events: PathEvents) {
    this.#files = files
    this.#host = host
    this.#roots = roots
    this.#events = events
  }

  /** Begins a new epoch, in which every path is checked against the files again. */
  refresh(): void {
    this.epoch++
  }

  /** Drops the text of a file and all data derived from it. */
  release(path: string): void {
    const entry = this.#known.get(path)
    if (!entry) return
    entry.metadata = undefined
    entry.file = undefined
  }

  /** Drops the whole cache. */
  clear(): void {
    this.#known.clear()
    this.#denials.clear()
    this.closed.clear()
  }

  /** Runs a function and returns the present and absent paths that its answer depends on (R12.1). */
  recording<T>(work: () => T): { readonly value: T; readonly reads: ReadSet } {
    const outer = this.#recorder
    const inner: Recorder = { number: ++this.#recordings, paths: [], shared: [] }
    this.#recorder = inner
    const end = (): ReadSet => {
      this.#recorder = outer
      const reads = readSetOf(inner)
      this.record(reads)
      return reads
    }
    let value: T
    try {
      value = work()
    } catch (fault) {
      end()
      throw fault
    }
    return { value, reads: end() }
  }

  /** Adds a read set to the dependencies of the answer in progress. */
  record(reads: ReadSet): void {
    const recorder = this.#recorder
    if (!recorder) return
    if (reads.shared.length === 0 && reads.paths.length <= mostCopied) {
      for (const entry of reads.paths) note(recorder, entry)
    } else if (reads.recorded !== recorder.number) {
      reads.recorded = recorder.number
      recorder.shared.push(reads)
    }
  }

  /** Whether a read set is unchanged since an epoch. Checks all of its paths in the current epoch. */
  unchangedSince(reads: ReadSet, epoch: number): boolean {
    return this.#lastChange(reads) <= epoch
  }

  /** The epoch of the newest change in a read set, computed once per epoch for all answers. */
  #lastChange(reads: ReadSet): number {
    if (reads.checked === this.epoch) return reads.changed
    let changed = 0
    for (const entry of reads.paths) {
      // This runs for every item after an edit, so a checked set is skipped.
      if (entry.checked !== this.epoch) this.#recheck(entry)
      if (entry.changed > changed) changed = entry.changed
    }
    for (const inner of reads.shared) changed = Math.max(changed, this.#lastChange(inner))
    reads.checked = this.epoch
    reads.changed = changed
    return changed
  }

  /** Checks the whole cache against the files. Returns whether anything has changed since an epoch. */
  sweep(since: number): boolean {
    let changed = false
    for (const entry of this.#known.values()) changed = this.#recheck(entry).changed > since || changed
    return changed
  }

  /** The state of a path, checked in this epoch. Adds the path to the dependencies of the answer in progress. */
  at(path: string): PathState {
    const known = this.#known.get(path)
    if (known) return this.#ask(known)
    const denial = this.#denials.get(path)
    if (denial && this.#ask(denial.by).changed <= denial.epoch) return absent
    const above = this.#above(path)
    const by = above === absent ? this.#denials.get(parentOf(path))?.by : above
    const kind = above?.listing?.get(nameOf(path))
    if (by && kind === undefined) {
      keep(this.#denials, path, { by, epoch: this.epoch }, mostDenials)
      return absent
    }
    const entry = unseen(path, this.epoch)
    this.#known.set(path, entry)
    if (kind === 'file') {
      entry.kind = kind
      entry.checked = this.epoch
    }
    return this.#ask(entry)
  }

  #ask(entry: PathState): PathState {
    if (this.#recorder) note(this.#recorder, entry)
    return this.#recheck(entry)
  }

  #recheck(entry: PathState): PathState {
    if (entry.checked === this.epoch) return entry
    const isNew = entry.checked === 0
    entry.checked = this.epoch
    const look = this.#files.look(entry.path, entry.stamp)
    const sameKind = !isNew && look?.kind === entry.kind
    if (sameKind && look?.stamp === entry.stamp && look?.stamp !== null) return entry
    // The file was never read, so answers depend only on its existence.
    if (sameKind && entry.stamp === undefined) entry.stamp = look?.stamp
    else this.#replace(entry, look)
    return entry
  }

  /**
   * The cached state of a path's folder. Most requests are for missing files, and the folder's listing answers them
   * without a disk access. Undefined for a root and outside all roots, where only the tree can answer.
   */
  #above(path: string): PathState | undefined {
    if (this.#roots.has(path) || path.includes('/..')) return undefined
    const parent = parentOf(path)
    return parent === '/' ? undefined : this.at(parent)
  }

  /**
   * Replaces the state of a path. Without stamps, the path is read again, and only a real difference counts as a
   * change.
   */
  #replace(entry: PathState, look: Look | undefined): void {
    const listed = look?.kind === 'directory' ? this.#files.list(entry.path) : undefined
    // The directory exists but cannot be listed, because permission is denied.
    if (look ? look.kind === 'directory' && !listed : this.#isMisnamed(entry.path)) this.closed.add(entry.path)
    else this.closed.delete(entry.path)
    const listing = look?.kind === 'directory' ? (listed ?? nothing) : undefined
    if (entry.listing && listing && sameListing(entry.listing, listing)) {
      entry.stamp = look?.stamp
      return
    }
    const read = look?.kind === 'file' && entry.mark !== undefined ? this.#read(entry.path) : undefined
    const mark = read && markOf(read.text)
    if (read && mark === entry.mark) {
      entry.stamp = read.stamp
      return
    }
    this.#events.onChange(entry)
    entry.changed = this.epoch
    entry.kind = look?.kind
    entry.stamp = read ? read.stamp : look?.stamp
    entry.mark = mark
    entry.metadata = undefined
    entry.file = read?.text
    entry.listing = listing
    entry.tools = undefined
  }

  /**
   * Whether a path is a directory with a wrong name, which the host lists because it cannot represent the bytes of the
   * name.
   */
  #isMisnamed(path: string): boolean {
    return path.includes('\ufffd') && this.#above(path)?.listing?.get(nameOf(path)) === 'directory'
  }

  /** Reads the text of a file for the first time, or again after its release. */
  fill(entry: PathState): void {
    const { text, stamp } = this.#read(entry.path)
    const mark = markOf(text)
    entry.file = text
    if (entry.mark === undefined || entry.mark === mark) {
      entry.mark = mark
      entry.stamp = stamp
    } else {
      // The file has just changed, and answers depend on it. The old stamp and an empty mark make the next check detect
      // the change.
      entry.mark = ''
    }
  }

  #read(path: string): { readonly text: FileText; readonly stamp: Stamp | null } {
    this.#events.onRead()
    const content = this.#files.read(path)
    if (content) return { text: readFileText(path, content.bytes, this.#host), stamp: content.stamp }
    // The file exists but cannot be read, because permission is denied.
    return { text: closedFile(path), stamp: null }
  }
}

const nothing: Listing = new Map()

/** Copies the lists, because a list that has grown takes more memory than its items need. */
function readSetOf({ paths, shared }: Recorder): ReadSet {
  return {
    paths: paths.slice(),
    shared: shared.length === 0 ? none : shared.slice(),
    recorded: 0,
    checked: 0,
    changed: 0,
  }
}

const none: readonly ReadSet[] = []

function note(recorder: Recorder, entry: PathState): void {
  if (entry.recorded === recorder.number) return
  entry.recorded = recorder.number
  recorder.paths.push(entry)
}

function sameListing(a: Listing, b: Listing): boolean {
  if (a.size !== b.size) return false
  for (const [name, kind] of a) if (b.get(name) !== kind) return false
  return true
}
