import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'

/** Maximum number of bytes to read from a script or a version manager's settings. */
const HEAD_BYTES = 16_384

/** Maximum number of names to read from a folder. */
const FOLDER_NAMES = 5_000

/** Whether a path is an executable file. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    // The executable permission of a folder means that the folder can be entered.
    return statSync(path).isFile()
  } catch {
    return false
  }
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true
}

export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statOf(one), statOf(other)]
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The path with symlinks resolved; undefined for a broken symlink or a missing path. */
export function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** The names in a folder, sorted; empty if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort().slice(0, FOLDER_NAMES)
  } catch {
    return []
  }
}

/** The first bytes of a file; empty if it cannot be read. */
export function headOf(path: string, bytes = HEAD_BYTES): Buffer {
  return readAt(path, 0, bytes)
}

/** Bytes of a file, starting at an offset; fewer at the end of the file, and none if it cannot be read. */
export function readAt(path: string, offset: number, length: number): Buffer {
  if (!isFile(path)) return Buffer.alloc(0)
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return Buffer.alloc(0)
  }
  try {
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, readSync(file, buffer, 0, length, offset))
  } catch {
    return Buffer.alloc(0)
  } finally {
    closeSync(file)
  }
}
