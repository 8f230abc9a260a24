import { isObject } from '#core/read'
import type { Snapshot } from '#core/workspace'
import type { FileContent } from '../files/content.ts'
import { readAbout, type DraftAbout } from './draft-about.ts'
import { isSnapshot, isTexts } from './kept-snapshot.ts'

/** Where a draft came from. A draft from a link or a pasted text stays inert until the reader trusts it. */
export type DraftOrigin =
  | { readonly kind: 'example'; readonly slug: string }
  | { readonly kind: 'link'; readonly of: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'own' }

/** A draft as it is kept. `format` rises when its shape changes. */
export interface DraftRecord {
  readonly format: 1
  readonly id: string
  readonly snapshot: Snapshot
  readonly origin: DraftOrigin
  readonly edited_at: number
  readonly trashed: boolean
  /** What it was about when it was kept last. */
  readonly about?: DraftAbout
  /** Texts whose signature fitted when they were last seen, so that a change after it can be shown (R10.2). */
  readonly signed?: Readonly<Record<string, FileContent>>
}

/** What the library lists without loading a draft. */
export type DraftHeader = Omit<DraftRecord, 'snapshot' | 'signed'> & { readonly name: string }

/** What the library lists of a draft. */
export function headerOf({ snapshot, signed: _signed, about: kept, ...header }: DraftRecord): DraftHeader {
  const about = readAbout(kept)
  return { ...header, name: snapshot.name, ...(about && { about }) }
}

/** A kept draft read back, or undefined where what is kept is none of this format; it is not changed then. */
export function readRecord(value: unknown): DraftRecord | undefined {
  if (!isHead(value) || value['format'] !== 1 || !isSnapshot(value['snapshot'])) return undefined
  if (value['signed'] !== undefined && !isTexts(value['signed'])) return undefined
  // Every field that the page relies on was looked at above, but for what it is about, and it wrote the record itself.
  return value as unknown as DraftRecord
}

const origins: readonly unknown[] = ['example', 'link', 'text', 'own'] satisfies readonly DraftOrigin['kind'][]

/** Whether a value has the fields of a draft other than its snapshot. */
function isHead(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['trashed'] !== 'boolean') return false
  const { edited_at, origin } = value
  if (typeof edited_at !== 'number' || !Number.isFinite(edited_at) || !isObject(origin)) return false
  const named = origin['kind'] === 'example' ? origin['slug'] : origin['kind'] === 'link' ? origin['of'] : ''
  return origins.includes(origin['kind']) && typeof named === 'string'
}
