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

/** Another thing is now where a folder or a file was found, so nothing was written. The code makes it a fault of the disk, like any other. */
export class Moved extends Error {
  readonly code = 'EMOVED'
  readonly syscall = 'open'
}

/** A folder while it is held open: its name, which leads nowhere else meanwhile, and how to put its entries on the disk. */
export interface HeldFolder {
  /** @throws Moved where another thing is in its place. */
  readonly path: string
  sync(): void
  /** The same on a thread of the pool: what many folders have goes to the disk together. */
  syncInPool(): Promise<void>
}

/** Where Linux names what a process has open: such a name leads to the folder itself, whatever is put in its place. */
const openedNames = '/proc/self/fd'

/**
 * Work in a folder of that real path. On Linux it is compared once more when it is open, by a name that leads nowhere else. No other
 * system has such names, and a folder that is held open does not help a program that has to reach it by its path. There, and where /proc
 * is not mounted, each use of the path looks right before.
 * @param names Where open files have names, as the system has it.
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

/** The same for work that waits. */
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

/** A folder that is held until it is closed, and the name that messages of the system have for it. */
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

/** A person knows the folder by its own name. */
function byOwnName(error: unknown, name: string, folder: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(name, folder)
  return error
}
/** The same in a folder that is made where it is missing, each one within the one above it; those that were made are added to `made`. */
export function holdingMade<T>(folder: string, mode: number, made: string[], work: (held: HeldFolder) => T): T {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    holdingMade(dirname(folder), mode, made, (above) => {
      if (!makeFolder(join(above.path, basename(folder)), mode)) return
      made.push(folder)
      above.sync()
    })
  return holding(folder, work)
}

/** Answers whether it was made here: another program may have been faster. */
function makeFolder(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Put an open file or folder on the disk; some file systems cannot, and say so. */
export function syncFile(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } catch (error) {
    requireUnable(error)
  }
}

const fsyncInPool = promisify(fsync)

/** The same on a thread of the pool: what many files have goes to the disk together. */
export async function syncFileInPool(descriptor: number): Promise<void> {
  try {
    await fsyncInPool(descriptor)
  } catch (error) {
    requireUnable(error)
  }
}

/** Throw what a sync failed with, unless the file system has none. */
function requireUnable(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
}

/** Windows opens no folder; there the name follows the file by itself. */
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
