import { limits } from '../../limits.ts'
import type { Located, LocatedEntry } from '../../read/located.ts'
import { pyFloat, pyInt, type Value } from '../../read/value/value.ts'

/** A JSON text as values with their places, or the first thing that is wrong with it and where. */
export type JsonRead = { readonly node: Located } | { readonly problem: string; readonly offset: number }

/** Python's own limit on the digits of an int: reading more would take time that grows with their square. */
const mostDigits = 4300

/**
 * Read JSON as Python's `json.loads` does: `NaN` and `Infinity` pass, the last of two equal keys wins, integers keep every
 * digit, `1` and `1.0` differ. Keys such as `__proto__` are data (R8.4).
 */
export function readJson(text: string): JsonRead {
  const reader = new JsonReader(text)
  const node = reader.document()
  return node ? { node } : { problem: reader.problem, offset: reader.at }
}

const blanks = /[ \t\n\r]*/y
const plainText = /[^"\\\u0000-\u001f]*/y
const number = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?/y
const word = /null|true|false|NaN|Infinity|-Infinity/y
const hexUnit = /[0-9a-fA-F]{4}/y

const words: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', pyFloat(NaN)],
  ['Infinity', pyFloat(Infinity)],
  ['-Infinity', pyFloat(-Infinity)],
])

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

class JsonReader {
  readonly text: string
  at = 0
  problem = ''

  constructor(text: string) {
    this.text = text
  }

  document(): Located | undefined {
    const node = this.value(0)
    if (!node) return undefined
    this.skipBlanks()
    return this.at === this.text.length ? node : this.fail('more text follows')
  }

  value(depth: number): Located | undefined {
    this.skipBlanks()
    const start = this.at
    const first = this.text[start]
    if ((first === '{' || first === '[') && depth >= limits.valueDepth) return this.fail('it is nested too deeply')
    if (first === '{') return this.dict(start, depth)
    if (first === '[') return this.list(start, depth)
    if (first === '"') return this.string()
    const name = this.match(word)?.[0]
    if (name !== undefined) return this.scalar(start, words.get(name) ?? null)
    const digits = this.match(number)
    return digits ? this.numeral(start, digits) : this.fail('a value is missing')
  }

  list(start: number, depth: number): Located | undefined {
    const items: Located[] = []
    this.at++
    if (!this.takes(']')) {
      do {
        const item = this.value(depth + 1)
        if (!item) return undefined
        items.push(item)
      } while (this.takes(','))
      if (!this.takes(']')) return this.fail('"," or "]" is missing')
    }
    return { kind: 'list', start, end: this.at, items }
  }

  dict(start: number, depth: number): Located | undefined {
    const entries = new Map<Value, LocatedEntry>()
    this.at++
    if (!this.takes('}')) {
      do {
        this.skipBlanks()
        const key = this.text[this.at] === '"' ? this.string() : this.fail('a key is missing')
        if (key?.kind !== 'scalar') return undefined
        if (!this.takes(':')) return this.fail('":" is missing')
        const value = this.value(depth + 1)
        if (!value) return undefined
        entries.set(key.value, { keyStart: key.start, keyEnd: key.end, value })
      } while (this.takes(','))
      if (!this.takes('}')) return this.fail('"," or "}" is missing')
    }
    return { kind: 'dict', start, end: this.at, entries }
  }

  string(): Located | undefined {
    const start = this.at++
    const parts: string[] = []
    let escaped = false
    for (;;) {
      parts.push(this.match(plainText)?.[0] ?? '')
      const stop = this.text[this.at]
      if (stop === '"') break
      if (stop !== '\\')
        return this.fail(stop === undefined ? 'a text does not end' : 'a text holds a control character')
      escaped = true
      this.at++
      const unit = this.escape()
      if (unit === undefined) return this.fail('an escape is not valid')
      parts.push(unit)
    }
    this.at++
    return { kind: 'scalar', start, end: this.at, value: parts.join(''), text: escaped ? -1 : start + 1 }
  }

  escape(): string | undefined {
    const letter = this.text[this.at] ?? ''
    const short = escapes.get(letter)
    if (short !== undefined) this.at++
    if (short !== undefined || letter !== 'u') return short
    this.at++
    const hex = this.match(hexUnit)?.[0]
    return hex === undefined ? undefined : String.fromCharCode(Number.parseInt(hex, 16))
  }

  numeral(start: number, [all, int = '', fraction, exponent]: RegExpExecArray): Located | undefined {
    if (fraction !== undefined || exponent !== undefined) return this.scalar(start, pyFloat(Number(all)))
    if (int.length > mostDigits) return this.fail('a number is too long')
    return this.scalar(start, pyInt(BigInt(int)))
  }

  scalar(start: number, value: Value): Located {
    return { kind: 'scalar', start, end: this.at, value, text: -1 }
  }

  skipBlanks(): void {
    this.match(blanks)
  }

  takes(sign: string): boolean {
    this.skipBlanks()
    if (this.text[this.at] !== sign) return false
    this.at++
    return true
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found ?? undefined
  }

  fail(problem: string): undefined {
    this.problem = problem
    return undefined
  }
}
