import { lengthOf, type FileContent } from '../files/content.ts'
import type { Table } from '../files/database.ts'
import { isTexts } from './kept-snapshot.ts'

type Files = Readonly<Record<string, FileContent>>

/** From when on a draft is kept in parts: below it, one write of all is quicker than knowing what changed. */
const large = { files: 1_000, characters: 2_000_000 } as const
/** Parts of a draft: a change writes one of them, a sixty-fourth of the whole. */
const count = 64
/** Parts that are written in one go; of more, each is a piece of work of its own, so that the page goes on between them. */
const atOnce = 4

/** Whether a draft is so large that it is kept in parts. */
export function isLarge(files: Files): boolean {
  const paths = Object.keys(files)
  if (paths.length > large.files) return true
  let characters = 0
  for (const path of paths) {
    const content = files[path]
    characters += content === undefined ? 0 : lengthOf(content)
  }
  return characters > large.characters
}

/**
 * The files of large drafts, in parts by the hash of their path: a key press in a project of 10,000 tools writes one part and not
 * 64 MB. Nothing here rejects but `save`, where the browser has no room.
 */
export class DraftParts {
  readonly #table: Table
  /** The files of the draft that was kept or read last, as they are kept: what is the same value since then is not written again. */
  #kept: { readonly id: string; readonly files: Files } | undefined

  constructor(table: Table) {
    this.#table = table
  }

  /** Write the parts in which something changed. Those of a small change stand all or not at all. */
  async save(id: string, files: Files): Promise<void> {
    const changed = changedParts(this.#kept?.id === id ? this.#kept.files : undefined, files)
    const parts = new Map([...changed].map((part) => [part, {} as Record<string, FileContent>]))
    for (const path of Object.keys(files)) {
      const part = parts.get(partOf(path))
      const content = files[path]
      if (part && content !== undefined) part[path] = content
    }
    const rows = [...parts]
    // Were it cut off in the middle, what is kept would be neither the old state nor the new one.
    this.#kept = undefined
    const step = rows.length <= atOnce ? atOnce : 1
    for (let at = 0; at < rows.length; at += step) await this.#write(id, rows.slice(at, at + step))
    this.#kept = { id, files }
  }

  async #write(id: string, rows: readonly (readonly [part: number, files: Files])[]): Promise<void> {
    await this.#table('readwrite', (store) => {
      const requests = rows.map(([part, files]) => store.put(files, keyOf(id, part)))
      return requests.at(-1) ?? store.count()
    })
  }

  /** All files of a draft; undefined where a part is missing or unreadable. */
  async load(id: string): Promise<Files | undefined> {
    const files: Record<string, FileContent> = {}
    for (let part = 0; part < count; part++) {
      const row = await this.#table('readonly', (store) => store.get(keyOf(id, part))).catch(() => undefined)
      if (!isTexts(row)) return undefined
      Object.assign(files, row)
    }
    this.#kept = { id, files }
    return files
  }

  /** Forget the parts of a draft. */
  async remove(id: string): Promise<void> {
    if (this.#kept?.id === id) this.#kept = undefined
    await this.#table('readwrite', (store) => {
      for (let part = 1; part < count; part++) store.delete(keyOf(id, part))
      return store.delete(keyOf(id, 0))
    }).catch(() => undefined)
  }
}

function keyOf(id: string, part: number): string {
  return `${id}/${part}`
}

/** The parts in which two states differ; all of them where there was none before. */
function changedParts(before: Files | undefined, after: Files): ReadonlySet<number> {
  if (!before) return new Set(Array.from({ length: count }, (_, part) => part))
  const changed = new Set<number>()
  for (const path of Object.keys(after)) if (before[path] !== after[path]) changed.add(partOf(path))
  for (const path of Object.keys(before)) if (!Object.hasOwn(after, path)) changed.add(partOf(path))
  return changed
}

/** Paths whose part is remembered; of more, all are reckoned again, so that no former draft stays in it. */
const mostKnown = 50_000
const known = new Map<string, number>()

/** FNV-1a over the path: the same on every visit. */
function partOf(path: string): number {
  const former = known.get(path)
  if (former !== undefined) return former
  let hash = 0x811c9dc5
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193)
  const part = (hash >>> 0) % count
  if (known.size >= mostKnown) known.clear()
  known.set(path, part)
  return part
}
