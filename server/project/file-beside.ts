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
import { basename, dirname, join } from 'node:path'
import { Moved, type HeldFolder } from './held-folder.ts'
import { Exists } from './write-fault.ts'

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

/** A file beside the one whose place it takes, written but not on the disk yet; `takePlace` or `giveUp` ends it. */
export interface FileBeside {
  readonly descriptor: number
  readonly folder: HeldFolder
  /** Its name, and the name that it takes. */
  readonly name: string
  readonly path: string
  readonly as: Writing['as']
}

/** Write a file beside its place. Nothing of it is left where that fails. */
export function writeBeside(
  folder: HeldFolder,
  path: string,
  content: string | Uint8Array,
  { as, mode = 0o666 }: Writing,
): FileBeside {
  sweep(dirname(path), folder.path)
  const stats = replaceable(folder, path, as)
  const name = newName()
  const descriptor = openSync(join(folder.path, name), 'wx', stats ? 0o600 : mode)
  const file = { descriptor, folder, name, path, as }
  try {
    writeFileSync(descriptor, content)
    // The mode of `open` loses what the process masks.
    if (stats) fchmodSync(descriptor, stats.mode & 0o777)
    return file
  } catch (error) {
    giveUp(file)
    throw error
  }
}

/** Give a file that is on the disk its place, where still no link and nothing new is there. Nothing of it is left where that fails. */
export function takePlace({ descriptor, folder, name, path, as }: FileBeside): void {
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

/** Remove a file that does not take its place. */
export function giveUp({ descriptor, folder, name }: FileBeside): void {
  quietly(() => closeSync(descriptor))
  quietly(() => unlinkSync(join(folder.path, name)))
}

/** What is in the place of a file now, which another one may take; undefined where there is nothing. */
function replaceable(folder: HeldFolder, path: string, as: Writing['as']): Stats | undefined {
  const stats = lstatSync(join(folder.path, basename(path)), { throwIfNoEntry: as === 'replace' })
  if (stats && as === 'create') throw new Exists(path)
  requireFile(stats)
  return stats
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

export function requireFile(stats: Stats | undefined): void {
  if (stats?.isFile() === false) throw new Moved('it is a link, or something else than a file')
}

/** For what is removed after a fault: that fault is the one to report. */
export function quietly(work: () => void): void {
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
