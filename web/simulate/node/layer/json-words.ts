/** How much of a text V8 shows on each side of what it did not expect. */
const context = 10

/** What V8 says of a text that is no JSON; nothing of one that is. */
function jsonFault(text: string): string | undefined {
  return new JsonText(text).fault()
}

/** A JSON text that is read from left to right. What reads a part of it answers what V8 says is wrong there, or nothing. */
class JsonText {
  readonly #text: string
  #at = 0
  /** The signs that will close the lists and objects around the present place, the innermost last. */
  readonly #open: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  fault(): string | undefined {
    for (;;) {
      this.#skip()
      const sign = this.#sign
      const isContainer = sign === '{' || sign === '['
      if (isContainer && this.#enter(sign)) {
        const fault = sign === '{' ? this.#key("Expected property name or '}'") : undefined
        if (fault !== undefined) return fault
        continue
      }
      const fault = (isContainer ? undefined : this.#simple()) ?? this.#goOn()
      if (fault !== undefined || this.#open.length === 0) return fault
    }
  }

  get #sign(): string | undefined {
    return this.#text[this.#at]
  }

  /** Go past the present sign if it is one of these; answers whether it is. */
  #passes(signs: string): boolean {
    const isOne = this.#sign !== undefined && signs.includes(this.#sign)
    if (isOne) this.#at++
    return isOne
  }

  #skip(): void {
    while (this.#passes(' \t\n\r'));
  }

  /** Whether there is something in the list or object that begins here; one that is empty is gone past. */
  #enter(sign: '{' | '['): boolean {
    this.#at++
    this.#skip()
    const close = sign === '{' ? '}' : ']'
    if (this.#passes(close)) return false
    this.#open.push(close)
    return true
  }

  /** A value has ended: go on with what it stands in, up to the next value or the end of the text. */
  #goOn(): string | undefined {
    for (this.#skip(); this.#open.length > 0 && this.#sign === this.#open.at(-1); this.#skip()) {
      this.#at++
      this.#open.pop()
    }
    const close = this.#open.at(-1)
    if (close === undefined) {
      const trailing = this.#place('Unexpected non-whitespace character after JSON').replace(' in JSON', '')
      return this.#at < this.#text.length ? trailing : undefined
    }
    if (!this.#passes(',')) {
      const before = close === '}' ? 'property value' : 'array element'
      return this.#place(`Expected ',' or '${close}' after ${before}`)
    }
    return close === '}' ? this.#key('Expected double-quoted property name') : undefined
  }

  #key(words: string): string | undefined {
    this.#skip()
    if (this.#sign !== '"') return this.#place(words)
    const fault = this.#string()
    if (fault !== undefined) return fault
    this.#skip()
    return this.#passes(':') ? undefined : this.#place("Expected ':' after property name")
  }

  /** A value that is neither list nor object. */
  #simple(): string | undefined {
    const sign = this.#sign ?? ''
    const whole = ['true', 'false', 'null'].find((known) => known[0] === sign)
    if (sign === '"') return this.#string()
    if (whole !== undefined) return this.#word(whole)
    return /[-0-9]/.test(sign) ? this.#number() : this.#unexpected()
  }

  #string(): string | undefined {
    for (this.#at++; this.#sign !== '"'; this.#at++) {
      const sign = this.#sign
      if (sign === undefined) return this.#place('Unterminated string')
      if (sign < ' ') return this.#place('Bad control character in string literal')
      if (sign !== '\\') continue
      this.#at++
      const escaped = this.#sign
      if (escaped === undefined) return this.#unexpected()
      if (!'"\\/bfnrtu'.includes(escaped)) return this.#place('Bad escaped character')
      for (let digits = 0; escaped === 'u' && digits < 4; digits++) {
        this.#at++
        if (!/[0-9a-f]/i.test(this.#sign ?? '')) return this.#place('Bad Unicode escape')
      }
    }
    this.#at++
    return undefined
  }

  #number(): string | undefined {
    this.#passes('-')
    if (this.#passes('0')) {
      if (/[0-9]/.test(this.#sign ?? '')) return this.#place('Unexpected number')
    } else if (!this.#digits()) return this.#place('No number after minus sign')
    if (this.#passes('.') && !this.#digits()) return this.#place('Unterminated fractional number')
    if (this.#passes('eE')) {
      this.#passes('+-')
      if (!this.#digits()) return this.#place('Exponent part is missing a number')
    }
    return undefined
  }

  #digits(): boolean {
    const start = this.#at
    while (/[0-9]/.test(this.#sign ?? '')) this.#at++
    return this.#at > start
  }

  #word(whole: string): string | undefined {
    for (const sign of whole) {
      if (this.#sign !== sign) return this.#unexpected()
      this.#at++
    }
    return undefined
  }

  #place(words: string): string {
    return `${words} in JSON at position ${this.#at}`
  }

  #unexpected(): string {
    const text = this.#text
    const sign = this.#sign
    if (sign === undefined) return 'Unexpected end of JSON input'
    if (sign === '"') return this.#place('Unexpected string')
    if (/[-0-9]/.test(sign)) return this.#place('Unexpected number')
    if (['undefined', 'NaN', 'Infinity', '[object Object]'].includes(text)) return `"${text}" is not valid JSON`
    return `Unexpected token '${sign}', ${shownAround(text, this.#at)} is not valid JSON`
  }
}

function shownAround(text: string, at: number): string {
  if (text.length <= 2 * context) return `"${text}"`
  const [cutsStart, cutsEnd] = [at >= context, at < text.length - context || at < context]
  const shown = text.slice(cutsStart ? at - context : 0, cutsEnd ? at + context : undefined)
  return `${cutsStart ? '...' : ''}"${shown}"${cutsEnd ? '...' : ''}`
}

/** What V8 says of a value that holds itself: the way from the object to itself. */
function circleWords(value: unknown): string {
  const circle = circleFrom(value, '', [])
  const heading = 'Converting circular structure to JSON'
  if (circle === undefined) return heading
  const [first, ...others] = circle.steps
  const lines = others.map((step) => `|     ${step.by} -> object with constructor '${makerOf(step.holds)}'`)
  // Of a longer way the first two steps and the last are told.
  const told = lines.length > 3 ? [...lines.slice(0, 2), '|     ...', ...lines.slice(-1)] : lines
  const start = `--> starting at object with constructor '${makerOf(first?.holds)}'`
  return [heading, start, ...told, `--- ${circle.by} closes the circle`].join('\n    ')
}

interface Step {
  readonly by: string
  readonly holds: object
}

const makerOf = (value: unknown): string => (value as { constructor?: { name?: string } }).constructor?.name ?? 'Object'

function circleFrom(
  given: unknown,
  by: string,
  way: readonly Step[],
): { steps: readonly Step[]; by: string } | undefined {
  const own = (given as { toJSON?: unknown } | null | undefined)?.toJSON
  const value: unknown = typeof own === 'function' ? own.call(given, by) : given
  if (typeof value !== 'object' || value === null) return undefined
  const known = way.findIndex(({ holds }) => holds === value)
  if (known >= 0) return { steps: way.slice(known), by }
  const here = [...way, { by, holds: value }]
  for (const name of Object.keys(value)) {
    const inner = Array.isArray(value) ? `index ${name}` : `property '${name}'`
    const found = circleFrom(Reflect.get(value, name), inner, here)
    if (found !== undefined) return found
  }
  return undefined
}

/** `JSON` with the words of V8, which tools print where a file or an answer is no JSON. */
export function sayJsonAsV8(): void {
  const { parse, stringify } = JSON
  const methods = {
    parse(source: unknown, reviver: unknown): unknown {
      const text = `${source as string}`
      try {
        return parse(text, reviver as () => unknown)
      } catch (error) {
        const says = error instanceof SyntaxError ? jsonFault(text) : undefined
        if (says === undefined) throw error
        throw withStack(new SyntaxError(says), methods.parse)
      }
    },
    stringify(value: unknown, replacer?: unknown, space?: unknown): unknown {
      try {
        return stringify(value, replacer as () => unknown, space as string)
      } catch (error) {
        if (!(error instanceof TypeError) || error.message !== 'circular reference') throw error
        throw withStack(new TypeError(circleWords(value)), methods.stringify)
      }
    },
  }
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(JSON, name, { value, writable: true, configurable: true, enumerable: false })
  Object.defineProperty(methods.stringify, 'length', { value: 3, configurable: true })
}

function withStack(error: Error, above: unknown): Error {
  Error.captureStackTrace(error, above as never)
  return error
}
