import { isBreak } from './characters.ts'
import { YamlProblem } from './problem.ts'

// For these characters, offsets and columns differ: a surrogate is half a character, and a byte order mark has no
// column.
const uneven = /[\ud800-\udfff\ufeff]/

/**
 * An offset in YAML text and the line that contains it. A NUL follows the last character, because YAML text cannot
 * contain a NUL.
 */
export class Cursor {
  readonly text: string
  at = 0
  lineStart = 0
  readonly #uneven: boolean
  #counted = { lineStart: -1, at: 0, column: 0 }

  constructor(text: string) {
    this.text = text + '\0'
    // A byte order mark at the very start has no column.
    if (text.startsWith('\ufeff')) this.at = this.lineStart = 1
    this.#uneven = uneven.test(text)
  }

  /** The code of the character `ahead` characters after the cursor. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead)
  }

  /** The number of characters since the start of the line. */
  get column(): number {
    if (!this.#uneven) return this.at - this.lineStart
    const last = this.#counted
    const from = last.lineStart === this.lineStart && last.at <= this.at ? last : { at: this.lineStart, column: 0 }
    let column = from.column
    for (const char of this.text.slice(from.at, this.at)) if (char !== '\ufeff') column++
    this.#counted = { lineStart: this.lineStart, at: this.at, column }
    return column
  }

  /** Whether more than `most` characters separate an offset and the cursor. */
  isFurtherThan(most: number, from: number): boolean {
    const units = this.at - from
    if (!this.#uneven || units <= most || units > most * 2) return units > most
    return Array.from(this.text.slice(from, this.at)).length > most
  }

  /** Skips one line break and returns its value in a scalar, usually `\n`. */
  takeBreak(): string {
    const code = this.code()
    if (code === 10) {
      this.lineStart = ++this.at
      return '\n'
    }
    if (!isBreak(code)) return ''
    this.at += code === 13 && this.code(1) === 10 ? 2 : 1
    this.lineStart = this.at
    return code === 0x2028 || code === 0x2029 ? String.fromCharCode(code) : '\n'
  }

  skipBlanks(): void {
    while (this.code() === 32) this.at++
  }

  /** Whether a line with `---` or `...` begins at the cursor, followed by a space, a line break or the end. */
  atDocumentMark(mark: '---' | '...'): boolean {
    if (this.at !== this.lineStart || !this.text.startsWith(mark, this.at)) return false
    const next = this.code(3)
    return next === 32 || next === 9 || next === 0 || isBreak(next)
  }

  fail(message: string, start = this.at, end = start + 1): never {
    throw new YamlProblem(message, start, Math.min(Math.max(end, start), this.text.length - 1))
  }
}
