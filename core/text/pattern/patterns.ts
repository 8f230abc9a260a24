import type { WorkShare } from '../../work-budget.ts'
import { matchesPattern } from './match.ts'
import { parsePattern, type PatternNode } from './parse.ts'

/** A cache of parsed patterns for repeated matching. Parsing and matching count against the share. */
export class Patterns {
  readonly #share: WorkShare
  readonly #parsed = new Map<string, PatternNode>()

  constructor(share: WorkShare) {
    this.#share = share
  }

  /** Whether a pattern is found in a string, with the errors of `parsePattern` and `matchesPattern`. */
  matches(pattern: string, text: string): boolean {
    return matchesPattern(this.#nodeOf(pattern), text, this.#share)
  }

  #nodeOf(pattern: string): PatternNode {
    const known = this.#parsed.get(pattern)
    if (known) return known
    this.#share.draw(pattern.length * workOfCharacter)
    const node = parsePattern(pattern)
    this.#parsed.set(pattern, node)
    return node
  }
}

/** Units of work to parse one pattern character. */
const workOfCharacter = 20
