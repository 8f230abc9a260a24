import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChange } from '#core/run'
import { readBundle } from '../../engine/analysis.ts'
import { isProductBundle } from '../../engine/product.ts'
import { isKeyPath, type KeyFiles } from '../key-files.ts'
import { WriteFault } from '../write-fault.ts'
import { removeFile, writeWhole } from '../write-whole.ts'
import { ownPlaces, type Directory } from '../directory.ts'
import type { SnapshotFile } from '../../sandbox/materialize.ts'
import type { Limits } from '../../sandbox/limits.ts'
import { ReportedError, writingTrouble } from '../reported-error.ts'
import { filesBelow, plainPath, takeFile } from '../taken-files.ts'

/** What no run needs: history, and what programs make for themselves. */
const keptOut = new Set(['.git', '__pycache__'])

/** What was installed: that of a tool lies below `.ai` and goes along with it, that of the project is not the tool's. */
const installed = new Set(['node_modules', '.venv', 'venv'])

/** What a run finds of the disk, and the files that it does not find because they hold private keys. */
interface RunFiles {
  readonly files: readonly SnapshotFile[]
  readonly keys: readonly string[]
}

/** The files that a run finds: the project, the `.ai` of the user space, and the system bundles. No tool ever finds a private key. */
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

/** What was found so far. Too much is refused as soon as it is seen: a folder of packages may hold more than fits into memory. */
class Found {
  readonly files: SnapshotFile[] = []
  readonly keys: string[] = []
  readonly keyFiles: KeyFiles
  readonly #bytes: number
  readonly #entries: number
  #taken = 0

  // The sandbox takes half of its disk for what is there before the tool writes.
  constructor({ disk_bytes, disk_entries }: Limits, keyFiles: KeyFiles) {
    this.keyFiles = keyFiles
    this.#bytes = disk_bytes / 2
    this.#entries = disk_entries / 2
  }

  /** Count a file of so many bytes, before it is read. */
  expect(bytes: number): void {
    this.#taken += bytes
    if (this.#taken <= this.#bytes && this.files.length < this.#entries) return
    throw new ReportedError(
      'trouble',
      `A run may find ${this.#entries} files of ${this.#bytes} bytes, and the project has more. Leave some out with --leave-out PATH, or raise --limits disk_bytes=N and disk_entries=N.`,
    )
  }

  take(file: SnapshotFile): void {
    this.expect(file.bytes.length)
    this.files.push(file)
  }
}

/** Take the files of a space along, below where the run finds it. */
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

/** A file that a run changed and that is not kept, and why where it was to be kept. */
export interface NotKept {
  readonly path: string
  readonly because?: string
  /** Whether it should have been: the disk failed, and no link led out of the project. */
  readonly isLost?: boolean
}

const staysBecause = 'the run deleted it, and other changes of the run are not kept'

/**
 * Write what a run changed back to the project; answers what could not be written. Nothing is written through a link: the run saw
 * none of them, so it may have made a folder where one leads out of the project. What the run deleted is deleted last, and only
 * where all else is kept: it may have been moved to a file that the disk does not take. A file in the place of a new folder makes room first.
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
  // A link that the run made is nothing that was moved.
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

/** The folders that a path is in. */
function foldersOf(path: string): readonly string[] {
  return [...path.matchAll(/\/(?!^)/g)].map(({ index }) => path.slice(0, index))
}
