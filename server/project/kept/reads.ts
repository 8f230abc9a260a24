import { hash } from 'node:crypto'
import { statSync, type Stats } from 'node:fs'
import type { NodeFs } from '#core/input'
import type { World } from '#core/workspace'
import { realPath } from '../real-path.ts'
import { codeOf } from '../reported-error.ts'

/**
 * Milliseconds that a path must be unchanged before its state identifies its content. Within the resolution of file
 * times, which is 2 seconds on FAT, a second change can leave the state as it was (Git's index has the same rule).
 */
const settledMs = 2_500

/**
 * The state of a path, links followed: device, inode, mode, size, modification and change time; null for no such path.
 */
type PathState = readonly [number, number, number, number, number, number] | null

/** The functions of Node's `fs` that read a project. */
export interface DiskFs extends NodeFs {
  fstatSync(file: number): Stats
  statSync(path: string, options: { readonly throwIfNoEntry: false }): Stats | undefined
}

/** Everything that an answer read from the disk, as JSON. */
export interface ReadsRecord {
  readonly paths: readonly (readonly [string, PathState])[]
  /** Paths with all links resolved; null for a path that cannot be resolved. */
  readonly real: readonly (readonly [string, string | null])[]
  /** Whether a program file exists outside the spaces. */
  readonly programs: readonly (readonly [string, boolean])[]
  /** The digest of all program files; null if they were not listed. */
  readonly allPrograms: string | null
}

/**
 * Records everything that an answer reads from the disk, so that a later process can decide whether it would read the
 * same.
 */
export class Reads {
  readonly #paths = new Map<string, PathState>()
  readonly #real = new Map<string, string | null>()
  readonly #programs = new Map<string, boolean>()
  readonly #settled: number
  #open: { readonly file: number; readonly stats: Stats } | undefined
  #allPrograms: string | null = null
  #isSure = true

  constructor(settled = settledMs) {
    this.#settled = settled
  }

  /**
   * The functions of `fs`, with each read recorded. The state of a path is always recorded before its content is read.
   */
  over(fs: DiskFs): DiskFs {
    return {
      openSync: (path, flags) => {
        const file = this.#attempt(path, () => fs.openSync(path, flags))
        const stats = fs.fstatSync(file)
        this.#note(path, stats)
        this.#open = { file, stats }
        return file
      },
      fstatSync: (file) => (this.#open?.file === file ? this.#open.stats : fs.fstatSync(file)),
      readSync: (...args) => fs.readSync(...args),
      closeSync: (file) => {
        this.#open = undefined
        fs.closeSync(file)
      },
      readdirSync: (path, options) => {
        if (!this.#paths.has(path)) this.look(path)
        return this.#attempt(path, () => fs.readdirSync(path, options))
      },
      statSync: (path, options) => {
        const stats = this.#attempt(path, () => fs.statSync(path, options))
        this.#note(path, stats)
        return stats
      },
      realpathSync: (path) => {
        const real = realPath(path) ?? null
        this.#same(this.#real, path, real)
        if (real === null) throw new Error(`no such path: ${path}`)
        return real
      },
    }
  }

  /** The world, with each lookup of a program file recorded. */
  ofWorld(world: World): World {
    const { hasFile } = world
    if (!hasFile) return world
    const listed = (): readonly string[] => {
      this.#allPrograms = digestOf(world.files)
      return world.files
    }
    return {
      environ: world.environ,
      programs: world.programs,
      path_separator: world.path_separator,
      get files() {
        return listed()
      },
      hasFile: (path) => {
        const found = hasFile(path)
        this.#same(this.#programs, path, found)
        return found
      },
    }
  }

  /** Record the state of a path that is read without `over`. */
  look(path: string): void {
    const stats = this.#attempt(path, () => statSync(path, { throwIfNoEntry: false }))
    this.#note(path, stats)
    if (stats && !stats.isFile() && !stats.isDirectory()) this.#isSure = false
  }

  /** All reads, or undefined if a later change of the disk could be missed. */
  record(): ReadsRecord | undefined {
    if (!this.#isSure) return undefined
    const [paths, real, programs] = [[...this.#paths], [...this.#real], [...this.#programs]]
    return { paths, real, programs, allPrograms: this.#allPrograms }
  }

  /**
   * The result of a disk error, such as too many open files, can differ next time. A missing path is an ordinary
   * result.
   */
  #attempt<T>(path: string, read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') this.#isSure = false
      this.#note(path, undefined)
      throw error
    }
  }

  #note(path: string, stats: Stats | undefined): void {
    const state = stateOf(stats)
    const known = this.#paths.get(path)
    if (known !== undefined && !isSame(known, state)) this.#isSure = false
    if (known !== undefined) return
    if (state && Date.now() - Math.max(state[4], state[5]) < this.#settled) this.#isSure = false
    this.#paths.set(path, state)
  }

  #same<T>(map: Map<string, T>, path: string, value: T): void {
    if (map.has(path) && map.get(path) !== value) this.#isSure = false
    map.set(path, value)
  }
}

/**
 * Whether the same reads would now have the recorded results. Compares the states of files, not their content. `world`
 * must have the settings of the recorded world.
 */
export function isUnchanged({ paths, real, programs, allPrograms }: ReadsRecord, world: World): boolean {
  try {
    return (
      paths.every(([path, state]) => isSame(state, stateOf(statSync(path, { throwIfNoEntry: false })))) &&
      real.every(([path, resolved]) => (realPath(path) ?? null) === resolved) &&
      programs.every(([path, exists]) => world.hasFile?.(path) === exists) &&
      (allPrograms === null || digestOf(world.files) === allPrograms)
    )
  } catch {
    return false
  }
}

function stateOf(stats: Stats | undefined): PathState {
  if (!stats) return null
  return [stats.dev, stats.ino, stats.mode, stats.size, stats.mtimeMs, stats.ctimeMs]
}

function isSame(a: PathState, b: PathState): boolean {
  return a === null || b === null ? a === b : a.every((field, at) => field === b[at])
}

function digestOf(files: readonly string[]): string {
  return hash('sha256', JSON.stringify(files))
}
