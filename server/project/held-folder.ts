import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readlinkSync } from 'node:fs'
import { basename, dirname, join, realpath } from '../disk-paths.ts'
import { syncFile, syncFileInPool, syncFolder, syncFolderInPool } from '../sync.ts'
import { openedNames } from './inside.ts'

/**
 * The error of a write to a folder or file that was replaced after it was found. Its error code makes it a disk error.
 */
export class Moved extends Error {
  readonly code = 'EMOVED'
  readonly syscall = 'open'
}

/** An open folder, with a name that always refers to it and functions that sync its entries. */
export interface HeldFolder {
  /**
   * The folder's path for file operations.
   * @throws Moved if the system has no name for the open folder, and the original path now leads to another folder.
   */
  readonly path: string
  sync(): void
  /** Sync the entries in a thread of the pool, which can sync many folders together. */
  syncInPool(): Promise<void>
}

/**
 * Work in the folder at this real path. On Linux, the opened folder is compared with the expected one, and has a name
 * that always refers to it. Other systems, and Linux without /proc, have no such names, so the path is checked before
 * each use.
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

/** `holding` for asynchronous work: the folder stays open until the work ends. */
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

/** A folder that stays open until it is closed, with its name for system messages. */
interface OpenFolder {
  readonly held: HeldFolder
  readonly name: string
  close(): void
}

function hold(folder: string, names: string): OpenFolder {
  requireSame(folder, realpath(folder))
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
      requireSame(folder, realpath(folder))
      return folder
    },
    sync: () => syncFolder(folder),
    syncInPool: () => syncFolderInPool(folder),
  }
}

/** The error with the folder's original path in its message. */
function byOwnName(error: unknown, name: string, folder: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(name, folder)
  return error
}
/** Like `holding`, but create the folder and its parents if missing, and add new folders to `made`. */
export function holdingMade<T>(folder: string, mode: number, made: string[], work: (held: HeldFolder) => T): T {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    holdingMade(dirname(folder), mode, made, (above) => {
      if (!makeFolder(join(above.path, basename(folder)), mode)) return
      made.push(folder)
      above.sync()
    })
  return holding(folder, work)
}

/** Create a folder. Returns false if another program has created it first. */
function makeFolder(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function requireSame(folder: string, found: string): void {
  if (found !== folder) throw new Moved('its path contains a symlink, or its folder was moved during the command')
}
