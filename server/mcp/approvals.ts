import { randomBytes } from 'node:crypto'
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server'

/** How long an approval may take, from the question to its use. */
export const approvalSeconds = 300
/** Questions that may be open at a time; a further one takes the place of the oldest. */
const mostOpen = 100

/** What travels through the client, signed: which question it answers, and what exactly was shown. */
export interface AskedState {
  readonly nonce: string
  readonly digest: string
}

/** What an answer is worth. */
export type Worth = 'good' | 'unknown' | 'differs'

/**
 * Approvals: signed by a key of this process, good for one digest, used once, and gone after minutes. The codec refuses what was forged
 * or is too old; an approval that is not open here was used before, or was never requested.
 */
export class Approvals {
  readonly codec: RequestStateCodec<AskedState> = createRequestStateCodec<AskedState>({
    key: randomBytes(32),
    ttlSeconds: approvalSeconds,
  })
  readonly #open = new Set<string>()

  /** The signed state of a new question. */
  async ask(digest: string): Promise<string> {
    const nonce = randomBytes(18).toString('base64url')
    this.#open.add(nonce)
    const [oldest] = this.#open
    if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest)
    return this.codec.mint({ nonce, digest })
  }

  /** Use an answer up, whatever it says; it is good only for what was shown. */
  take({ nonce, digest }: AskedState, wanted: string): Worth {
    if (!this.#open.delete(nonce)) return 'unknown'
    return digest === wanted ? 'good' : 'differs'
  }
}
