import { createHash } from 'node:crypto'

/** Where short links keep their snapshots, under the digest of their content: same content, same link. */
export interface ShareStore {
  /** Keep a canonical text; a damaged copy is repaired by it. Throws a `ShareFault` where that cannot be done. */
  put(text: string): Promise<{ readonly id: string; readonly isNew: boolean }>
  get(id: string): Promise<string | undefined>
  /** Why nothing can be kept here, found when the store was opened. */
  readonly fault?: string | undefined
}

/** What bounds the links that are kept. */
export interface ShareRules {
  readonly totalBytes: number
  /** How long a link is kept after it was last shared; 0 is for ever. */
  readonly keepMs: number
  /** Ids that are never removed. */
  readonly pinned: readonly string[]
}

/** A store that cannot keep a link, and why. */
export class ShareFault extends Error {}

const ID = /^[A-Za-z0-9_-]{32}$/

/** Whether a text is an id of a short link. */
export function isShareId(text: string): boolean {
  return ID.test(text)
}

/** The id of a text: 192 bits of its SHA-256, as letters that need no escape in a URL. */
export function shareId(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 24).toString('base64url')
}
