import { limits } from '../limits.ts'
import type { Located, LocatedEntry } from './located.ts'
import { floatFrom } from './value/float.ts'
import { pyFloat, pyInt, type Value } from './value/value.ts'

/** Parsed JSON with the place of every value, or the place of its syntax error. */
export type JsonParse =
  | { readonly kind: 'parsed'; readonly document: Located }
  | { readonly kind: 'invalid'; readonly problem: string; readonly start: number; readonly end: number }

interface JsonOptions {
  /** Called before each value is read. An error that it throws is passed to the caller. */
  readonly onValue?: () => void
  /** The maximum nesting. Default: `valueDepth`, the limit of a single value. */
  readonly depth?: number
  /** Whether `NaN`, `Infinity` and `-Infinity` are numbers, as in Python's `json.loads`. Python writes such files. */
  readonly nonFinite?: boolean
}

/**
 * Reads JSON with Python's values, like `json.loads`: `1.0` is a float, numbers stay exact, keys keep their order, and
 * the last of equal keys wins. Accepts any text, and throws only what `onValue` throws.
 */
export function parseJson(text: string, options: JsonOptions = {}): JsonParse {
  try {
    return { kind: 'parsed', document: new Reader(text, options).document() }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return { kind: 'invalid', problem: fault.message, start: fault.start, end: fault.end }
  }
}

class Fault extends Error {
  readonly start: number
  readonly end: number

  constructor(problem: string, start: number, end: number) {
    super(problem)
    this.start = start
    this.end = end
  }
}

const words: ReadonlyMap<string, () => Value> = new Map<string, () => Value>([
  ['true', () => true],
  ['false', () => false],
  ['null', () => null],
])
const nonFiniteWords: ReadonlyMap<string, () => Value> = new Map<string, () => Value>([
  ['NaN', () => pyFloat(NaN)],
  ['Infinity', () => pyFloat(Infinity)],
  ['-Infinity', () => pyFloat(-Infinity)],
])

const wordForm = /-?[A-Za-z]+/y
const numberForm = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y
const plainText = /[^"\\\u0000-\u001f]*/y
const hexForm = /[0-9a-fA-F]{4}/y
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

// Python's limit. Converting a longer integer would take quadratic time.
const mostDigits = 4300

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0

  readonly #onValue: () => void
  readonly #most: number
  readonly #nonFinite: boolean

  constructor(text: string, { onValue = () => {}, depth = limits.valueDepth, nonFinite = false }: JsonOptions) {
    this.#most = depth
    this.#text = text
    this.#onValue = onValue
    this.#nonFinite = nonFinite
  }

  document(): Located {
    if (this.#text.startsWith('\ufeff')) this.#fail('JSON cannot start with a byte order mark')
    this.#skipBlanks()
    const document = this.#value()
    this.#skipBlanks()
    if (this.#at < this.#text.length) this.#fail('unexpected text after the value')
    return document
  }

  #fail(problem: string, start = this.#at, end = start + 1): never {
    const { length } = this.#text
    throw new Fault(problem, Math.min(start, length), Math.min(end, length))
  }

  #match(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at
    return form.exec(this.#text)
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return
      this.#at++
    }
  }

  #takes(char: string): boolean {
    if (this.#text[this.#at] !== char) return false
    this.#at++
    this.#skipBlanks()
    return true
  }

  #value(): Located {
    this.#onValue()
    const start = this.#at
    const char = this.#text[start]
    if (char === '{') return this.#nested(() => this.#object(start))
    if (char === '[') return this.#nested(() => this.#array(start))
    if (char === '"') {
      const value = this.#string()
      const text = this.#text.startsWith(value, start + 1) ? start + 1 : -1
      return { kind: 'scalar', value, text, start, end: this.#at }
    }
    return { kind: 'scalar', value: this.#number() ?? this.#word(), text: -1, start, end: this.#at }
  }

  #nested(read: () => Located): Located {
    if (++this.#depth > this.#most) this.#fail(`nested more than ${this.#most} levels deep`)
    const value = read()
    this.#depth--
    return value
  }

  #object(start: number): Located {
    const entries = new Map<Value, LocatedEntry>()
    this.#takes('{')
    if (this.#text[this.#at] !== '}') {
      do {
        const keyStart = this.#at
        if (this.#text[keyStart] !== '"') this.#fail('expected a key in double quotes')
        const key = this.#string()
        const keyEnd = this.#at
        this.#skipBlanks()
        if (!this.#takes(':')) this.#fail('expected ":"')
        entries.set(key, { keyStart, keyEnd, value: this.#value() })
        this.#skipBlanks()
      } while (this.#takes(','))
    }
    return { kind: 'dict', entries, start, end: this.#close('}') }
  }

  #array(start: number): Located {
    const items: Located[] = []
    this.#takes('[')
    if (this.#text[this.#at] !== ']') {
      do {
        items.push(this.#value())
        this.#skipBlanks()
      } while (this.#takes(','))
    }
    return { kind: 'list', items, start, end: this.#close(']') }
  }

  #close(char: string): number {
    if (this.#text[this.#at] !== char) this.#fail(`expected "," or "${char}"`)
    return ++this.#at
  }

  #string(): string {
    const start = this.#at++
    let value = ''
    for (;;) {
      const run = this.#match(plainText)?.[0] ?? ''
      value += run
      this.#at += run.length
      const char = this.#text[this.#at]
      if (char === '"') break
      if (char === undefined) this.#fail('the closing quote is missing', start)
      if (char !== '\\') this.#fail('unescaped control character')
      value += this.#escape()
    }
    this.#at++
    return value
  }

  #escape(): string {
    const start = this.#at
    const char = this.#text.charAt(start + 1)
    this.#at += 2
    const plain = escapes[char]
    if (plain !== undefined) return plain
    const hex = char === 'u' ? this.#match(hexForm)?.[0] : undefined
    if (hex === undefined) this.#fail('invalid escape sequence', start, start + 2)
    this.#at += 4
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  #number(): Value | undefined {
    const match = this.#match(numberForm)
    if (!match) return undefined
    const [text, digits = '', fraction, exponent] = match
    const start = this.#at
    this.#at += text.length
    if (fraction !== undefined || exponent !== undefined) return floatFrom(text)
    if (digits.length > mostDigits) this.#fail(`integer of more than ${mostDigits} digits`, start, this.#at)
    return pyInt(BigInt(text))
  }

  #word(): Value {
    const word = this.#match(wordForm)?.[0] ?? ''
    const value = words.get(word) ?? (this.#nonFinite ? nonFiniteWords.get(word) : undefined)
    if (!value)
      this.#fail(
        word === '' ? 'expected a value' : `${word} is not a JSON value`,
        this.#at,
        this.#at + Math.max(word.length, 1),
      )
    this.#at += word.length
    return value()
  }
}
