import { createHash } from 'node:crypto'

/** A store of short links. A link's ID is the digest of its snapshot, so the same content has the same link. */
export interface ShareStore {
  /**
   * Store canonical JSON, or repair a damaged copy.
   * @throws ShareFault if it cannot be stored.
   */
  put(text: string): Promise<{ readonly id: string; readonly isNew: boolean }>
  get(id: string): Promise<string | undefined>
  /** The reason why the store cannot store links, found when it was opened. */
  readonly fault?: string | undefined
}

/** The limits of stored links. */
export interface ShareRules {
  readonly totalBytes: number
  /** Milliseconds until a link expires after it was last shared; 0 means never. */
  readonly keepMs: number
  /** IDs that are never removed. */
  readonly pinned: readonly string[]
}

/** The error for a link that cannot be stored, with the reason. */
export class ShareFault extends Error {}

const ID = /^[A-Za-z0-9_-]{32}$/

/** Whether a string is an ID of a short link. */
export function isShareId(text: string): boolean {
  return ID.test(text)
}

/** The ID of a string: 192 bits of its SHA-256, in characters that need no escaping in a URL. */
export function shareId(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 24).toString('base64url')
}
