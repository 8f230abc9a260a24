import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { FileChange } from '#core'
import { readBundle } from '../../engine/analysis.ts'
import type { Directory } from '../directory.ts'
import type { SnapshotFile } from '../../sandbox/materialize.ts'
import type { Limits } from '../../sandbox/limits.ts'
import { Trouble } from '../io.ts'

/** What no run needs: history, and what tools make for themselves. */
const keptOut = new Set(['.git', 'node_modules', '__pycache__', '.venv', 'venv'])

/** No tool ever finds a person's private keys. */
const keysFolder = join('.ai', 'config', 'keys', 'signing')

/** The files that a run finds: the project, the `.ai` of the user space, and the system bundles. */
export function runFiles(directory: Directory, leftOut: readonly string[], limits: Limits): readonly SnapshotFile[] {
  const { onDisk, systems } = directory
  const project = onDisk('/project')
  const user = onDisk('/user')
  const files = [
    ...(project === undefined ? [] : filesBelow(project, project, '/project', new Set(leftOut.map(plainPath)))),
    ...(user === undefined ? [] : filesBelow(join(user, '.ai'), user, '/user', new Set<string>())),
    ...systems.flatMap(({ folder, root }) => readBundle(folder, root)),
  ]
  // The sandbox takes half of its disk for what is there before the tool writes.
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  if (bytes > limits.disk_bytes / 2 || files.length > limits.disk_entries / 2)
    throw new Trouble(
      `The project has ${files.length} files of ${bytes} bytes, more than a run may find. Leave some out with --leave-out PATH, or raise --limits disk_bytes=N and disk_entries=N.`,
    )
  return files
}

function plainPath(path: string): string {
  return path.replace(/^\.\//, '').replace(/\/$/, '')
}

/** Regular files only: a link could bring in what lies outside. */
function filesBelow(folder: string, root: string, at: string, leftOut: ReadonlySet<string>): readonly SnapshotFile[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): readonly SnapshotFile[] => {
    const disk = join(folder, entry.name)
    if (keptOut.has(entry.name) || leftOut.has(relative(root, disk)) || relative(root, disk) === keysFolder) return []
    if (entry.isDirectory()) return filesBelow(disk, root, at, leftOut)
    if (!entry.isFile()) return []
    return [{ path: `${at}/${relative(root, disk)}`, bytes: readFileSync(disk), mode: statSync(disk).mode }]
  })
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
