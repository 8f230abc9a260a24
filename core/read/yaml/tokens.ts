export type TokenKind =
  | 'stream-end'
  | 'directive'
  | 'document-start'
  | 'document-end'
  | 'block-sequence'
  | 'block-mapping'
  | 'block-end'
  | 'sequence-start'
  | 'sequence-end'
  | 'mapping-start'
  | 'mapping-end'
  | 'flow-entry'
  | 'block-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar'
  /** A place where a `key` token is inserted if a `:` after the next token makes it a key. */
  | 'maybe-key'
  /** A `maybe-key` that became a key, and starts a block mapping with this key. */
  | 'mapping-and-key'

/** A token of YAML text. Only a `maybe-key` changes, when the scanner decides on it. */
export class Token {
  kind: TokenKind
  readonly start: number
  readonly end: number
  /**
   * The text of a scalar, the name of an anchor or alias, the suffix of a tag, `YAML`, or the prefix of a `%TAG`
   * directive.
   */
  readonly value: string
  /**
   * The handle of a tag or a `%TAG` directive, or the major version of `%YAML`; null for a verbatim tag and other
   * tokens.
   */
  readonly handle: string | null

  constructor(kind: TokenKind, start: number, end: number, value = '', handle: string | null = null) {
    this.kind = kind
    this.start = start
    this.end = end
    this.value = value
    this.handle = handle
  }
}

export class ScalarToken extends Token {
  /** The start of the content, after a quote or indentation. */
  readonly content: number
  readonly plain: boolean

  constructor(start: number, end: number, value: string, content: number, plain: boolean) {
    super('scalar', start, end, value)
    this.content = content
    this.plain = plain
  }
}

/** A possible simple key. Its `:` must follow on the same line, within 1024 characters. */
export class KeyToken extends Token {
  readonly column: number
  readonly lineStart: number
  /** Whether the token must be a key, because it is at the column of a block mapping. */
  readonly required: boolean

  constructor(start: number, column: number, lineStart: number, required: boolean) {
    super('maybe-key', start, start)
    this.column = column
    this.lineStart = lineStart
    this.required = required
  }
}
