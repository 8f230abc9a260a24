import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** What a process that ended long ago noted, another one has noted too. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * How far a process knows its queue to be: the largest count of steps that Redis answered. A data set that counts less is an older copy.
 * It is noted in a file of its own as well, before anything follows from it, for the time after a restart.
 */
export class HighMark {
  readonly #log: Logger
  readonly #folder: string
  readonly #file: string
  #seen = 0

  /** `folder` is for all processes of this machine; an empty one keeps the mark in memory alone. */
  constructor(folder: string, url: string, log: Logger) {
    const { host, pathname } = new URL(url)
    this.#log = log
    this.#folder = folder && join(folder, createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 16))
    this.#file = join(this.#folder, randomBytes(8).toString('hex'))
    this.#onDisk(() => mkdirSync(this.#folder, { recursive: true, mode: 0o700 }))
    const files = this.#onDisk(() => readdirSync(this.#folder).map((name) => join(this.#folder, name))) ?? []
    for (const file of files) this.#onDisk(() => this.#read(file))
    const old = files.filter((file) => this.#onDisk(() => Date.now() - statSync(file).mtimeMs > KEPT_MS))
    if (old.length === 0) return
    this.#onDisk(() => writeFileSync(this.#file, String(this.#seen)))
    for (const file of old) this.#onDisk(() => rmSync(file, { force: true }))
  }

  get seen(): number {
    return this.#seen
  }

  /** Note a count that Redis answered. */
  saw(count: number): void {
    if (!(count > this.#seen)) return
    this.#seen = count
    this.#onDisk(() => writeFileSync(this.#file, String(count)))
  }

  #read(file: string): void {
    this.#seen = Math.max(this.#seen, Number.parseInt(readFileSync(file, 'utf8'), 10) || 0)
  }

  #onDisk<T>(work: () => T): T | undefined {
    if (this.#folder === '') return undefined
    try {
      return work()
    } catch (error) {
      this.#log.warn({ error }, 'the mark of the queue cannot be kept (--queue-dir)')
      return undefined
    }
  }
}
