import { existsSync, readFileSync, readdirSync } from 'node:fs'
import type { FileChange } from '#core/run'
import { bundleRoot, usesProductBundle, type Snapshot } from '#core/workspace'
import { join, relative } from '../disk-paths.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'
import { productRoot } from './product.ts'

/** The files that a run of a draft finds: those of the draft, and those of the product's bundle that it uses. */
export function draftFiles(snapshot: Snapshot): readonly SnapshotFile[] {
  const own = Object.entries(snapshot.files).map(([path, content]) => ({
    path,
    bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content.base64, 'base64'),
  }))
  return [...own, ...builtinFiles(snapshot)]
}

const bundles = new Map<string, readonly SnapshotFile[]>()

/** The files of the product's bundle that a draft uses; empty if the draft contains all of them. */
export function builtinFiles(head: Pick<Snapshot, 'bundle' | 'systems'>): readonly SnapshotFile[] {
  return usesProductBundle(head) ? bundleFiles(head.bundle) : []
}

/**
 * The files of a product bundle, as a run finds them. Throws a `Refusal` if the product does not contain that version.
 */
function bundleFiles({ id, version }: Snapshot['bundle']): readonly SnapshotFile[] {
  const name = `${id}/${version}`
  const folder = join(productRoot, 'core/bundles', name)
  // The ID and the version are single path segments, so a draft cannot name another folder.
  if (!/^[\w-]+\/\d[\w.-]*$/.test(name) || !existsSync(join(folder, 'bundle.json')))
    throw new Refusal(
      422,
      'bundle-unknown',
      `This server has no bundle ${name}.`,
      'Open the draft in a version of the playground that has this bundle.',
    )
  const known =
    bundles.get(name) ?? readBundle(folder, bundleRoot(id)).map((file) => ({ ...file, product: true as const }))
  bundles.set(name, known)
  return known
}

/** The files in a bundle's folder, by their paths under its root in a workspace. */
export function readBundle(folder: string, root: string): readonly SnapshotFile[] {
  return readdirSync(join(folder, '.ai'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: `${root}/${relative(folder, path)}`, bytes: readFileSync(path) }))
}

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
