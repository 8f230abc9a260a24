import {
  closeSync,
  constants,
  existsSync,
  fsync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A folder or a file was replaced since it was found, so nothing was written. The code makes it a fault of the disk, like any other. */
export class Moved extends Error {
  readonly code = 'EMOVED'
  readonly syscall = 'open'
}

/** A folder that is held open: a name that always leads to it, and how to sync its entries. */
export interface HeldFolder {
  /** @throws Moved if its path leads to another folder now. */
  readonly path: string
  sync(): void
  /** The same on a thread of the pool: many folders are synced together. */
  syncInPool(): Promise<void>
}

/** Linux names what a process has open in this folder: such a name leads to the folder itself, even if its path is replaced. */
const openedNames = '/proc/self/fd'

/**
 * Work in a folder of that real path. On Linux it is compared once more when it is open, under a name that always leads to it. Other
 * systems have no such names, and neither does Linux without /proc: there, the path is checked before each use.
 * @param names The folder with the names of open files, if the system has one.
 */
export function holding<T>(folder: string, work: (held: HeldFolder) => T, names = openedNames): T {
  const { held, name, close } = hold(folder, names)
  try {
    return work(held)
  } catch (error) {
    throw byOwnName(error, name, folder)
  } finally {
    close()
  }
}

/** The same for asynchronous work. */
export async function holdingMeanwhile<T>(folder: string, work: (held: HeldFolder) => Promise<T>): Promise<T> {
  const { held, name, close } = hold(folder, openedNames)
  try {
    return await work(held)
  } catch (error) {
    throw byOwnName(error, name, folder)
  } finally {
    close()
  }
}

/** A folder that is held until it is closed, and its name in messages of the system. */
interface OpenFolder {
  readonly held: HeldFolder
  readonly name: string
  close(): void
}

function hold(folder: string, names: string): OpenFolder {
  requireSame(folder, realpathSync.native(folder))
  if (!existsSync(names)) return { held: heldByPath(folder), name: folder, close: () => {} }
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  const close = (): void => closeSync(descriptor)
  const path = `${names}/${descriptor}`
  try {
    requireSame(folder, readlinkSync(path))
  } catch (error) {
    close()
    throw error
  }
  const held = { path, sync: () => syncFile(descriptor), syncInPool: () => syncFileInPool(descriptor) }
  return { held, name: path, close }
}

function heldByPath(folder: string): HeldFolder {
  return {
    get path() {
      requireSame(folder, realpathSync.native(folder))
      return folder
    },
    sync: () => syncByPath(folder),
    syncInPool: async () => syncByPath(folder),
  }
}

/** Restore the folder's own path in an error message. */
function byOwnName(error: unknown, name: string, folder: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(name, folder)
  return error
}
/** The same in a folder that is made if missing, each one within the one above it; new ones are added to `made`. */
export function holdingMade<T>(folder: string, mode: number, made: string[], work: (held: HeldFolder) => T): T {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    holdingMade(dirname(folder), mode, made, (above) => {
      if (!makeFolder(join(above.path, basename(folder)), mode)) return
      made.push(folder)
      above.sync()
    })
  return holding(folder, work)
}

/** Returns whether this call made it: another program can be faster. */
function makeFolder(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Sync an open file or folder; file systems that cannot are ignored. */
export function syncFile(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } catch (error) {
    requireUnable(error)
  }
}

const fsyncInPool = promisify(fsync)

/** The same on a thread of the pool: many files are synced together. */
export async function syncFileInPool(descriptor: number): Promise<void> {
  try {
    await fsyncInPool(descriptor)
  } catch (error) {
    requireUnable(error)
  }
}

/** Rethrow a failed sync, unless the file system has none. */
function requireUnable(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
}

/** Windows cannot open a folder; a name there follows the file by itself. */
function syncByPath(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    syncFile(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function requireSame(folder: string, found: string): void {
  if (found !== folder) throw new Moved('it is reached through a link, or its folder was moved meanwhile')
}
