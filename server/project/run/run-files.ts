import { existsSync } from 'node:fs'
import type { FileChange } from '#core/run'
import { join } from '../../disk-paths.ts'
import { readBundle } from '../../engine/snapshot-files.ts'
import { isProductBundle } from '../../engine/product.ts'
import { isKeyPath, type KeyFiles } from '../key-files.ts'
import { WriteFault } from '../write-fault.ts'
import { removeFile, writeWhole } from '../write-whole.ts'
import { ownPlaces, type Directory } from '../directory.ts'
import type { SnapshotFile } from '../../sandbox/materialize.ts'
import type { Limits } from '../../sandbox/limits.ts'
import { ReportedError, writingTrouble } from '../reported-error.ts'
import { filesBelow, plainPath, takeFile } from '../taken-files.ts'

/** Folders that runs do not need: history, and files that programs generate. */
const keptOut = new Set(['.git', '__pycache__'])

/**
 * Folders of installed packages. Those in `.ai` belong to a tool and are included; those of the project are excluded.
 */
const installed = new Set(['node_modules', '.venv', 'venv'])

/** The files that a run finds, and those that are hidden because they contain private keys. */
interface RunFiles {
  readonly files: readonly SnapshotFile[]
  readonly keys: readonly string[]
}

/**
 * The files that a run finds: the project, the `.ai` of the user space, and the system bundles. Private keys are always
 * hidden. `CarriedFiles` adds the files that earlier nodes of a graph wrote.
 */
export function runFiles(directory: Directory, leftOut: readonly string[], limits: Limits): RunFiles {
  const { onDisk, systems } = directory
  const project = onDisk('/project')
  const user = onDisk('/user')
  const found = new Found(limits, directory.keys())
  if (project !== undefined) collect(found, project, '', '/project', new Set(leftOut.map(plainPath)))
  if (user !== undefined && existsSync(join(user, '.ai'))) collect(found, user, '.ai', '/user', new Set())
  for (const { folder, root } of systems) {
    if (isProductBundle(folder)) for (const file of readBundle(folder, root)) found.take(file)
    else collect(found, folder, '.ai', root, new Set())
  }
  return found
}

/**
 * The files found so far. A file beyond the limits is refused immediately, because a folder of packages can be larger
 * than the memory.
 */
class Found {
  readonly files: SnapshotFile[] = []
  readonly keys: string[] = []
  readonly keyFiles: KeyFiles
  readonly #bytes: number
  readonly #entries: number
  #taken = 0

  // The sandbox reserves half of its disk for files that the tool writes.
  constructor({ disk_bytes, disk_entries }: Limits, keyFiles: KeyFiles) {
    this.keyFiles = keyFiles
    this.#bytes = disk_bytes / 2
    this.#entries = disk_entries / 2
  }

  /**
   * Count a file of this size before it is read.
   * @throws ReportedError if the files exceed the limits.
   */
  expect(bytes: number): void {
    this.#taken += bytes
    if (this.#taken <= this.#bytes && this.files.length < this.#entries) return
    throw new ReportedError(
      'trouble',
      `The project has more than the ${this.#entries} files or ${this.#bytes} bytes that a run can contain. Exclude files with --leave-out PATH, or raise --limits disk_bytes=N and disk_entries=N.`,
    )
  }

  take(file: SnapshotFile): void {
    this.expect(file.bytes.length)
    this.files.push(file)
  }
}

/** Add the files of a space at their path in the run. */
function collect(found: Found, root: string, within: string, at: string, leftOut: ReadonlySet<string>): void {
  const isLeftOut = (path: string, name: string): boolean =>
    keptOut.has(name) || leftOut.has(path) || isKeyPath(path) || (installed.has(name) && !path.startsWith('.ai/'))
  for (const path of filesBelow(root, within, isLeftOut)) {
    takeFile(root, within, path, ({ stats, bytes: read }) => {
      found.expect(stats.size)
      const bytes = read()
      if (found.keyFiles.includes(stats, bytes)) found.keys.push(`${at}/${path}`)
      else found.files.push({ path: `${at}/${path}`, bytes, mode: stats.mode })
    })
  }
}

/** A changed file that is not kept, with the reason if this is an error. */
export interface NotKept {
  readonly path: string
  readonly because?: string
  /** Whether the disk failed to keep the file, as opposed to a link that leads outside the project. */
  readonly isLost?: boolean
}

const staysBecause = 'the run deleted it, and other changes of the run are not kept'

/**
 * Write the files that a run changed back to the project. Returns those that could not be written. Links are not
 * followed: the run saw none, and could have created a folder at the path of a link out of the project. Deletions are
 * applied last, and only if all other changes are kept, because the tool could have moved a deleted file to a path that
 * the disk refuses. A file at the path of a new folder is removed first.
 */
export function keepChanges(changes: readonly FileChange[], directory: Directory): readonly NotKept[] {
  const placeOf = ownPlaces(directory)
  const keep = ({ path, change, bytes }: FileChange): readonly NotKept[] => {
    if (!isOfProject(path) || (change !== 'deleted' && bytes === null)) return [{ path }]
    try {
      if (change === 'deleted') removeFile(placeOf(path))
      else if (bytes) writeWhole(placeOf(path), bytes, { as: 'put', folderMode: 0o777 })
      return []
    } catch (error) {
      return [{ path, because: writingTrouble(error), isLost: error instanceof WriteFault && error.isFromDisk }]
    }
  }
  const folders = new Set(changes.flatMap(({ path, change }) => (change === 'deleted' ? [] : foldersOf(path))))
  const isLast = ({ path, change }: FileChange): boolean => change === 'deleted' && !folders.has(path)
  const written = changes.filter((one) => !isLast(one))
  const left = written.map((one) => ({ ...one, notKept: keep(one) }))
  // A symlink that the run created is not a moved file.
  const isMissing = left.some(
    ({ path, left_out, notKept }) => notKept.length > 0 && isOfProject(path) && left_out?.kind !== 'no-file',
  )
  return [
    ...left.flatMap(({ notKept }) => notKept),
    ...changes.filter(isLast).flatMap((one) => {
      return isMissing && isOfProject(one.path) ? [{ path: one.path, because: staysBecause }] : keep(one)
    }),
  ]
}

function isOfProject(path: string): boolean {
  return path.startsWith('/project/')
}

/** The parent folders of a path. */
function foldersOf(path: string): readonly string[] {
  return [...path.matchAll(/\/(?!^)/g)].map(({ index }) => path.slice(0, index))
}
