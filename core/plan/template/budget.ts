import { limits } from '../../limits.ts'
import type { WorkShare } from '../../work-budget.ts'
import type { Sourced } from './sourced.ts'

/** Units of work of a text with templates that are replaced, besides its parts. */
const textWork = 50

/** Units of work to look up a placeholder. */
const lookWork = 3

/**
 * The most characters that the templates of one step can write. A few values with each other's placeholders would otherwise
 * grow without end. A value that exceeds the budget is left as is, and its key is reported (`template-limit`).
 */
export class TemplateBudget {
  exceeded = false
  #characters: number = limits.templateLength
  #pieces: number = limits.templatePieces
  readonly #share: WorkShare | undefined

  /** With a share, each expansion is drawn from it as work too. */
  constructor(share?: WorkShare) {
    this.#share = share
  }

  /** A copy with the remaining room. */
  copy(): TemplateBudget {
    const copy = new TemplateBudget(this.#share)
    copy.#characters = this.#characters
    copy.#pieces = this.#pieces
    return copy
  }

  /** Whether there is room for so much; if not, nothing is taken. */
  hasRoom(characters: number, pieces: number): boolean {
    if (characters <= this.#characters && pieces <= this.#pieces) return true
    this.exceeded = true
    return false
  }

  /** Takes the room for a value that replaces a placeholder, if there is enough. */
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

  /** Count placeholders that were looked up: an unknown one takes work, but no room. */
  look(placeholders: number): void {
    this.#share?.draw(placeholders * lookWork)
  }

  /** Take what `hasRoom` granted. */
  take(characters: number, pieces: number): void {
    this.#characters -= characters
    this.#pieces -= pieces
    this.#share?.draw(textWork + pieces)
  }
}

/** The size of a value: its characters, and its parts. */
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
