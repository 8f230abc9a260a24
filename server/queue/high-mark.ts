import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { Logger } from 'pino'
import { join } from '../disk-paths.ts'
import { realPlace } from '../project/inside.ts'
import { removeFile, writeWhole } from '../project/write-whole.ts'

/** Milliseconds without a change after which a new process removes a mark. It first records at least the same count. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * The largest count of steps that a process received from Redis. A data set with a smaller count is an older copy. The
 * count is also written to a file before the process acts on it, so it survives a restart.
 */
export class HighMark {
  readonly #log: Logger
  readonly #folder: string
  readonly #file: string
  #seen = 0

  /** @param folder A folder that all processes of this machine share; if empty, the mark is only in memory. */
  constructor(folder: string, url: string, log: Logger) {
    const { host, pathname } = new URL(url)
    this.#log = log
    const queue = createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 16)
    this.#folder = folder && join(folder, queue)
    this.#file = join(this.#folder, randomBytes(8).toString('hex'))
    const files = this.#onDisk(() => this.#files()) ?? []
    for (const file of files) this.#onDisk(() => this.#read(file))
    const old = files.filter((file) => this.#onDisk(() => Date.now() - statSync(file).mtimeMs > KEPT_MS))
    if (old.length === 0) return
    this.#onDisk(() => this.#note())
    if (existsSync(this.#file)) for (const file of old) this.#onDisk(() => removeFile(placeOf(file)))
  }

  get seen(): number {
    return this.#seen
  }

  /** Record a count received from Redis if it is the largest so far. */
  saw(count: number): void {
    if (!(count > this.#seen)) return
    this.#seen = count
    this.#onDisk(() => this.#note())
  }

  #files(): readonly string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder).map((name) => join(this.#folder, name)) : []
  }

  /**
   * Write the count. A count only grows, so its digits overwrite the previous ones: a kill or a full disk never leaves
   * fewer digits.
   */
  #note(): void {
    const text = String(this.#seen)
    if (!existsSync(this.#file))
      return void writeWhole(placeOf(this.#file), text, { as: 'put', mode: 0o600, folderMode: 0o700 })
    const file = openSync(this.#file, 'r+')
    try {
      writeSync(file, text, 0)
    } finally {
      closeSync(file)
    }
  }

  #read(file: string): void {
    this.#seen = Math.max(this.#seen, Number.parseInt(readFileSync(file, 'utf8'), 10) || 0)
  }

  #onDisk<T>(work: () => T): T | undefined {
    if (this.#folder === '') return undefined
    try {
      return work()
    } catch (error) {
      this.#log.warn({ error }, 'recording the position of the queue failed (--queue-dir)')
      return undefined
    }
  }
}

/** The real path of a file, because the configured folder can contain symlinks. */
function placeOf(file: string): string {
  return realPlace(file) ?? file
}
