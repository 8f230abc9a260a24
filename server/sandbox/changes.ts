import { Buffer, isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readSync } from 'node:fs'
import type { Stats } from 'node:fs'
import type { FileChange, LeftOut } from '#core/run'
import type { FileStamp } from './materialize.ts'
import { Turns } from '../turns.ts'

/** The limits of a collection: `disk_entries`, `change_bytes` and `file_bytes`. */
export interface ChangeCaps {
  readonly entries: number
  readonly bytes: number
  readonly fileBytes: number
}

const DEEPEST = 64

/**
 * The files that a run wrote, changed or deleted under `/project` and `/user`, ordered by path (R14.2). Symlinks are
 * listed, never followed. A file is read only if it is on the run's own file system, so no race can lead outside it.
 * Undefined if the disk is gone because its process was killed. Works in slices, because a run can leave tens of
 * thousands of files.
 */
export async function collectChanges(
  root: string,
  before: ReadonlyMap<string, FileStamp>,
  caps: ChangeCaps,
  turns = new Turns(),
): Promise<readonly FileChange[] | undefined> {
  const changes: FileChange[] = []
  const device = lstatOrNothing(root)?.dev
  if (device === undefined) return undefined
  const missing = new Set([...before.keys()].filter((path) => !path.startsWith('/system/')))
  let bytesLeft = caps.bytes
  let entriesLeft = caps.entries

  const take = (path: string, stat: Stats): void => {
    const old = before.get(path)
    missing.delete(path)
    if (old !== undefined && stat.isFile() && isUntouched(root + path, old)) return
    const read = stat.isFile() ? readOwn(root + path, device, caps, bytesLeft) : NO_FILE
    const change = old === undefined ? 'created' : 'modified'
    if (!Buffer.isBuffer(read)) return void changes.push({ path, change, bytes: null, left_out: read })
    const executable = (stat.mode & 0o111) !== 0
    if (old !== undefined && old.executable === executable && Buffer.compare(old.bytes, read) === 0) return
    bytesLeft -= read.length
    changes.push({ path, change, bytes: read, ...(executable && { executable }) })
  }
  const walk = async (path: string, depth: number): Promise<void> => {
    for (const bytes of await names(root + path, turns)) {
      if (entriesLeft-- <= 0) return
      if (turns.isDue) await turns.give()
      const name = bytes.toString('utf8')
      if (!isUtf8(bytes)) {
        changes.push({ path: `${path}/${spelled(bytes)}`, change: 'created', bytes: null, left_out: { kind: 'name' } })
        continue
      }
      const here = `${path}/${name}`
      const stat = lstatOrNothing(root + here)
      if (stat === undefined || stat.dev !== device) continue
      if (!stat.isDirectory()) take(here, stat)
      else if (depth < DEEPEST) await walk(here, depth + 1)
    }
  }
  await walk('/project', 1)
  await walk('/user', 1)
  // Files beyond the limits were not visited, so check which missing files are really deleted.
  for (const path of missing) {
    if (turns.isDue) await turns.give()
    if (lstatOrNothing(root + path)?.isDirectory() ?? true) changes.push({ path, change: 'deleted', bytes: null })
  }
  // A disk that disappeared meanwhile has no files, but the tool did not delete them.
  if (lstatOrNothing(root) === undefined) return undefined
  return changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

const NO_FILE: LeftOut = { kind: 'no-file' }
const LONGEST_SPELLING = 120

/**
 * A name that is not valid text, with invalid bytes as `<E9>`. It can be shown, and cannot be confused with a valid
 * file name.
 */
function spelled(name: Buffer): string {
  return name
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, (byte) => `<${hex(byte)}>`)
    .slice(0, LONGEST_SPELLING)
}

const hex = (byte: string): string => byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')

/** The names in a directory, ordered by their bytes; empty if it cannot be read. */
async function names(path: string, turns: Turns): Promise<readonly Buffer[]> {
  const found: string[] = []
  try {
    const directory = opendirSync(path, { encoding: 'latin1', bufferSize: 256 })
    try {
      for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
        if (turns.isDue) await turns.give()
        found.push(entry.name)
      }
    } finally {
      directory.closeSync()
    }
  } catch {
    return [] // The path is too long, or the tool removed the permission to read the directory.
  }
  // A latin1 string has one character per byte, and sorting such strings is several times as fast.
  return found.sort().map((name) => Buffer.from(name, 'latin1'))
}

function isUntouched(path: string, { inode, changed }: FileStamp): boolean {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.ino === inode && stat.ctimeNs === changed
}

function lstatOrNothing(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

function readOwn(path: string, device: number, caps: ChangeCaps, bytesLeft: number): Buffer | LeftOut {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return { kind: 'unreadable' }
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.dev !== device) return { kind: 'no-file' }
    if (stat.size > caps.fileBytes) return { kind: 'limit', limit: 'file_bytes' }
    if (stat.size > bytesLeft) return { kind: 'limit', limit: 'change_bytes' }
    // Short files share memory blocks, because one block for each of 16,000 files slows garbage collection down.
    const bytes = Buffer.allocUnsafe(stat.size)
    let filled = 0
    for (let got = -1; got !== 0 && filled < bytes.length; filled += got)
      got = readSync(file, bytes, filled, bytes.length - filled, filled)
    return bytes.subarray(0, filled)
  } finally {
    closeSync(file)
  }
}
