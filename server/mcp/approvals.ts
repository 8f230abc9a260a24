import { randomBytes } from 'node:crypto'
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server'

/** Seconds from a question until its approval expires. */
export const approvalSeconds = 300
/** Maximum number of open questions; a new question then replaces the oldest. */
const mostOpen = 100

/** The signed state that the client returns: the question's ID, and the digest of the action. */
export interface QuestionState {
  readonly nonce: string
  readonly digest: string
}

/**
 * The validity of a user's answer. `unknown`: no question with this nonce is open. `differs`: the question was about an
 * action with another digest.
 */
export type Worth = 'good' | 'unknown' | 'differs'

/**
 * Approvals. Each is signed with a key of this process, is valid for one digest, can be used once, and expires after
 * `approvalSeconds`. The codec refuses forged and expired approvals. If no question is open for an approval, it was
 * used before, or newer questions replaced its question.
 */
export class Approvals {
  readonly codec: RequestStateCodec<QuestionState> = createRequestStateCodec<QuestionState>({
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

  /** Use up the question of an answer, even of a refusal. The answer is valid only for the action of its question. */
  take({ nonce, digest }: QuestionState, wanted: string): Worth {
    if (!this.#open.delete(nonce)) return 'unknown'
    return digest === wanted ? 'good' : 'differs'
  }
}
