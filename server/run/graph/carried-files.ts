import type { FileChange } from '#core/run'
import type { SnapshotFile } from '../../sandbox/materialize.ts'

/**
 * The files of a walk, including those that a node wrote for later nodes. The code does not change during a walk: files
 * written under `.ai` are part of the result, but later nodes do not see them, so only the confirmed code runs.
 */
export class CarriedFiles {
  readonly #before: ReadonlyMap<string, SnapshotFile>
  readonly #now: Map<string, SnapshotFile>
  readonly #changes = new Map<string, FileChange>()

  constructor(files: readonly SnapshotFile[]) {
    this.#before = new Map(files.map((file) => [file.path, file]))
    this.#now = new Map(this.#before)
  }

  /** The files that the next node finds. */
  get files(): readonly SnapshotFile[] {
    return [...this.#now.values()]
  }

  /** Apply the changes of a node. */
  take(changes: readonly FileChange[]): void {
    for (const change of changes) {
      this.#note(change)
      if (isCode(change.path)) continue
      if (change.change === 'deleted') this.#now.delete(change.path)
      else if (change.bytes) {
        const { path, bytes, executable } = change
        this.#now.set(path, { path, bytes, mode: executable ? 0o755 : 0o644 })
      }
    }
  }

  /** The changes of the whole walk, ordered by path. */
  changes(): readonly FileChange[] {
    return [...this.#changes.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  #note(change: FileChange): void {
    const { path } = change
    const existed = this.#before.has(path)
    if (change.change === 'deleted' && !existed) this.#changes.delete(path)
    else if (change.change === 'deleted') this.#changes.set(path, change)
    else this.#changes.set(path, { ...change, change: existed ? 'modified' : 'created' })
  }
}

function isCode(path: string): boolean {
  return /^\/(?:project|user)\/\.ai(?:\/|$)/.test(path)
}
