/** A replaced range of lines and columns, as Monaco reports it: all changes of one event use the positions before it. */
export interface LineChange {
  readonly range: { readonly startLineNumber: number; readonly endLineNumber: number }
  readonly text: string
}

/** Ends of lines that are kept for undo, all states of a text together. */
const mostKept = 1_000_000

/**
 * How each line of a text of mixed line ends does end. Monaco knows one end for all lines: without this, a key anywhere in such a text
 * would change every line that ends otherwise.
 */
export class LineEnds {
  #ends: readonly string[]
  readonly #usual: string
  /** Those of former states, by Monaco's number of a state, to which undo and redo come back. */
  readonly #states = new Map<number, readonly string[]>()

  private constructor(ends: readonly string[], usual: string, state: number) {
    this.#ends = ends
    this.#usual = usual
    this.#states.set(state, ends)
  }

  /** Undefined where all lines end as Monaco would end them, with `usual`. */
  static of(text: string, usual: string, state: number): LineEnds | undefined {
    const ends = endsIn(text)
    return ends.every((end) => end === usual) ? undefined : new LineEnds(ends, usual, state)
  }

  /** The text was changed and is in another state. A line that comes ends as the one in which it was begun. */
  change(changes: readonly LineChange[], state: number): void {
    this.#ends = this.#states.get(state) ?? this.#changed(changes)
    this.#states.set(state, this.#ends)
    for (const first of this.#states.keys()) {
      if (this.#states.size * (this.#ends.length + 1) <= mostKept || first === state) break
      this.#states.delete(first)
    }
  }

  /** The text whose lines these are. */
  join(lines: readonly string[]): string {
    return lines.map((line, at) => (at < lines.length - 1 ? line + (this.#ends[at] ?? this.#usual) : line)).join('')
  }

  #changed(changes: readonly LineChange[]): readonly string[] {
    const ends = [...this.#ends]
    // From the last on: what comes before keeps its place.
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
