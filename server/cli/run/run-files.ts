import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { FileChange } from '#core'
import { readBundle } from '../../engine/analysis.ts'
import type { Directory } from '../directory.ts'
import type { SnapshotFile } from '../../sandbox/materialize.ts'
import type { Limits } from '../../sandbox/limits.ts'
import { Trouble, troubleIn } from '../io.ts'
import { bytesOf, filesBelow, plainPath, statOf } from '../taken-files.ts'

/** What no run needs: history, and what programs make for themselves. */
const keptOut = new Set(['.git', '__pycache__'])

/** What was installed: that of a tool lies below `.ai` and goes along with it, that of the project is not the tool's. */
const installed = new Set(['node_modules', '.venv', 'venv'])

/** No tool ever finds a person's private keys. */
const keysFolder = '.ai/config/keys/signing'

/** The files that a run finds: the project, the `.ai` of the user space, and the system bundles. */
export function runFiles(directory: Directory, leftOut: readonly string[], limits: Limits): readonly SnapshotFile[] {
  const { onDisk, systems } = directory
  const project = onDisk('/project')
  const user = onDisk('/user')
  const found = new Found(limits)
  if (project !== undefined) collect(found, project, '', '/project', new Set(leftOut.map(plainPath)))
  if (user !== undefined && existsSync(join(user, '.ai'))) collect(found, user, '.ai', '/user', new Set())
  for (const { folder, root } of systems) for (const file of readBundle(folder, root)) found.take(file)
  return found.files
}

/** What was found so far. Too much is refused as soon as it is seen: a folder of packages may hold more than fits into memory. */
class Found {
  readonly files: SnapshotFile[] = []
  readonly #bytes: number
  readonly #entries: number
  #taken = 0

  // The sandbox takes half of its disk for what is there before the tool writes.
  constructor({ disk_bytes, disk_entries }: Limits) {
    this.#bytes = disk_bytes / 2
    this.#entries = disk_entries / 2
  }

  /** Count a file of so many bytes, before it is read. */
  expect(bytes: number): void {
    this.#taken += bytes
    if (this.#taken <= this.#bytes && this.files.length < this.#entries) return
    throw new Trouble(
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
    keptOut.has(name) || leftOut.has(path) || path === keysFolder || (installed.has(name) && !path.startsWith('.ai/'))
  for (const path of filesBelow(root, within, isLeftOut)) {
    const disk = join(root, path)
    const { size, mode } = statOf(disk)
    found.expect(size)
    found.files.push({ path: `${at}/${path}`, bytes: bytesOf(disk), mode })
  }
}

/**
 * Write what a run changed back to the project; answers what could not be written. Nothing is written through a link: the run saw
 * none of them, so it may have made a folder where one leads out of the project.
 */
export function keepChanges(changes: readonly FileChange[], { onDisk }: Directory): readonly string[] {
  const root = onDisk('/project')
  const left: string[] = []
  for (const { path, change, bytes } of changes) {
    const disk = path.startsWith('/project/') ? onDisk(path) : undefined
    const isOurs = root !== undefined && disk !== undefined && !passesLink(root, disk)
    if (!isOurs || !isKept(disk, change === 'deleted' ? null : (bytes ?? undefined))) left.push(path)
  }
  return left
}

/** Bring a file to what a run left, null where it is gone; answers whether that could be done: undefined did not come along. */
function isKept(disk: string, bytes: Uint8Array | null | undefined): boolean {
  try {
    if (bytes === null) rmSync(disk, { force: true })
    else if (bytes) {
      mkdirSync(dirname(disk), { recursive: true })
      writeFileSync(disk, bytes)
    }
    return bytes !== undefined
  } catch (error) {
    if (troubleIn(error) === undefined) throw error
    return false
  }
}

/** Whether a path below a folder, or a folder on the way to it, is a symbolic link. */
function passesLink(root: string, disk: string): boolean {
  const parts = relative(root, disk).split(sep)
  const ways = parts.map((_, index) => join(root, ...parts.slice(0, index + 1)))
  return (
    parts.includes('..') || ways.some((way) => lstatSync(way, { throwIfNoEntry: false })?.isSymbolicLink() === true)
  )
}
