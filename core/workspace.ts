import { dialects, type Dialect } from './dialect.ts'
import type { FileTree } from './file-tree.ts'
import { joinPath, parentOf } from './file-tree.ts'
import { readFileText, type FileText } from './file-text.ts'
import { pureHost, type Host } from './host.ts'
import type { Metadata } from './metadata/metadata.ts'
import { readMetadata } from './metadata/read.ts'
import { absent, unseen, type Remembered, type Rests } from './remembered.ts'
import { Place } from './place.ts'
import type { Bundle, WorkspaceSettings } from './workspace-settings.ts'

/** Figures of the caches (R12.1). */
export interface CacheFigures {
  hits: number
  misses: number
}

/** An answer and the paths it rests on, present or absent. */
interface Answer {
  readonly value: unknown
  readonly rests: Rests
  readonly epoch: number
  checked: number
}

/** Answers of `remember`, and former metadata, that are kept; the oldest go first. */
const mostKept = 256

/** Absent paths that are kept with what denies them. */
const mostDenials = 4_096

/**
 * A tree of files under a set of rules, and what has been read of it. Everything is remembered by the stamp of its file
 * or directory and checked again once in every epoch, so that no change goes unseen and no file is looked at twice for
 * one answer (R12.1).
 */
export class Workspace {
  readonly settings: WorkspaceSettings
  readonly files: FileTree
  readonly host: Host
  readonly dialect: Dialect
  /** All places in search order: project, user, then the bundles as listed (R1.1). */
  readonly places: readonly Place[]
  readonly figures: { readonly [Cache in 'file' | 'metadata' | 'chain' | 'list' | 'env']: CacheFigures }
  /** Programs that a search wanted to ask and the world does not list: a host that may run them can answer and look again. */
  readonly unanswered: (readonly string[])[] = []
  /** Counts up with every `refresh`; what was checked in this epoch is not looked at again. */
  epoch = 1

  readonly #memory = new Map<string, Remembered>()
  /** Paths at which nothing stands, with what shows it and since when. */
  readonly #denials = new Map<string, { readonly by: Remembered; readonly epoch: number }>()
  /** What files said of themselves before they changed, by the hash of that content: undo finds it again. */
  readonly #former = new Map<string, Metadata>()
  readonly #outside: ReadonlySet<string>
  readonly #roots: ReadonlySet<string>
  readonly #answers = new Map<string | object, Answer>()
  #recorder: { readonly number: number; readonly rests: Remembered[] } | undefined
  #recordings = 0

  constructor(settings: WorkspaceSettings, files: FileTree, host: Host = pureHost) {
    this.settings = settings
    this.files = files
    this.host = host
    this.dialect = dialects[settings.dialect]
    this.places = [
      { space: 'project' as const, root: settings.project },
      { space: 'user' as const, root: settings.user },
      ...settings.systems.map((bundle) => ({ space: this.dialect.systemLabel(bundle.bundle_id), root: bundle.root })),
    ].map(({ space, root }) => new Place(space, root))
    this.#outside = new Set(settings.world.files)
    this.#roots = new Set(this.places.map((place) => place.root))
    const none = (): CacheFigures => ({ hits: 0, misses: 0 })
    this.figures = { file: none(), metadata: none(), chain: none(), list: none(), env: none() }
  }

  /** The bundle a place belongs to, null for project and user. */
  bundleOf(place: Place): Bundle | null {
    return this.settings.systems[this.places.indexOf(place) - 2] ?? null
  }

  /** Begin a new epoch: whatever is asked for from now on is checked against the files once more. */
  refresh(): void {
    this.epoch++
  }

  /** The file at a path, or undefined where no regular file stands. */
  file(path: string): FileText | undefined {
    return this.#fileOf(this.#check(path))
  }

