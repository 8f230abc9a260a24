import { limits } from '../../limits.ts'
import { endsLine, isSpace } from './characters.ts'
import { Cursor } from './cursor.ts'
import { YamlProblem } from './problem.ts'
import { scanBlock } from './scan-block.ts'
import { scanAnchor, scanDirective, scanTag } from './scan-names.ts'
import { scanPlain, startsPlain } from './scan-plain.ts'
import { scanQuoted } from './scan-quoted.ts'
import { KeyToken, Token, type TokenKind } from './tokens.ts'

const dash = 45
const question = 63
const colon = 58

/**
 * The tokens of a YAML 1.1 document, read on demand. Accepts and rejects the same input as PyYAML's scanner (R2.3):
 * keys without `?` end on their line within 1024 characters, tabs are not separators, and indentation in brackets is
 * arbitrary.
 */
export class Scanner {
  readonly #cursor: Cursor
  #tokens: Token[] = []
  #head = 0
  #flowLevel = 0
  #indent = -1
  #indents: number[] = []
  #keyAllowed = true
  /** The possible simple key of each flow level. */
  #keys: (KeyToken | undefined)[] = []

  constructor(text: string) {
    this.#cursor = new Cursor(text)
  }

  /** The next token; always `stream-end` after the last token. */
  peek(): Token {
    for (;;) {
      const token = this.#tokens[this.#head]
      if (token === undefined) this.#fetch()
      else if (token.kind !== 'maybe-key') return token
      else if (this.#isOpen(token)) this.#fetch()
      else this.#head++
    }
  }

  /** Consumes and returns the next token. */
  take(): Token {
    const token = this.peek()
    if (token.kind === 'mapping-and-key') token.kind = 'key'
    else if (token.kind !== 'stream-end') this.#head++
    if (this.#head === this.#tokens.length) {
      this.#tokens = []
      this.#head = 0
    }
    return token
  }

  #isOpen(token: Token): boolean {
    return this.#keys.includes(token as KeyToken) && !this.#isStale(token as KeyToken)
  }

