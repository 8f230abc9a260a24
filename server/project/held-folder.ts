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

/** A folder or a file was replaced after it was found, so the write was refused. Its error code makes it a disk error like any other. */
export class Moved extends Error {
  readonly code = 'EMOVED'
  readonly syscall = 'open'
}

/** A folder that is kept open: a name that always leads to it, and a way to sync its entries. */
export interface HeldFolder {
  /** @throws Moved if its path now leads to another folder. */
  readonly path: string
  sync(): void
  /** The same in a thread of the pool: many folders are synced together. */
  syncInPool(): Promise<void>
}

/** On Linux, this folder lists the open files of a process. Such a name leads to the folder itself, even if its path is replaced. */
const openedNames = '/proc/self/fd'

/**
 * Work in a folder of that real path. On Linux, the folder is compared again once it is open, and used under a name that always leads
 * to it. Other systems have no such names, nor has Linux without /proc: there, the path is checked before each use.
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

/** A folder that is open until it is closed explicitly, and its name in system messages. */
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

/** Restore the original path of the folder in an error message. */
function byOwnName(error: unknown, name: string, folder: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(name, folder)
  return error
}
/** The same in a folder that is created if missing, each within its parent; new folders are added to `made`. */
export function holdingMade<T>(folder: string, mode: number, made: string[], work: (held: HeldFolder) => T): T {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    holdingMade(dirname(folder), mode, made, (above) => {
      if (!makeFolder(join(above.path, basename(folder)), mode)) return
      made.push(folder)
      above.sync()
    })
  return holding(folder, work)
}

/** Returns whether this call created the folder: another program can create it first. */
function makeFolder(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Sync an open file or folder; errors of file systems that cannot sync are ignored. */
export function syncFile(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } catch (error) {
    requireUnable(error)
  }
}

const fsyncInPool = promisify(fsync)

/** The same in a thread of the pool: many files are synced together. */
export async function syncFileInPool(descriptor: number): Promise<void> {
  try {
    await fsyncInPool(descriptor)
  } catch (error) {
    requireUnable(error)
  }
}

/** Rethrow a failed sync, unless the file system does not support it. */
function requireUnable(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
}

/** Windows cannot open a folder; there, the name of a file is stored together with the file. */
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
