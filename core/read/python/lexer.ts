import type { CharacterFinder } from './character-part.ts'
import { SyntaxFault } from './fault.ts'
import { Indentation } from './indentation.ts'
import { numberEnd } from './numbers.ts'
import { operatorAt } from './operators.ts'
import { BYTES, checkAscii, contentEnd, FORMAT, isTriple, prefixBits } from './strings.ts'
import * as kinds from './tokens.ts'
import { characterClass, isIdentifier, wordKind } from './tokens.ts'

/** The nesting limits of CPython. With the same limits, the lexer rejects the same files. */
const maxBrackets = 200
const maxNested = 149

/**
 * The tokens of a file, one at a time: `kind`, `start` and `end` describe the next token. Tokens are read on demand, so
 * that brackets in f-string fields work like all others.
 */
export class Lexer {
  readonly text: string
  readonly characters: CharacterFinder
  kind = kinds.NEWLINE
  start = 0
  end = 0
  /** The end of the previous token. */
  lastEnd = 0
  /** The place of the last name that was an atom. */
  nameStart = 0
  nameEnd = 0
  /** For a string token: its prefix bits, its quote, and the bounds of its content (no end for f-strings). */
  prefix = 0
  quote = 0
  triple = false
  contentStart = 0
  contentEnd = 0
  /** The bracket depth of the innermost f-string field, in which `:` begins the format; -1 outside. */
  fieldDepth = -1
  depth = 0
  readonly #closers: number[] = []
  readonly #openings: number[] = []
  readonly #indentation = new Indentation()
  #lineStart = true
  #dedents = 0
  #nested = 0

  constructor(text: string, characters: CharacterFinder) {
    this.text = text
    this.characters = characters
  }

  /** The fault for the innermost open bracket; undefined if there is none. */
  unclosed(): SyntaxFault | undefined {
    if (this.depth === 0) return undefined
    const opening = this.#openings[this.depth - 1] ?? 0
    return new SyntaxFault(`'${this.text.charAt(opening)}' was never closed`, opening, opening + 1)
  }

  fail(message = 'invalid syntax', start = this.start, end = this.end): never {
    const unclosed = this.kind === kinds.END ? this.unclosed() : undefined
    throw unclosed ?? new SyntaxFault(message, start, Math.max(start, end))
  }

  expect(kind: number, message?: string): void {
    if (this.kind !== kind) this.fail(message)
    this.advance()
  }

  skip(kind: number): boolean {
    if (this.kind !== kind) return false
    this.advance()
    return true
  }

  /** Whether the next token is a given soft keyword, which is an ordinary name elsewhere. */
  isWord(word: string): boolean {
    return this.kind === kinds.NAME && this.end - this.start === word.length && this.text.startsWith(word, this.start)
  }

  /** Returns to an earlier token of the current line, outside all brackets. */
  rewind(start: number): void {
    this.depth = 0
    this.#lineStart = false
    this.#dedents = 0
    this.resume(start)
  }

  /** Continues at the offset where the f-string reader stopped. */
  resume(at: number): void {
    this.end = at
    this.advance()
  }

  open(closer: number, at: number): void {
    if (this.depth >= maxBrackets) throw new SyntaxFault('too many nested brackets', at, at + 1)
    this.#openings[this.depth] = at
    this.#closers[this.depth++] = closer
  }

  close(closer: number, at: number): void {
    if (this.depth === 0 || this.#closers[this.depth - 1] !== closer) {
      throw new SyntaxFault(`unmatched '${this.text.charAt(at)}'`, at, at + 1)
    }
    this.depth--
  }

  /** Limits nesting without brackets: f-strings, and lambdas in defaults of lambdas. */
  enter(): void {
    if (this.#nested++ >= maxNested) this.fail('nested too deeply')
  }

  leave(): void {
    this.#nested--
  }

  /** Moves to the next token. */
  advance(): void {
    this.lastEnd = this.end
    if (this.#dedents > 0) {
      this.#dedents--
      this.#take(kinds.DEDENT, this.end, this.end)
      return
    }
    if (this.#lineStart) {
      this.#lineStart = false
      if (this.#measureLine()) return
    }
    const { text } = this
    let at = this.end
    for (;;) {
      if (at >= text.length) {
        this.#finish(at)
        return
      }
      const code = text.charCodeAt(at)
      if (code === 32 || code === 9 || code === 12) at++
      else if (code === 35) at = lineEnd(text, at)
      else if (code === 92) at = this.#continuation(at)
      else if (code === 10) {
        if (this.depth === 0) {
          this.#lineStart = true
          this.#take(kinds.NEWLINE, at, at + 1)
          return
        }
        at++
      } else {
        this.#token(at, code)
        return
      }
    }
  }

  #take(kind: number, start: number, end: number): void {
    this.kind = kind
    this.start = start
    this.end = end
  }

  /** Ends the last line as if it had a line break. */
  #finish(at: number): void {
    const insideLine = this.depth === 0 && this.kind > kinds.DEDENT
    if (insideLine) this.#lineStart = true
    this.#take(insideLine ? kinds.NEWLINE : kinds.END, at, at)
  }

