import { SyntaxFault } from './fault.ts'

/** Maximum number of indentation levels, as in CPython. */
const maxLevels = 100

/** The indentation width of a line, once with tab stops at multiples of eight, and once with each tab as one column. */
interface Width {
  readonly column: number
  readonly tabless: number
}

/** The open levels of indentation. Tabs and spaces are inconsistent unless both widths have the same order. */
export class Indentation {
  readonly #levels: Width[] = [{ column: 0, tabless: 0 }]

  /**
   * Enters the level of a line at `at`. Returns 1 for a new level, 0 for the same level, and -n for the end of n
   * levels. Throws a `SyntaxFault` for an inconsistent or too deep level.
   */
  enter(at: number, column: number, tabless: number): number {
    const levels = this.#levels
    const before = levels.length
    if (column > this.#innermost.column) {
      if (before >= maxLevels) throw new SyntaxFault('too many levels of indentation', at, at)
      if (tabless <= this.#innermost.tabless) mixed(at)
      levels.push({ column, tabless })
      return 1
    }
    while (column < this.#innermost.column) levels.pop()
    if (column !== this.#innermost.column) throw new SyntaxFault('unindent does not match any outer level', at, at)
    if (tabless !== this.#innermost.tabless) mixed(at)
    return levels.length - before
  }

  get #innermost(): Width {
    return this.#levels.at(-1) ?? { column: 0, tabless: 0 }
  }
}

function mixed(at: number): never {
  throw new SyntaxFault('inconsistent use of tabs and spaces in indentation', at, at)
}
