import { SyntaxFault } from './fault.ts'

/** CPython's own bound. */
const maxLevels = 100

/** Width of a line's indentation, with tabs to the next multiple of eight, and with tabs as one. */
interface Width {
  readonly column: number
  readonly tabless: number
}

/** The open levels of indentation. Both widths must agree on what is deeper, else tabs and blanks are mixed. */
export class Indentation {
  readonly #levels: Width[] = [{ column: 0, tabless: 0 }]

  /** Enter the level of a line that begins at `at`: 1 if it is a new one, 0 if it is the same, -n if n levels end. */
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
