import { Volume } from 'memfs'
import type { FileChange } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { bytesOf, contentOf, type FileContent } from './content.ts'
import { isReadOnly } from './places.ts'

/** A file of a running tool. */
export interface PlainFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * The writable volume of a simulated run: a draft and its system files, mounted at the paths that tools see. Simulated
 * tools write to it with Node's file functions. The draft receives the changes only if the user saves them.
 */
export class DraftVolume {
  readonly fs = new Volume()

  constructor(files: Snapshot['files'], systemFiles: ReadonlyMap<string, string>) {
    for (const root of ['/project', '/user', '/system']) this.fs.mkdirSync(root, { recursive: true })
    for (const [path, content] of Object.entries(files)) this.write(path, bytesOf(content))
    for (const [path, text] of systemFiles) this.write(path, bytesOf(text))
  }

  /** Write a file. Creates missing folders. */
  write(path: string, bytes: Uint8Array): void {
    this.fs.mkdirSync(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true })
    this.fs.writeFileSync(path, bytes)
  }

  /** All files under the three roots. The entries of each folder are sorted by name. */
  files(): readonly PlainFile[] {
    const found: PlainFile[] = []
    const visit = (folder: string): void => {
      for (const name of this.fs.readdirSync(folder).map(String).sort()) {
        const path = `${folder}/${name}`
        if (this.fs.statSync(path).isDirectory()) visit(path)
        else found.push({ path, bytes: plainBytes(this.fs.readFileSync(path)) })
      }
    }
    for (const root of ['/project', '/system', '/user']) visit(root)
    return found
  }

  /** Apply the changes that a tool made to its copy of the volume. */
  apply(changes: readonly FileChange[]): void {
    for (const { path, change, bytes } of changes) {
      if (change === 'deleted') this.fs.rmSync(path, { recursive: true, force: true })
      else if (bytes) this.write(path, bytes)
    }
  }

  /** The differences between a draft and the content of the volume, without system files; null for a deleted file. */
  changesAgainst(files: Snapshot['files']): readonly (readonly [path: string, content: FileContent | null])[] {
    const changes: (readonly [string, FileContent | null])[] = []
    const present = new Set<string>()
    for (const { path, bytes } of this.files()) {
      if (isReadOnly(path)) continue
      present.add(path)
      const before = files[path]
      if (before === undefined || !sameBytes(bytesOf(before), bytes)) changes.push([path, contentOf(bytes)])
    }
    for (const path of Object.keys(files)) if (!isReadOnly(path) && !present.has(path)) changes.push([path, null])
    return changes
  }
}

function plainBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data)
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
