import type { Part, Parts } from '../../parts.ts'
import type { namedCharacter } from './character-names.ts'

/** The names of all characters, which few files use and which weigh as much as half of the engine. */
export const characterNames: Part<typeof namedCharacter> = { name: 'characters' }

/** Finds the characters that one file names (R2.1). */
export class CharacterFinder {
  readonly #parts: Parts
  /** A character was needed while the names were loading. */
  isLacking = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The character of a name, or undefined if Python does not know it; empty while the names are loading. */
  find(name: string): string | undefined {
    const named = this.#parts.get(characterNames)
    if (named) return named(name)
    this.isLacking = true
    return ''
  }
}
