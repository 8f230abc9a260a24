import { limits } from '../limits.ts'
import type { Sourced } from './sourced.ts'

/**
 * What the templates of one step may write. A few values that hold each other's placeholders several times would else
 * grow without end: a value for which there is no room left stays as it stood, and its key is told (`template-limit`).
 */
export class TemplateBudget {
  exceeded = false
  #characters: number = limits.templateLength
  #pieces: number = limits.templatePieces

  /** Whether there is room for so much; if not, nothing is taken. */
  hasRoom(characters: number, pieces: number): boolean {
    if (characters <= this.#characters && pieces <= this.#pieces) return true
    this.exceeded = true
    return false
  }

  /** Take what `hasRoom` granted. */
  take(characters: number, pieces: number): void {
    this.#characters -= characters
    this.#pieces -= pieces
  }
}

/** How much a value takes that stands in the place of a placeholder: its characters, and its parts. */
export function sizeOf(node: Sourced): { readonly characters: number; readonly pieces: number } {
  if (node.kind === 'text') return { characters: node.text.length, pieces: node.size }
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
