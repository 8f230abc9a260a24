import { isObject } from '#core/read'
import type { Snapshot } from '#core/workspace'
import type { FileContent } from '../files/content.ts'
import { readAbout, type DraftAbout } from './draft-about.ts'
import { isSnapshot, isTexts } from './kept-snapshot.ts'

/** The origin of a draft. A draft from a link or from pasted text cannot run until the user trusts it. */
export type DraftOrigin =
  | { readonly kind: 'example'; readonly slug: string }
  /** `from` is the draft that the link was made from, as `ID.VERSION`. Old links do not name it. */
  | { readonly kind: 'link'; readonly of: string; readonly from?: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'own' }

/** A saved draft. `format` increases with each change of the format. */
export interface DraftRecord {
  readonly format: 1
  readonly id: string
  readonly snapshot: Snapshot
  readonly origin: DraftOrigin
  readonly edited_at: number
  readonly trashed: boolean
  /** The summary of the draft at its last save. */
  readonly about?: DraftAbout
  /** The last content of each file that had a matching signature, to show changes since then (R10.2). */
  readonly signed?: Readonly<Record<string, FileContent>>
}

/** The fields of a draft that the library lists without loading it. */
export type DraftHeader = Omit<DraftRecord, 'snapshot' | 'signed'> & { readonly name: string }

export function headerOf({ snapshot, signed: _signed, about: kept, ...header }: DraftRecord): DraftHeader {
  const about = readAbout(kept)
  return { ...header, name: snapshot.name, ...(about && { about }) }
}

/** Parse a stored draft. Returns undefined for another format; the draft then stays in storage unchanged. */
export function readRecord(value: unknown): DraftRecord | undefined {
  if (!isHead(value) || value['format'] !== 1 || !isSnapshot(value['snapshot'])) return undefined
  if (value['signed'] !== undefined && !isTexts(value['signed'])) return undefined
  // The page wrote the record, and the checks above cover all required fields. `headerOf` checks `about`.
  return value as unknown as DraftRecord
}

const origins: readonly unknown[] = ['example', 'link', 'text', 'own'] satisfies readonly DraftOrigin['kind'][]

/** Whether a value has the fields of a draft other than its snapshot. */
function isHead(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['trashed'] !== 'boolean') return false
  const { edited_at, origin } = value
  if (typeof edited_at !== 'number' || !Number.isFinite(edited_at) || !isObject(origin)) return false
  const named = origin['kind'] === 'example' ? origin['slug'] : origin['kind'] === 'link' ? origin['of'] : ''
  const from = origin['from'] ?? ''
  return origins.includes(origin['kind']) && typeof named === 'string' && typeof from === 'string'
}
