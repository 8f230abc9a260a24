import { lstatSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from '../disk-paths.ts'
import { discard, quietly, requireFile, moveToTarget, writeTemporary, type Writing } from './temporary-file.ts'
import { holding, holdingMade, holdingMeanwhile, Moved, type HeldFolder } from './held-folder.ts'
import { syncFile, syncFileInPool } from '../sync.ts'
import { realPlace } from './inside.ts'
import { Exists, WriteFault } from './write-fault.ts'

// All writes to the user's files go through this module. After a kill, a full disk or a power loss, readers find the
// complete old or new content, never part of it.

/**
 * Write a file in one step and, with a `folderMode`, create its folders. If a link has appeared in its path meanwhile,
 * nothing is written.
 * @param path The real path of the file.
 * @returns the folders that were created for it, the outermost first.
 * @throws WriteFault with the path and the reason, or Exists; a failed attempt leaves no files behind.
 */
export function writeWhole(path: string, content: string | Uint8Array, writing: Writing): readonly string[] {
  const made: string[] = []
  const work = (folder: HeldFolder): void => writeIn(folder, path, content, writing)
  try {
    if (writing.folderMode === undefined) holding(dirname(path), work)
    else holdingMade(dirname(path), writing.folderMode, made, work)
    return made
  } catch (error) {
    removeFolders(made)
    throw WriteFault.of(path, error)
  }
}

/** A file to replace, and its new text. */
export interface Replacement {
  readonly path: string
  readonly text: string
}

/**
 * Replace files, each in one step. They are synced together, which takes a third as long as syncing them one by one.
 * All files are open at the same time.
 * @param files Each path once.
 * @returns a WriteFault by path for files that keep their old content; the others are still written.
 */
export async function replaceTogether(files: readonly Replacement[]): Promise<ReadonlyMap<string, unknown>> {
  const folders = new Map<string, Replacement[]>()
  for (const file of files) {
    const folder = dirname(file.path)
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  const together = [...folders].map(([folder, own]) => holdingMeanwhile(folder, (held) => replaceIn(held, own)))
  const done = new Set(succeeded(await Promise.allSettled(together)).flat())
  const faults = new Map<string, unknown>()
  // These files are written one by one, so the disk needs space for only one temporary file, and a failure affects only
  // one file.
  for (const { path, text } of files.filter(({ path }) => !done.has(path))) {
    try {
      writeWhole(path, text, { as: 'replace' })
    } catch (error) {
      faults.set(path, error)
    }
  }
  return faults
}

/** A new file and its mode. */
export interface NewFile {
  readonly path: string
  readonly content: string | Uint8Array
  readonly mode?: number
}

/**
 * Write all new files, or none.
 * @throws Exists if a file already exists, WriteFault for the first file that cannot be written.
 */
export function writeNew(files: readonly NewFile[]): void {
  for (const { path } of files) requireAbsent(path)
  const made: string[] = []
  const written: string[] = []
  try {
    for (const { path, content, ...mode } of files) {
      made.push(...writeWhole(path, content, { as: 'create', folderMode: 0o777, ...mode }))
      written.push(path)
    }
  } catch (error) {
    for (const path of written) quietly(() => removeFile(path))
    removeFolders(made)
    throw error
  }
}

/**
 * Write a file that the user names: links are followed, and a pipe or a device receives the text directly.
 * @throws WriteFault with the path and the reason.
 */
export function writeNamed(path: string, text: string, mode?: number): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    // `/dev/stdout` is a symlink to the shell's open file, and the shell would not write to a replacement.
    if (/^\/(?:dev|proc)\//.test(path) || (stats && !stats.isFile())) return writeFileSync(path, text)
    const real = realPlace(path)
    if (real === undefined) throw new Moved('it is a broken symlink')
    writeWhole(real, text, { as: 'put', ...(mode === undefined ? {} : { mode }) })
  } catch (error) {
    throw WriteFault.of(path, error)
  }
}

/**
 * Remove a file by its real path, and sync its folder; a missing file is not an error.
 * @throws WriteFault with the path and the reason.
 */
export function removeFile(path: string): void {
  try {
    holding(dirname(path), (folder) => {
      const target = join(folder.path, basename(path))
      requireFile(lstatSync(target, { throwIfNoEntry: false }))
      rmSync(target, { force: true })
      folder.sync()
    })
  } catch (error) {
    throw WriteFault.of(path, error)
  }
}

function writeIn(folder: HeldFolder, path: string, content: string | Uint8Array, writing: Writing): void {
  const file = writeTemporary(folder, path, content, writing)
  try {
    syncFile(file.descriptor)
  } catch (error) {
    discard(file)
    throw error
  }
  moveToTarget(file)
  folder.sync()
}

/** Replace and sync files of one folder. Returns the paths of the replaced files. */
async function replaceIn(folder: HeldFolder, files: readonly Replacement[]): Promise<readonly string[]> {
  const replaced = await Promise.allSettled(
    files.map(async ({ path, text }) => {
      const file = writeTemporary(folder, path, text, { as: 'replace' })
      await syncFileInPool(file.descriptor).catch((error: unknown) => {
        discard(file)
        throw error
      })
      moveToTarget(file)
      return path
    }),
  )
  await folder.syncInPool()
  return succeeded(replaced)
}

function succeeded<T>(all: readonly PromiseSettledResult<T>[]): readonly T[] {
  return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

function requireAbsent(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) throw new Exists(path)
}

function removeFolders(made: readonly string[]): void {
  for (const folder of made.toReversed()) quietly(() => rmdirSync(folder))
}
