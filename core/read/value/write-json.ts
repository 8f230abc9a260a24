import { decodeValue, type JsonValue } from './encode.ts'
import { isForeign, numberText, jsonParts } from './entries.ts'
import { isObject } from './object.ts'

interface WriteOptions {
  /** The indentation per level. Default: everything on one line. */
  readonly indent?: string
  /** Whether values without a JSON form keep their `$py` notation, for `readJson`. */
  readonly marked?: boolean
}

/**
 * The JSON text of a document for other programs, formatted as by `JSON.stringify`. The `$py` notation of `encodeValue`
 * becomes JSON: numbers of any size, mappings with their keys in order, tuples and sets as lists. A value without a
 * JSON form becomes the text of Python's `str()`, or stays `$py` with `marked`.
 */
export function writeJson(document: unknown, { indent = '', marked = false }: WriteOptions = {}): string {
  const text = JSON.stringify(document, null, indent) ?? 'null'
  // Nearly all documents contain no `$py`, so this text is final.
  return text.includes('"$py"') ? new Writer(indent, marked).text(JSON.parse(text) as JsonValue, '') : text
}

class Writer {
  readonly #indent: string
  readonly #marked: boolean

  constructor(indent: string, marked: boolean) {
    this.#indent = indent
    this.#marked = marked
  }

  text(value: JsonValue, margin: string): string {
    const inner = margin + this.#indent
    const colon = this.#indent === '' ? ':' : ': '
    const isKept = this.#marked && isObject(value) && isForeign(value)
    const parts = isKept ? ({ kind: 'mapping', entries: Object.entries(value) } as const) : jsonParts(value)
    switch (parts.kind) {
      case 'leaf':
        return isObject(parts.value) ? (numberText(decodeValue(parts.value)) ?? 'null') : JSON.stringify(parts.value)
      case 'list':
        return this.#block(
          parts.items.map((item) => this.text(item, inner)),
          '[',
          ']',
          margin,
        )
      case 'mapping':
        return this.#block(
          parts.entries.map(([key, item]) => `${JSON.stringify(key)}${colon}${this.text(item, inner)}`),
          '{',
          '}',
          margin,
        )
    }
  }

  #block(rows: readonly string[], open: string, close: string, margin: string): string {
    if (rows.length === 0) return open + close
    if (this.#indent === '') return `${open}${rows.join(',')}${close}`
    const line = `\n${margin}`
    return `${open}${rows.map((row) => `${line}${this.#indent}${row}`).join(',')}${line}${close}`
  }
}
