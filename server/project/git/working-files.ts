import { createHash, type Hash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, readlinkSync } from 'node:fs'
import { join } from '../../disk-paths.ts'
import { readFound } from '../whole-file.ts'

/** A file, symlink or nested repository in a commit or in the index. */
export interface Entry {
  readonly path: string
  readonly mode: string
  readonly type: string
  readonly object: string
}

/** The settings for line endings: attributes of the repository, then the user's setting. */
interface LineEnds {
  attributes(path: string): { readonly text: string; readonly eol: string }
  convertsLineEnds(): boolean
}

/**
 * The files of a folder, compared with git objects. Their hashes are computed here, because git would run the programs
 * of the repository's filters.
 */
export class WorkingFiles {
  readonly #folder: string
  readonly #lineEnds: LineEnds

  constructor(folder: string, lineEnds: LineEnds) {
    this.#folder = folder
    this.#lineEnds = lineEnds
  }

  /**
   * Whether a file or symlink on disk has the content of an entry, ignoring permissions, and line endings that git
   * converts.
   */
  isSame(entry: Entry): boolean {
    const path = join(this.#folder, entry.path)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (entry.mode === '120000')
      return stats?.isSymbolicLink() === true && hashed(entry.object, readlinkSync(path, 'buffer')) === entry.object
    if (!stats?.isFile()) return false
    return hashOfFile(path, entry.object) === entry.object || this.#isSameText(entry, path)
  }

  #isSameText({ path, object }: Entry, disk: string): boolean {
    const bytes = textWithLineFeeds(disk)
    return bytes !== undefined && hashed(object, bytes) === object && this.#isConverted(path)
  }

  #isConverted(path: string): boolean {
    const { text, eol } = this.#lineEnds.attributes(path)
    if (text !== 'unspecified') return text !== 'unset'
    return eol !== 'unspecified' || this.#lineEnds.convertsLineEnds()
  }
}

/**
 * Text with CRLF line endings converted to LF; undefined for other files, and for files that cannot be read or exceed
 * `limits.inputBytes`.
 */
function textWithLineFeeds(disk: string): Buffer | undefined {
  try {
    const bytes = readFound(disk)
    if (bytes.includes(0) || !bytes.includes('\r\n')) return undefined
    return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  } catch {
    return undefined
  }
}

/** The hash for the ID of a blob: SHA-1, or SHA-256 if the ID has that length. */
function hashOf(id: string, size: number): Hash {
  return createHash(id.length === 64 ? 'sha256' : 'sha1').update(`blob ${size}\0`)
}

function hashed(id: string, bytes: Uint8Array): string {
  return hashOf(id, bytes.length).update(bytes).digest('hex')
}

/** The hash of a file of any size, in the ID's format; undefined if the file cannot be read. */
function hashOfFile(path: string, id: string): string | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    const { size } = fstatSync(file)
    const hash = hashOf(id, size)
    const chunk = Buffer.allocUnsafe(1 << 16)
    for (let left = size; left > 0;) {
      const length = readSync(file, chunk, 0, Math.min(left, chunk.length), null)
      if (length === 0) return undefined
      hash.update(chunk.subarray(0, length))
      left -= length
    }
    return hash.digest('hex')
  } finally {
    closeSync(file)
  }
}
