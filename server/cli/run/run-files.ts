import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { FileChange } from '#core'
import { readBundle } from '../../engine/analysis.ts'
import type { Directory } from '../directory.ts'
import type { SnapshotFile } from '../../sandbox/materialize.ts'
import type { Limits } from '../../sandbox/limits.ts'
import { Trouble } from '../io.ts'

/** What no run needs: history, and what programs make for themselves. */
const keptOut = new Set(['.git', '__pycache__'])

/** What was installed: that of a tool lies below `.ai` and goes along with it, that of the project is not the tool's. */
const installed = new Set(['node_modules', '.venv', 'venv'])

/** No tool ever finds a person's private keys. */
const keysFolder = join('.ai', 'config', 'keys', 'signing')

/** The files that a run finds: the project, the `.ai` of the user space, and the system bundles. */
export function runFiles(directory: Directory, leftOut: readonly string[], limits: Limits): readonly SnapshotFile[] {
  const { onDisk, systems } = directory
  const project = onDisk('/project')
  const user = onDisk('/user')
  const found = new Found(limits)
  if (project !== undefined) collect(found, project, project, '/project', new Set(leftOut.map(plainPath)))
  if (user !== undefined) collect(found, join(user, '.ai'), user, '/user', new Set<string>())
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

function plainPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/\/$/, '')
}

/** Regular files only: a link could bring in what lies outside. */
function collect(found: Found, folder: string, root: string, at: string, leftOut: ReadonlySet<string>): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const disk = join(folder, entry.name)
    const path = relative(root, disk)
    if (keptOut.has(entry.name) || leftOut.has(path) || path === keysFolder) continue
    if (installed.has(entry.name) && !path.startsWith(`.ai${sep}`)) continue
    if (entry.isDirectory()) collect(found, disk, root, at, leftOut)
    if (!entry.isFile()) continue
    const { size, mode } = statSync(disk)
    found.expect(size)
    found.files.push({ path: `${at}/${path}`, bytes: readFileSync(disk), mode })
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
    if (root === undefined || disk === undefined || passesLink(root, disk)) left.push(path)
    else if (change === 'deleted') rmSync(disk, { force: true })
    else if (bytes) {
      mkdirSync(dirname(disk), { recursive: true })
      writeFileSync(disk, bytes)
    } else left.push(path)
  }
  return left
}

/** Whether a path below a folder, or a folder on the way to it, is a symbolic link. */
function passesLink(root: string, disk: string): boolean {
  const parts = relative(root, disk).split(sep)
  const ways = parts.map((_, index) => join(root, ...parts.slice(0, index + 1)))
  return (
    parts.includes('..') || ways.some((way) => lstatSync(way, { throwIfNoEntry: false })?.isSymbolicLink() === true)
  )
}