  #token(start: number, code: number): void {
    const { text } = this
    const charClass = code < 128 ? (characterClass[code] ?? 0) : 3
    if (charClass & 1) {
      this.#word(start)
      return
    }
    if (code === 34 || code === 39) {
      this.#string(start, start, 0)
      return
    }
    if (charClass & 4 || (code === 46 && isDigit(text.charCodeAt(start + 1)))) {
      this.#take(kinds.NUMBER, start, numberEnd(text, start))
      return
    }
    if (code === 58 && this.depth === this.fieldDepth) {
      this.#take(kinds.COLON, start, start + 1)
      return
    }
    const operator = operatorAt(text, start, code)
    const kind = operator & 255
    if (kind >= kinds.OPEN_PAREN && kind <= kinds.CLOSE_BRACE) {
      if (kind <= kinds.OPEN_BRACE) this.open(kind + 3, start)
      else this.close(kind, start)
    }
    this.#take(kind, start, start + (operator >> 8))
  }

  #word(start: number): void {
    const { text } = this
    let at = start
    let ascii = true
    for (;;) {
      const code = text.charCodeAt(at)
      if (code >= 128) ascii = false
      else if (((characterClass[code] ?? 0) & 2) === 0) break
      at++
    }
    const next = text.charCodeAt(at)
    if ((next === 34 || next === 39) && at - start <= 2) {
      const prefix = prefixBits(text, start, at)
      if (prefix !== -1) {
        this.#string(start, at, prefix)
        return
      }
    }
    if (!ascii && !isIdentifier(text.slice(start, at))) throw new SyntaxFault('invalid character in a name', start, at)
    this.#take(ascii ? wordKind(text, start, at) : kinds.NAME, start, at)
  }

  #string(start: number, opening: number, prefix: number): void {
    const { text } = this
    this.quote = text.charCodeAt(opening)
    this.triple = isTriple(text, opening, this.quote)
    this.prefix = prefix
    const width = this.triple ? 3 : 1
    this.contentStart = opening + width
    if (prefix & FORMAT) {
      this.#take(kinds.FORMAT_STRING, start, this.contentStart)
      return
    }
    this.contentEnd = contentEnd(text, this.contentStart, this.quote, this.triple, start)
    if (prefix & BYTES) checkAscii(text, this.contentStart, this.contentEnd)
    this.#take(kinds.STRING, start, this.contentEnd + width)
  }

  /** Skips a backslash at the end of a line. */
  #continuation(at: number): number {
    if (at + 1 < this.text.length && this.text.charCodeAt(at + 1) !== 10) {
      throw new SyntaxFault('unexpected character after a line continuation', at, at + 2)
    }
    if (at + 2 >= this.text.length) throw new SyntaxFault('unexpected end of file', at, at + 1)
    return at + 2
  }

  /** Measures the indentation of a line. Returns whether it produces a token. Ignores blank lines and comment lines. */
  #measureLine(): boolean {
    const { text } = this
    let at = this.end
    for (;;) {
      let column = 0
      let tabless = 0
      let continued = 0
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (code === 32) {
          column++
          tabless++
        } else if (code === 9) {
          column = (column & ~7) + 8
          tabless++
        } else if (code === 12) {
          column = 0
          tabless = 0
        } else if (code === 92) {
          continued ||= column
          at = this.#continuation(at) - 1
        } else break
      }
      const code = text.charCodeAt(at)
      if (at >= text.length) return this.#enterLevel(at, 0, 0)
      if (code !== 35 && code !== 10) return this.#enterLevel(at, continued || column, continued || tabless)
      at = lineEnd(text, at) + 1
    }
  }

  #enterLevel(at: number, column: number, tabless: number): boolean {
    this.end = at
    const change = this.#indentation.enter(at, column, tabless)
    if (change === 0) return false
    this.#dedents = change < 0 ? -change - 1 : 0
    this.#take(change < 0 ? kinds.DEDENT : kinds.INDENT, at, at)
    return true
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}
