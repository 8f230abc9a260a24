import {
  closeSync,
  fchmodSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { holding, holdingMade, Moved, syncFile, type HeldFolder } from './held-folder.ts'
import { realPlace } from './inside.ts'
import { Exists, WriteFault } from './write-fault.ts'

// The only writer of the product: a reader, a kill, a full disk or a loss of power find the old content or the new one, never a part.

/** The file beside until it is whole. No other process has the name: processes of other machines may share the folder. */
const beside = /^\.rye-chain\.[0-9a-f]{16}\.tmp$/
const newName = (): string => `.rye-chain.${randomBytes(8).toString('hex')}.tmp`

/** Milliseconds after which a file beside belongs to no running process: to write it takes a few. */
const longestWriting = 60_000

/** How a file is written, and the modes of what is not there yet; the process masks them as usual. Without a mode, no folder is made. */
export interface Writing {
  /** `replace`: there must be one, which keeps its mode. `create`: there must be none. `put`: either. */
  readonly as: 'replace' | 'create' | 'put'
  readonly mode?: number
  readonly folderMode?: number
}

/**
 * Write a file in one step, with its folders. Where a link has come into its path meanwhile, nothing is written.
 * @param path The real path of the file.
 * @returns the folders that were made for it, the outermost first.
 * @throws WriteFault with the path and the reason; nothing of the attempt is left then.
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

/** A file that is not there yet, and its mode. */
export interface NewFile {
  readonly path: string
  readonly content: string | Uint8Array
  readonly mode?: number
}

/**
 * Write new files, all of them or none.
 * @throws Exists where there is one already, WriteFault for the first that cannot be written.
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
 * Write a file that a person names: links are followed, and a pipe or a device takes the text as it comes.
 * @throws WriteFault with the path and the reason.
 */
export function writeNamed(path: string, text: string, mode?: number): void {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    // `/dev/stdout` leads to the file that a shell has open: another one in its place would be written by no one else.
    if (/^\/(?:dev|proc)\//.test(path) || (stats && !stats.isFile())) return writeFileSync(path, text)
    const real = realPlace(path)
    if (real === undefined) throw new Moved('it is a link that leads nowhere')
    writeWhole(real, text, { as: 'put', ...(mode === undefined ? {} : { mode }) })
  } catch (error) {
    throw WriteFault.of(path, error)
  }
}

/**
 * Remove a file, by its real path, and put that on the disk; one that is gone already is no fault.
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

function writeIn(folder: HeldFolder, path: string, content: string | Uint8Array, { as, mode = 0o666 }: Writing): void {
  sweep(dirname(path), folder.path)
  const target = join(folder.path, basename(path))
  const stats = lstatSync(target, { throwIfNoEntry: as === 'replace' })
  if (stats && as === 'create') throw new Exists(path)
  requireFile(stats)
  const next = join(folder.path, newName())
  const file = openSync(next, 'wx', stats ? 0o600 : mode)
  try {
    try {
      writeFileSync(file, content)
      // The mode of `open` loses what the process masks.
      if (stats) fchmodSync(file, stats.mode & 0o777)
      syncFile(file)
    } finally {
      closeSync(file)
    }
    if (as === 'create') claim(next, target, path)
    else renameSync(next, target)
  } catch (error) {
    quietly(() => unlinkSync(next))
    throw error
  }
  folder.sync()
}

/** What a file system answers that has no second names for files. */
const withoutLinks: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Give a whole file its name, if no other program took the name meanwhile: a rename would replace that one. */
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

function requireFile(stats: Stats | undefined): void {
  if (stats?.isFile() === false) throw new Moved('it is a link, or something else than a file')
}

function requireAbsent(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) throw new Exists(path)
}

function removeFolders(made: readonly string[]): void {
  for (const folder of made.toReversed()) quietly(() => rmdirSync(folder))
}

/** For what is removed after a fault: that fault is the one to report. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // The disk that refused the write may refuse this too.
  }
}

/** Folders in which this process has looked already: to sign thousands of files in one asks once. */
const swept = new Set<string>()

/** Remove what killed processes left in a folder. */
function sweep(real: string, folder: string): void {
  if (swept.has(real)) return
  swept.add(real)
  for (const name of readdirSync(folder).filter((name) => beside.test(name)))
    if (isOld(join(folder, name))) rmSync(join(folder, name), { force: true })
}

function isOld(path: string): boolean {
  const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs
  return written !== undefined && Date.now() - written > longestWriting
}
