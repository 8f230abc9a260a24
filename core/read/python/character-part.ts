import type { Part, Parts } from '../../parts.ts'
import type { namedCharacter } from './character-names.ts'

/** The names of all characters. Few files use them, and their size is half of the engine. */
export const characterNames: Part<typeof namedCharacter> = { name: 'characters' }

/** Finds the named characters of one file (R2.1). */
export class CharacterFinder {
  readonly #parts: Parts
  /** Whether a character was needed while the names were loading. */
  isLacking = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The character of a name; undefined if Python does not define it; an empty text while the names are loading. */
  find(name: string): string | undefined {
    const named = this.#parts.get(characterNames)
    if (named) return named(name)
    this.isLacking = true
    return ''
  }
}