  #isStale(key: KeyToken): boolean {
    const stale = key.lineStart !== this.#cursor.lineStart || this.#cursor.isFurtherThan(1024, key.start)
    if (stale && key.required) this.#failKey(key)
    return stale
  }

  #failKey(key: KeyToken): never {
    let end = key.start
    while (!endsLine(this.#cursor.text.charCodeAt(end))) end++
    return this.#cursor.fail('expected ":" and a space after the key', key.start, end)
  }

  #push(kind: TokenKind, length: number): void {
    const { at } = this.#cursor
    this.#tokens.push(new Token(kind, at, at + length))
    this.#cursor.at += length
  }

  #fetch(): void {
    const cursor = this.#cursor
    this.#skipToToken()
    const key = this.#keys[0]
    if (key && this.#isStale(key)) this.#keys[0] = undefined
    this.#closeBlocks(cursor.column)
    const code = cursor.code()
    if (code === 0) return this.#fetchEnd()
    if (cursor.at === cursor.lineStart) {
      if (code === 37) return this.#fetchDirective()
      if (cursor.atDocumentMark('---')) return this.#fetchDocumentMark('document-start')
      if (cursor.atDocumentMark('...')) return this.#fetchDocumentMark('document-end')
    }
    const separate = isSpace(cursor.code(1))
    if (code === dash && separate) return this.#fetchEntry()
    if (code === question && (separate || this.#flowLevel > 0)) return this.#fetchKey()
    if (code === colon && (separate || this.#flowLevel > 0)) return this.#fetchValue()
    this.#fetchContent(code)
  }

  #fetchContent(code: number): void {
    const cursor = this.#cursor
    switch (code) {
      case 91: // [
        return this.#openFlow('sequence-start')
      case 123: // {
        return this.#openFlow('mapping-start')
      case 93: // ]
        return this.#closeFlow('sequence-end')
      case 125: // }
        return this.#closeFlow('mapping-end')
      case 44: // ,
        this.#dropKey()
        this.#keyAllowed = true
        return this.#push('flow-entry', 1)
      case 42: // *
        this.#saveKey()
        return void this.#tokens.push(scanAnchor(cursor, 'alias'))
      case 38: // &
        this.#saveKey()
        return void this.#tokens.push(scanAnchor(cursor, 'anchor'))
      case 33: // !
        this.#saveKey()
        return void this.#tokens.push(scanTag(cursor))
      case 39: // '
      case 34: // "
        this.#saveKey()
        return void this.#tokens.push(scanQuoted(cursor))
      case 124: // |
      case 62: // >
        if (this.#flowLevel > 0) break
        this.#dropKey()
        this.#keyAllowed = true
        return void this.#tokens.push(scanBlock(cursor, this.#indent))
    }
    this.#fetchPlain(code)
  }

  #fetchPlain(code: number): void {
    const cursor = this.#cursor
    const inFlow = this.#flowLevel > 0
    if (!startsPlain(cursor, inFlow)) {
      if (code === 9) cursor.fail('a tab is not allowed here; use spaces')
      cursor.fail(`a value cannot begin with ${cursor.text.charAt(cursor.at)}`)
    }
    this.#saveKey()
    const { token, brokeLine } = scanPlain(cursor, inFlow, this.#indent)
    this.#tokens.push(token)
    this.#keyAllowed = brokeLine
  }

  #skipToToken(): void {
    const cursor = this.#cursor
    for (;;) {
      cursor.skipBlanks()
      if (cursor.code() === 35) while (!endsLine(cursor.code())) cursor.at++
      if (cursor.takeBreak() === '') return
      if (this.#flowLevel === 0) this.#keyAllowed = true
    }
  }

  /** Ends the block collections that are indented deeper than a column. Indentation inside brackets is ignored. */
  #closeBlocks(column: number): void {
    if (this.#flowLevel > 0) return
    while (this.#indent > column) {
      this.#indent = this.#indents.pop() ?? -1
      this.#push('block-end', 0)
    }
  }

  /** Opens a block collection at a column, if it is indented deeper. Returns whether it was opened. */
  #openBlock(column: number): boolean {
    if (this.#flowLevel > 0 || this.#indent >= column) return false
    this.#indents.push(this.#indent)
    this.#indent = column
    this.#checkDepth()
    return true
  }

  #checkDepth(): void {
    if (this.#indents.length + this.#flowLevel <= limits.valueDepth) return
    const { at } = this.#cursor
    throw new YamlProblem('nested too deeply', at, at + 1, { name: 'valueDepth', most: limits.valueDepth })
  }

  #saveKey(): void {
    if (this.#keyAllowed) {
      this.#dropKey()
      const { at, column, lineStart } = this.#cursor
      const key = new KeyToken(at, column, lineStart, this.#flowLevel === 0 && this.#indent === column)
      this.#keys[this.#flowLevel] = key
      this.#tokens.push(key)
    }
    this.#keyAllowed = false
  }

  #dropKey(): void {
    const key = this.#keys[this.#flowLevel]
    if (key?.required) this.#failKey(key)
    this.#keys[this.#flowLevel] = undefined
  }

  #fetchEnd(): void {
    this.#closeBlocks(-1)
    this.#dropKey()
    this.#keys = []
    this.#push('stream-end', 0)
  }

  #fetchDirective(): void {
    this.#closeBlocks(-1)
    this.#dropKey()
    this.#keyAllowed = false
    this.#tokens.push(scanDirective(this.#cursor))
  }

  #fetchDocumentMark(kind: 'document-start' | 'document-end'): void {
    this.#closeBlocks(-1)
    this.#dropKey()
    this.#keyAllowed = false
    this.#push(kind, 3)
  }

  #openFlow(kind: 'sequence-start' | 'mapping-start'): void {
    this.#saveKey()
    this.#flowLevel++
    this.#checkDepth()
    this.#keyAllowed = true
    this.#push(kind, 1)
  }

  #closeFlow(kind: 'sequence-end' | 'mapping-end'): void {
    if (this.#flowLevel === 0) this.#cursor.fail('unmatched closing bracket')
    this.#dropKey()
    this.#flowLevel--
    this.#keyAllowed = false
    this.#push(kind, 1)
  }

  #fetchEntry(): void {
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) this.#cursor.fail('a list entry (-) is not allowed here')
      if (this.#openBlock(this.#cursor.column)) this.#push('block-sequence', 0)
    }
    this.#dropKey()
    this.#keyAllowed = true
    this.#push('block-entry', 1)
  }

  #fetchKey(): void {
    this.#openMapping('a key (?) is not allowed here')
    this.#dropKey()
    this.#keyAllowed = this.#flowLevel === 0
    this.#push('key', 1)
  }

  #fetchValue(): void {
    const key = this.#keys[this.#flowLevel]
    if (key && !this.#isStale(key)) {
      this.#keys[this.#flowLevel] = undefined
      key.kind = this.#openBlock(key.column) ? 'mapping-and-key' : 'key'
      this.#keyAllowed = false
    } else {
      this.#openMapping('a value (:) is not allowed here')
      this.#dropKey()
      this.#keyAllowed = this.#flowLevel === 0
    }
    this.#push('value', 1)
  }

  #openMapping(problem: string): void {
    if (this.#flowLevel > 0) return
    if (!this.#keyAllowed) this.#cursor.fail(problem)
    if (this.#openBlock(this.#cursor.column)) this.#push('block-mapping', 0)
  }
}
