import { Buffer } from 'node:buffer'
import { chmodSync, closeSync, constants, lchownSync, lstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Turns } from '../turns.ts'

/** A file of a workspace, with its absolute path in the workspace. */
export interface SnapshotFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** The file mode; only the executable bit is kept. */
  readonly mode?: number
  /** Set for a product file, which all users share. */
  readonly product?: true
}

export interface MaterializeCaps {
  readonly files: number
  readonly bytes: number
  /** The owner of files that a tool can change; null for the server's own user. */
  readonly user: number | null
}

export type Materialized =
  | { readonly kind: 'done'; readonly stamps: ReadonlyMap<string, FileStamp> }
  | { readonly kind: 'refused'; readonly reason: string }

/** The state of a written file. `changed` is its change time, which a tool cannot set, unlike the modification time. */
export interface FileStamp {
  readonly bytes: Uint8Array
  readonly inode: bigint
  readonly changed: bigint
  readonly executable: boolean
}

const SPACES = ['project', 'user', 'system']
const LONGEST_PATH = 1024
const LONGEST_NAME = 255

/** The reason why a path cannot be written into a run; undefined if it can. */
export function pathFault(path: string): string | undefined {
  const [first, space = '', ...names] = path.split('/')
  if (first !== '' || !SPACES.includes(space) || names.length === 0) return 'is not in /project, /user or /system'
  if (path.includes('\0') || path.includes('\\')) return 'contains a NUL character or a backslash'
  if (Buffer.byteLength(path) > LONGEST_PATH) return 'is too long'
  for (const name of names) {
    if (name === '' || name === '.' || name === '..') return 'contains an empty part, "." or ".."'
    if (Buffer.byteLength(name) > LONGEST_NAME) return 'has a name that is too long'
  }
  return undefined
}

/**
 * Write a workspace's files under `root`, an empty directory of the server. No symlink is followed and no file is
 * overwritten: every file and directory under `root` is new, so no path contains a symlink. Works in slices.
 */
export async function materialize(
  files: readonly SnapshotFile[],
  root: string,
  caps: MaterializeCaps,
  turns = new Turns(),
): Promise<Materialized> {
  if (files.length > caps.files)
    return refused(`The workspace has ${files.length} files; a run can contain at most ${caps.files}.`)
  const total = files.reduce((sum, file) => sum + file.bytes.length, 0)
  if (total > caps.bytes) return refused(`The workspace has ${total} bytes; a run can contain at most ${caps.bytes}.`)
  for (const file of files) {
    const fault = pathFault(file.path)
    if (fault !== undefined) return refused(`The path ${JSON.stringify(file.path)} ${fault}.`)
  }
  const made = new Set<string>()
  const makeDirectory = (path: string): void => {
    if (made.has(path)) return
    if (path !== '') makeDirectory(path.slice(0, path.lastIndexOf('/')))
    made.add(path)
    if (path === '') return
    const host = join(root, path)
    mkdirSync(host, { mode: 0o755 })
    chmodSync(host, 0o755)
    give(host, path, caps.user)
  }
  const stamps = new Map<string, FileStamp>()
  try {
    for (const space of SPACES) makeDirectory(`/${space}`)
    for (const file of files) {
      if (turns.isDue) await turns.give()
      makeDirectory(file.path.slice(0, file.path.lastIndexOf('/')))
      const host = join(root, file.path)
      const executable = ((file.mode ?? 0) & 0o111) !== 0
      writeNew(host, file.bytes, executable ? 0o755 : 0o644)
      give(host, file.path, caps.user)
      const stat = lstatSync(host, { bigint: true })
      stamps.set(file.path, { bytes: file.bytes, inode: stat.ino, changed: stat.ctimeNs, executable })
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return refused(
      `The files of the workspace cannot be written: ${String(error.code)}. Check for a path that is both a file and a folder.`,
    )
  }
  return { kind: 'done', stamps }
}

function refused(reason: string): Materialized {
  return { kind: 'refused', reason }
}

function give(host: string, path: string, user: number | null): void {
  if (user !== null && !path.startsWith('/system')) lchownSync(host, user, user)
}

/**
 * Create a file with exactly this mode.
 * @throws an error if the file exists.
 */
export function writeNew(host: string, bytes: Uint8Array, mode: number): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const file = openSync(host, flags, mode)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
  } finally {
    closeSync(file)
  }
  chmodSync(host, mode)
}
