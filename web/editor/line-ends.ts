/**
 * A replaced range of lines and columns, as Monaco reports it. All changes of one event refer to the positions before
 * the event.
 */
export interface LineChange {
  readonly range: { readonly startLineNumber: number; readonly endLineNumber: number }
  readonly text: string
}

/** The maximum number of line endings stored for undo, in all states of a file together. */
const mostKept = 1_000_000

/**
 * The line ending of each line in a file with mixed line endings. Monaco has one line ending per file: without this
 * class, any keystroke would change all other line endings.
 */
export class LineEnds {
  #ends: readonly string[]
  readonly #usual: string
  /** The line endings of previous states for undo and redo, by Monaco's version number. */
  readonly #states = new Map<number, readonly string[]>()

  private constructor(ends: readonly string[], usual: string, state: number) {
    this.#ends = ends
    this.#usual = usual
    this.#states.set(state, ends)
  }

  /** The line endings of a file; undefined if all lines end with `usual`, as Monaco writes them. */
  static of(text: string, usual: string, state: number): LineEnds | undefined {
    const ends = endsIn(text)
    return ends.every((end) => end === usual) ? undefined : new LineEnds(ends, usual, state)
  }

  /**
   * Update the line endings after a change; undo and redo restore stored line endings. A new line gets the line ending
   * of the line in which it started.
   */
  change(changes: readonly LineChange[], state: number): void {
    this.#ends = this.#states.get(state) ?? this.#changed(changes)
    this.#states.set(state, this.#ends)
    for (const first of this.#states.keys()) {
      if (this.#states.size * (this.#ends.length + 1) <= mostKept || first === state) break
      this.#states.delete(first)
    }
  }

  /** Join lines with their line endings. */
  join(lines: readonly string[]): string {
    return lines.map((line, at) => (at < lines.length - 1 ? line + (this.#ends[at] ?? this.#usual) : line)).join('')
  }

  #changed(changes: readonly LineChange[]): readonly string[] {
    const ends = [...this.#ends]
    // Apply changes from last to first, so that earlier positions remain valid.
    for (const { range, text } of changes.toSorted((a, b) => b.range.startLineNumber - a.range.startLineNumber)) {
      const at = range.startLineNumber - 1
      const usual = ends[at] ?? ends[at - 1] ?? this.#usual
      const former = ends.slice(at, range.endLineNumber - 1)
      ends.splice(at, former.length, ...endsIn(text).map((_, index) => former[index] ?? usual))
    }
    return ends
  }
}

function endsIn(text: string): readonly string[] {
  return text.match(/\r\n|\r|\n/g) ?? []
}
