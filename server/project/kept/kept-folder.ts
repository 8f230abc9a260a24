import { hash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { isAbsolute, join } from '../../disk-paths.ts'
import { homeOf } from '../../home.ts'
import { realPlace } from '../inside.ts'
import { removeFile, writeWhole } from '../write-whole.ts'

/**
 * Maximum bytes of one file in the folder, and of all files together. The files that were used least recently are
 * removed first.
 */
export const keptLimits = { fileBytes: 64 * 1024 * 1024, folderBytes: 256 * 1024 * 1024 }

/** Number of hexadecimal digits of the SHA-256 at the start of each file. */
const sealLength = 64

/** The user's cache folder of the product; undefined if the user has none. */
export function keptPlace(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const [named, below] =
    process.platform === 'win32' ? [env['LOCALAPPDATA'], 'rye-chain/cache'] : [env['XDG_CACHE_HOME'], 'rye-chain']
  if (named !== undefined && isAbsolute(named)) return join(named, below)
  const home = homeOf(env)
  if (process.platform === 'win32' || home === '/') return undefined
  return join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache', below)
}

/**
 * A folder of files that only this user can read and write. A missing folder counts as empty, and a failed write is
 * ignored. A folder or file of another user, or one that others can write, is not used.
 */
export class KeptFolder {
  readonly #path: string
  readonly #limits: typeof keptLimits

  constructor(path: string, limits = keptLimits) {
    this.#path = path
    this.#limits = limits
  }

  /** The content of a file; undefined if it is missing, damaged, or not the user's own. */
  read(name: string): Buffer | undefined {
    return quietly(() => {
      if (!this.#isOwn()) return undefined
      const path = join(this.#path, name)
      const file = readOwn(path, this.#limits.fileBytes)
      const content = file?.subarray(sealLength)
      if (!content || file?.toString('latin1', 0, sealLength) !== hash('sha256', content)) return undefined
      const now = new Date()
      quietly(() => utimesSync(path, now, now))
      return content
    })
  }

  /**
   * Store a file unless it is too large. If the folder is then too large, remove the files that were used least
   * recently.
   */
  write(name: string, content: Buffer): void {
    if (content.length + sealLength > this.#limits.fileBytes) return
    const file = Buffer.concat([Buffer.from(hash('sha256', content)), content])
    quietly(() => {
      if (lstatSync(this.#path, { throwIfNoEntry: false }) && !this.#isOwn()) return
      const real = realPlace(this.#path) ?? this.#path
      writeWhole(join(real, name), file, { as: 'put', mode: 0o600, folderMode: 0o700 })
      this.#shrink(real)
    })
  }

  #isOwn(): boolean {
    const stats = lstatSync(this.#path)
    return stats.isDirectory() && isOnlyOurs(stats)
  }

  #shrink(real: string): void {
    const files = readdirSync(real)
      .map((name) => join(real, name))
      .map((path) => ({ path, stats: lstatSync(path, { throwIfNoEntry: false }) }))
      .sort((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0))
    let total = 0
    for (const { path, stats } of files) {
      total += stats?.size ?? 0
      if (total > this.#limits.folderBytes) quietly(() => removeFile(path))
    }
  }
}

function readOwn(path: string, most: number): Buffer | undefined {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(file)
    return stats.isFile() && isOnlyOurs(stats) && stats.size <= most ? readFileSync(file) : undefined
  } finally {
    closeSync(file)
  }
}

/** Whether only this user can write. Windows has no modes; its cache folder belongs to the user. */
function isOnlyOurs({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  const own = process.geteuid?.()
  return own === undefined || (uid === own && (mode & 0o022) === 0)
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
