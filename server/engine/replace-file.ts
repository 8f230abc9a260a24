import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'

/** What stands beside a file until it is whole. Nobody else has the name: processes of other machines may share the folder. */
const beside = /^\.rye-chain\.[0-9a-f]{16}\.tmp$/
const newName = (): string => `.rye-chain.${randomBytes(8).toString('hex')}.tmp`

/** Milliseconds after which what stands beside a file is nobody's: to write it takes a few. */
const longestWriting = 60_000

/** Something else stands now where a file was found: nothing was written. Told as what the disk refuses, which it is to whoever asked. */
class Moved extends Error {
  readonly code = 'EMOVED'
  readonly syscall = 'open'
}

/**
 * Put a new text in the place of a file in one step: a reader sees the old one or the new one, never half of it.
 * @param path The real path of the file. Where a link has come into it meanwhile, nothing is written.
 * @param newMode The mode of the file where there is none yet; without it, there must be one, which keeps its own.
 */
export function replaceFile(path: string, text: string, newMode?: number): void {
  within(dirname(path), (folder) => {
    sweep(dirname(path), folder)
    const target = join(folder, basename(path))
    const mode = modeOf(target, path, newMode)
    const next = join(folder, newName())
    const file = openSync(next, 'wx', 0o600)
    try {
      try {
        writeFileSync(file, text)
        // The mode of `open` loses what the process masks.
        fchmodSync(file, mode)
      } finally {
        closeSync(file)
      }
      renameSync(next, target)
    } catch (error) {
      rmSync(next, { force: true })
      throw error
    }
  })
}

function modeOf(target: string, path: string, newMode: number | undefined): number {
  const stats = lstatSync(target, { throwIfNoEntry: newMode === undefined })
  if (stats?.isFile() === false) throw new Moved(`${path} is no regular file, or is a link; it is left alone.`)
  return stats === undefined ? (newMode ?? 0o600) : stats.mode & 0o777
}

/** Where Linux names what a process has open: such a name leads to the folder itself, whatever is put in its place. */
const openedNames = '/proc/self/fd'

/**
 * Work in a folder of that real path. On Linux it is compared once more when it is open, by a name that leads nowhere else. No other
 * system has such names, and to hold a folder open helps nobody who has to reach it by its path: macOS would open it, Windows knows
 * neither that it has to be a folder nor that a link is not meant. There, and where /proc is not mounted, the look right before is all.
 * @param names Where open files have names, as the system has it.
 */
export function within(folder: string, work: (folder: string) => void, names = openedNames): void {
  stays(folder, realpathSync.native(folder))
  if (!existsSync(names)) return work(folder)
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  const held = `${names}/${descriptor}`
  try {
    stays(folder, readlinkSync(held))
    work(held)
  } catch (error) {
    // A person knows the folder by its own name.
    if (error instanceof Error) error.message = error.message.replaceAll(held, folder)
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function stays(folder: string, found: string): void {
  if (found !== folder)
    throw new Moved(`${folder} is reached by a link, or was moved meanwhile; nothing is written there.`)
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
