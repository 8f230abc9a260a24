import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from '../disk-paths.ts'
import { realPath } from './real-path.ts'
import { WriteFault } from './write-fault.ts'

// Checks whether a real path is inside a space, for reads that could leave the space and for writes to it.

/**
 * The error for a path that leads outside its folders. The path is not read, and the error counts as a disk error
 * because of its code.
 */
export class LeadsOut extends Error {
  readonly code = 'EOUTSIDE'
  readonly syscall = 'open'
}

/** Whether a real path is a folder or is inside it. */
export function isBelow(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith('../'))
}

/** The real path, even if its last parts do not exist yet; undefined for a broken or circular symlink. */
export function realPlace(path: string): string | undefined {
  const real = realPath(path)
  if (real !== undefined) return real
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return undefined
  const above = dirname(path) === path ? undefined : realPlace(dirname(path))
  return above === undefined ? undefined : join(above, basename(path))
}

/**
 * The real path of a file to write in one of these folders, after following symlinks.
 * @throws WriteFault if the path leads outside the folders or contains a broken symlink.
 */
export function placeInside(roots: readonly string[], path: string): string {
  const real = realPlace(path)
  if (real !== undefined && roots.some((root) => isBelow(root, real))) return real
  const where = real === undefined ? 'is broken' : 'leads outside its space'
  throw new WriteFault(path, `a symlink in its path ${where}. Replace the symlink with a folder`, 'EOUTSIDE')
}

/** An open file, which can be read once its location is checked. */
export interface OpenedFile {
  readonly stats: Stats
  /** All bytes of the file. */
  bytes(): Buffer
}

/**
 * Open a file in one of these folders. Its location is checked after it is open, so a symlink that changes meanwhile
 * has no effect.
 * @param roots Real paths.
 * @throws LeadsOut if the file is outside the folders; a system error.
 */
export function readInside<T>(roots: readonly string[], path: string, read: (file: OpenedFile) => T): T {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!isOpenedBelow(roots, path, descriptor)) throw new LeadsOut(`${path} leads outside its space.`)
    return read({ stats: fstatSync(descriptor), bytes: () => readFileSync(descriptor) })
  } finally {
    closeSync(descriptor)
  }
}

/** Whether an opened path is in one of these folders. */
function isOpenedBelow(roots: readonly string[], path: string, descriptor: number): boolean {
  const real = openedPath(path, descriptor)
  return real !== undefined && roots.some((root) => isBelow(root, real))
}

/**
 * A Linux folder that lists the open files of a process. Its names still refer to an opened file or folder after its
 * path is replaced. Empty on other systems, where a folder with this name would mean something else.
 */
export const openedNames = process.platform === 'linux' ? '/proc/self/fd' : ''

/**
 * The real path of an open file. Linux reports it; on other systems it is the current target of the path, or undefined
 * if nothing is there.
 */
export function openedPath(path: string, descriptor: number): string | undefined {
  return existsSync(openedNames) ? readlinkSync(`${openedNames}/${descriptor}`) : realPath(path)
}
