import type { Part, Parts } from '../../parts.ts'
import type { namedCharacter } from './character-names.ts'

/** The names of all characters. Few files use them, and they are half as large as the engine. */
export const characterNames: Part<typeof namedCharacter> = { name: 'characters' }

/** Finds the named characters of one file (R2.1). */
export class CharacterFinder {
  readonly #parts: Parts
  /** Whether a character name was needed while the names were loading. */
  isLacking = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The character with a name; undefined if Python does not define the name; an empty string while the names are
   * loading.
   */
  find(name: string): string | undefined {
    const named = this.#parts.get(characterNames)
    if (named) return named(name)
    this.isLacking = true
    return ''
  }
}
