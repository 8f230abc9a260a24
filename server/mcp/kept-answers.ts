import { randomBytes } from 'node:crypto'
import { partOf } from './fence.ts'

/** The limits of stored answers: their number, and their total characters. */
const mostKept = 50
const mostCharacters = 16 * 1024 * 1024
/** Number of characters per page of a long answer: about 8,000 tokens. */
const pageCharacters = 24_000

/**
 * Complete versions of answers that were too long, up to `mostCharacters` characters, by an unguessable ID. The oldest
 * are removed first.
 */
export class KeptAnswers {
  readonly #texts = new Map<string, string>()

  /** Store an answer; returns the address of its first page. */
  keep(text: string): string {
    const id = randomBytes(12).toString('base64url')
    this.#texts.set(id, text.slice(0, mostCharacters))
    for (const oldest of this.#texts.keys()) {
      const characters = [...this.#texts.values()].reduce((sum, { length }) => sum + length, 0)
      if (this.#texts.size <= mostKept && characters <= mostCharacters) break
      this.#texts.delete(oldest)
    }
    return answerUri(id, 1)
  }

  /** A page of a stored answer, numbered from 1; undefined if it does not exist or was removed. */
  page(id: string, number: number): Page | undefined {
    const text = this.#texts.get(id)
    return text === undefined ? undefined : pageOf(text, number, (next) => answerUri(id, next))
  }
}

function answerUri(id: string, page: number): string {
  return `rye-chain://answers/${id}/${page}`
}

/** A part of a long answer, with the next part's address. */
export interface Page {
  readonly text: string
  readonly next: string | null
}

/** A page of an answer, numbered from 1; undefined if the answer has no such page. */
export function pageOf(text: string, number: number, uriOf: (page: number) => string): Page | undefined {
  const from = (number - 1) * pageCharacters
  if (!Number.isSafeInteger(number) || number < 1 || (from >= text.length && number > 1)) return undefined
  const next = from + pageCharacters < text.length ? uriOf(number + 1) : null
  return { text: partOf(text, from, from + pageCharacters), next }
}