  #fileOf(entry: Remembered): FileText | undefined {
    if (entry.stamp === undefined || entry.names !== undefined) return undefined
    if (entry.file) this.figures.file.hits++
    else entry.file = this.#read(entry.path)
    return entry.file
  }

  /** Whether a regular file stands at a path, in the tree or among the known files of the world (R6.3). */
  isFile(path: string): boolean {
    return this.knownFile(path) !== undefined
  }

  /** The path of a regular file as it was first asked for, so that what is kept of a file shares one text. */
  knownFile(path: string): string | undefined {
    const entry = this.#check(path)
    if (entry.stamp !== undefined && entry.names === undefined) return entry.path
    return this.#outside.has(path) ? path : undefined
  }

  /** The names in a directory, or undefined where none stands. */
  names(path: string): ReadonlySet<string> | undefined {
    return this.#check(path).names
  }

  /** Whether anything stands at a path. */
  exists(path: string): boolean {
    return this.#check(path).stamp !== undefined || this.#outside.has(path)
  }

  /** Whether a directory holds a regular file of a name; asks the directory first, which is remembered. */
  hasFile(directory: string, name: string): boolean {
    return this.names(directory)?.has(name) === true && this.isFile(joinPath(directory, name))
  }

  /** The metadata of a file, remembered by the hash of its content (R12.1); undefined where no file stands. */
  metadata(path: string): Metadata | undefined {
    const entry = this.#check(path)
    const file = this.#fileOf(entry)
    if (!file) return undefined
    if (entry.metadata) {
      this.figures.metadata.hits++
      return entry.metadata
    }
    const former = this.#former.get(file.hash)
    const known = former?.path === path ? former : undefined
    if (known) this.figures.metadata.hits++
    else this.figures.metadata.misses++
    entry.metadata = known ?? this.#readMetadata(file)
    return entry.metadata
  }

  /** Keep of a file no more than its text: for those who keep the answer that was made of it. */
  release(path: string): void {
    const entry = this.#memory.get(path)
    if (!entry?.file) return
    entry.metadata = undefined
    entry.file = { ...entry.file, sealed: {} }
  }

  /** Forget everything that was read. */
  clear(): void {
    this.#memory.clear()
    this.#denials.clear()
    this.#former.clear()
    this.#answers.clear()
  }

  /** Run a piece of work and tell what its answer rests on, present or absent (R12.1). */
  recording<T>(work: () => T): { readonly value: T; readonly rests: Rests } {
    const outer = this.#recorder
    const inner = { number: ++this.#recordings, rests: [] as Remembered[] }
    this.#recorder = inner
    try {
      return { value: work(), rests: inner.rests }
    } finally {
      this.#recorder = outer
      this.#record(inner.rests)
    }
  }

  /**
   * Do a piece of work once, and again only when a file or directory it looked at has changed (R12.1). An object as the
   * key stands for what the work is about.
   */
  remember<T>(key: string | object, figures: CacheFigures, work: () => T): T {
    const known = this.#answers.get(key)
    if (known && (known.checked === this.epoch || this.unchangedSince(known.rests, known.epoch))) {
      known.checked = this.epoch
      figures.hits++
      this.#record(known.rests)
      return known.value as T // what was stored under this key came from the same work
    }
    figures.misses++
    const { value, rests } = this.recording(work)
    keep(this.#answers, key, { value, rests, epoch: this.epoch, checked: this.epoch })
    return value
  }

  /** Whether nothing of it was found different after an epoch; all is checked in this one. */
  unchangedSince(rests: Rests, epoch: number): boolean {
    for (const entry of rests) if (this.#recheck(entry).changed > epoch) return false
    return true
  }

  #record(rests: Rests): void {
    const recorder = this.#recorder
    if (!recorder) return
    for (const entry of rests) {
      if (entry.recorded === recorder.number) continue
      entry.recorded = recorder.number
      recorder.rests.push(entry)
    }
  }

  /** Check everything that is known against the files, and tell whether anything changed in this epoch. */
  sweep(): boolean {
    let changed = false
    for (const entry of this.#memory.values()) changed = this.#recheck(entry).changed === this.epoch || changed
    return changed
  }

  /** What is known of a path, checked in this epoch; the answer in the making rests on it. */
  #check(path: string): Remembered {
    const known = this.#memory.get(path)
    if (known) return this.#ask(known)
    const denial = this.#denials.get(path)
    if (denial && this.#ask(denial.by).changed <= denial.epoch) return absent
    const by = this.#deniedBy(path)
    if (by) {
      keep(this.#denials, path, { by, epoch: this.epoch }, mostDenials)
      return absent
    }
    const entry = unseen(path, this.epoch)
    this.#memory.set(path, entry)
    return this.#ask(entry)
  }

  #ask(entry: Remembered): Remembered {
    const recorder = this.#recorder
    if (recorder && entry.recorded !== recorder.number) {
      entry.recorded = recorder.number
      recorder.rests.push(entry)
    }
    return this.#recheck(entry)
  }

  #recheck(entry: Remembered): Remembered {
    if (entry.checked === this.epoch) return entry
    const isNew = entry.checked === 0
    entry.checked = this.epoch
    const look = this.files.look(entry.path)
    if (!isNew && look?.stamp !== null && look?.stamp === entry.stamp) return entry
    this.#replace(
      entry,
      look?.stamp,
      look?.kind === 'directory' ? new Set(this.files.list(entry.path) ?? []) : undefined,
    )
    return entry
  }

  /**
   * The nearest thing above a path that shows that nothing stands there: most questions are about absent files, and this
   * asks no disk. Undefined where one has to look: at a root, outside all roots, and at what a directory lists.
   */
  #deniedBy(path: string): Remembered | undefined {
    if (this.#roots.has(path) || path.includes('/..')) return undefined
    const parent = parentOf(path)
    if (parent === '/') return undefined
    const above = this.#check(parent)
    if (above === absent) return this.#denials.get(parent)?.by
    return above.names?.has(path.slice(parent.length + 1)) === true ? undefined : above
  }

  /** A tree without stamps is read again; only a real difference counts as a change. */
  #replace(entry: Remembered, stamp: Remembered['stamp'], names: Remembered['names']): void {
    const before = entry.file
    const sameNames = entry.names !== undefined && names !== undefined && sameSet(entry.names, names)
    entry.file = undefined
    const unread = stamp === undefined || names !== undefined || before === undefined
    const after = unread ? undefined : this.#read(entry.path)
    if (after && before && after.hash === before.hash && entry.names === undefined) {
      entry.file = before
    } else if (!sameNames || entry.stamp === undefined) {
      if (entry.metadata && before) keep(this.#former, before.hash, entry.metadata)
      entry.changed = this.epoch
      entry.metadata = undefined
      entry.file = after
    }
    entry.stamp = stamp
    entry.names = names
  }

  #read(path: string): FileText {
    this.figures.file.misses++
    return readFileText(path, this.files.read(path) ?? new Uint8Array(), this.host)
  }

  #readMetadata(file: FileText): Metadata {
    if (file.text !== undefined) return readMetadata(file.path, file.text, this.dialect)
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

function keep<K, V>(map: Map<K, V>, key: K, value: V, most = mostKept): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value!)
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false
  for (const name of a) if (!b.has(name)) return false
  return true
}
