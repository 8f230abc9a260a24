import { limits } from '../../limits.ts'
import type { WorkShare } from '../../work-budget.ts'
import type { Sourced } from './sourced.ts'

/** Units of work per text with expanded templates, without its parts. */
const textWork = 50

/** Units of work to look up one placeholder. */
const lookWork = 3

/**
 * Limits the characters and pieces that the templates of one step can produce, because values with placeholders for
 * each other could grow without limit. A value that exceeds the budget stays unchanged, and its key is reported
 * (`template-limit`).
 */
export class TemplateBudget {
  exceeded = false
  #characters: number = limits.templateLength
  #pieces: number = limits.templatePieces
  readonly #share: WorkShare | undefined

  /** If a share is given, each expansion also counts against it. */
  constructor(share?: WorkShare) {
    this.#share = share
  }

  /** A copy with the remaining budget. */
  copy(): TemplateBudget {
    const copy = new TemplateBudget(this.#share)
    copy.#characters = this.#characters
    copy.#pieces = this.#pieces
    return copy
  }

  /** Whether the budget is sufficient for an amount. Does not subtract the amount. */
  hasRoom(characters: number, pieces: number): boolean {
    if (characters <= this.#characters && pieces <= this.#pieces) return true
    this.exceeded = true
    return false
  }

  /**
   * Subtracts the size of a value that replaces a placeholder. Returns false, without subtracting, if the budget is
   * insufficient.
   */
  takes(value: Sourced): boolean {
    if (value.kind !== 'text') {
      const { characters, pieces } = sizeOf(value)
      return this.#takes(characters, pieces)
    }
    return this.#takes(value.text.length, value.size)
  }

  #takes(characters: number, pieces: number): boolean {
    if (!this.hasRoom(characters, pieces)) return false
    this.take(characters, pieces)
    return true
  }

  /** Counts the work to look up placeholders. Unknown placeholders do not use the budget. */
  look(placeholders: number): void {
    this.#share?.draw(placeholders * lookWork)
  }

  /** Subtracts an amount that `hasRoom` has checked. */
  take(characters: number, pieces: number): void {
    this.#characters -= characters
    this.#pieces -= pieces
    this.#share?.draw(textWork + pieces)
  }
}

/** The size of a value in characters and in pieces. */
function sizeOf(node: Sourced): { readonly characters: number; readonly pieces: number } {
  let [characters, pieces] = [0, 0]
  const open: Sourced[] = [node]
  for (let here = open.pop(); here; here = open.pop()) {
    pieces += here.kind === 'text' ? here.size : 1
    if (here.kind === 'text') characters += here.text.length
    else if (here.kind === 'list') for (const item of here.items) open.push(item)
    else if (here.kind === 'dict') for (const item of here.entries.values()) open.push(item)
  }
  return { characters, pieces }
}
