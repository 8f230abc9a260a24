import {
  closeSync,
  fchmodSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from '../disk-paths.ts'
import { Moved, type HeldFolder } from './held-folder.ts'
import { Exists } from './write-fault.ts'

/**
 * The name pattern of temporary files. Each name is unique, because processes on other machines can share the
 * folder.
 */
const temporaryName = /^\.rye-chain\.[0-9a-f]{16}\.tmp$/
const newName = (): string => `.rye-chain.${randomBytes(8).toString('hex')}.tmp`

/** Milliseconds after which a temporary file counts as abandoned; a write takes only a few milliseconds. */
const longestWriting = 60_000

/**
 * The options of a write: the method, and the modes of new files and folders. The process's umask applies. Without a
 * folder mode, no folder is created.
 */
export interface Writing {
  /** `replace`: the file must exist, and keeps its mode. `create`: the file must not exist. `put`: either. */
  readonly as: 'replace' | 'create' | 'put'
  readonly mode?: number
  readonly folderMode?: number
}

/** A temporary file next to its target, written but not synced yet. Finish it with `moveToTarget` or `discard`. */
export interface TemporaryFile {
  readonly descriptor: number
  readonly folder: HeldFolder
  /** The names of the temporary file and its target. */
  readonly name: string
  readonly path: string
  readonly as: Writing['as']
}

/** Write a temporary file next to its target. If the write fails, the file is removed. */
export function writeTemporary(
  folder: HeldFolder,
  path: string,
  content: string | Uint8Array,
  { as, mode = 0o666 }: Writing,
): TemporaryFile {
  sweep(dirname(path), folder.path)
  const stats = replaceable(folder, path, as)
  const name = newName()
  const descriptor = openSync(join(folder.path, name), 'wx', stats ? 0o600 : mode)
  const file = { descriptor, folder, name, path, as }
  try {
    writeFileSync(descriptor, content)
    // `open` applies the umask to its mode.
    if (stats) fchmodSync(descriptor, stats.mode & 0o777)
    return file
  } catch (error) {
    discard(file)
    throw error
  }
}

/**
 * Move a synced file to its target, unless a symlink or, for `create`, a file has appeared there. If the move fails,
 * the file is removed.
 */
export function moveToTarget({ descriptor, folder, name, path, as }: TemporaryFile): void {
  try {
    closeSync(descriptor)
    replaceable(folder, path, as)
    const [next, target] = [join(folder.path, name), join(folder.path, basename(path))]
    if (as === 'create') claim(next, target, path)
    else renameSync(next, target)
  } catch (error) {
    quietly(() => unlinkSync(join(folder.path, name)))
    throw error
  }
}

/** Remove a temporary file that is not needed. */
export function discard({ descriptor, folder, name }: TemporaryFile): void {
  quietly(() => closeSync(descriptor))
  quietly(() => unlinkSync(join(folder.path, name)))
}

/**
 * The status of the file at the path; undefined if it does not exist, which `replace` does not allow.
 * @throws Exists for `create` if it exists, a system error for `replace` if it does not, Moved if it is not a regular
 * file
 */
function replaceable(folder: HeldFolder, path: string, as: Writing['as']): Stats | undefined {
  const stats = lstatSync(join(folder.path, basename(path)), { throwIfNoEntry: as === 'replace' })
  if (stats && as === 'create') throw new Exists(path)
  requireFile(stats)
  return stats
}

/** Error codes of file systems without hard links. */
const withoutLinks: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Give a finished file its final name, unless another program has used the name meanwhile: a rename would replace that
 * file. Only a file system without hard links renames the file.
 */
function claim(next: string, target: string, path: string): void {
  try {
    linkSync(next, target)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') throw new Exists(path)
    if (!withoutLinks.has(code)) throw error
    return renameSync(next, target)
  }
  unlinkSync(next)
}

export function requireFile(stats: Stats | undefined): void {
  if (stats?.isFile() === false) throw new Moved('it is not a regular file')
}

/** Clean up after an error, and ignore errors of the cleanup, because the first error is the useful one. */
export function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // A disk that refused the write can also refuse the cleanup.
  }
}

/** Folders that this process has already cleaned, so signing thousands of files in a folder lists it only once. */
const swept = new Set<string>()

/** Remove the temporary files of killed processes from a folder. */
function sweep(real: string, folder: string): void {
  if (swept.has(real)) return
  swept.add(real)
  for (const name of readdirSync(folder).filter((name) => temporaryName.test(name)))
    if (isOld(join(folder, name))) rmSync(join(folder, name), { force: true })
}

function isOld(path: string): boolean {
  const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs
  return written !== undefined && Date.now() - written > longestWriting
}
