/** How much of a text V8 shows on each side of what it did not expect. */
const context = 10

/** What V8 says of a text that is no JSON; nothing of one that is. */
function jsonFault(text: string): string | undefined {
  let at = 0
  const place = (words: string): string => `${words} in JSON at position ${at}`
  const skip = (): void => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  }
  const unexpected = (): string => {
    const sign = text[at]
    if (sign === undefined) return 'Unexpected end of JSON input'
    if (sign === '"') return place('Unexpected string')
    if (/[-0-9]/.test(sign)) return place('Unexpected number')
    if (['undefined', 'NaN', 'Infinity', '[object Object]'].includes(text)) return `"${text}" is not valid JSON`
    return `Unexpected token '${sign}', ${shownAround(text, at)} is not valid JSON`
  }

  /** A string from its first sign on; what is wrong with it. */
  const string = (): string | undefined => {
    for (at++; text[at] !== '"'; at++) {
      const sign = text[at]
      if (sign === undefined) return place('Unterminated string')
      if (sign < ' ') return place('Bad control character in string literal')
      if (sign !== '\\') continue
      const escaped = text[++at]
      if (escaped === undefined) return unexpected()
      if (!'"\\/bfnrtu'.includes(escaped)) return place('Bad escaped character')
      for (let digits = 0; escaped === 'u' && digits < 4; digits++)
        if (!/[0-9a-f]/i.test(text[++at] ?? '')) return place('Bad Unicode escape')
    }
    at++
    return undefined
  }
  const digits = (): boolean => {
    const start = at
    while (/[0-9]/.test(text[at] ?? '')) at++
    return at > start
  }
  const number = (): string | undefined => {
    if (text[at] === '-') at++
    if (text[at] === '0') {
      at++
      if (/[0-9]/.test(text[at] ?? '')) return place('Unexpected number')
    } else if (!digits()) return place('No number after minus sign')
    if (text[at] === '.') {
      at++
      if (!digits()) return place('Unterminated fractional number')
    }
    if (text[at] === 'e' || text[at] === 'E') {
      at++
      if (text[at] === '+' || text[at] === '-') at++
      if (!digits()) return place('Exponent part is missing a number')
    }
    return undefined
  }
  const word = (whole: string): string | undefined => {
    for (const sign of whole) {
      if (text[at] !== sign) return unexpected()
      at++
    }
    return undefined
  }
  const simple = (): string | undefined => {
    const sign = text[at] ?? ''
    const whole = ['true', 'false', 'null'].find((known) => known[0] === sign)
    if (sign === '"') return string()
    if (whole !== undefined) return word(whole)
    return /[-0-9]/.test(sign) ? number() : unexpected()
  }
  const key = (words: string): string | undefined => {
    skip()
    if (text[at] !== '"') return place(words)
    const fault = string()
    if (fault !== undefined) return fault
    skip()
    if (text[at] !== ':') return place("Expected ':' after property name")
    at++
    return undefined
  }

  const open: string[] = []
  for (;;) {
    skip()
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      at++
      skip()
      const close = sign === '{' ? '}' : ']'
      if (text[at] !== close) {
        open.push(close)
        const fault = sign === '{' ? key("Expected property name or '}'") : undefined
        if (fault !== undefined) return fault
        continue
      }
      at++
    } else {
      const fault = simple()
      if (fault !== undefined) return fault
    }
    // A value has ended: go on with what it stands in.
    for (;;) {
      skip()
      const close = open.at(-1)
      if (close === undefined)
        return at < text.length
          ? place('Unexpected non-whitespace character after JSON').replace(' in JSON', '')
          : undefined
      if (text[at] !== close) break
      at++
      open.pop()
    }
    const isObject = open.at(-1) === '}'
    if (text[at] !== ',')
      return place(isObject ? "Expected ',' or '}' after property value" : "Expected ',' or ']' after array element")
    at++
    const fault = isObject ? key('Expected double-quoted property name') : undefined
    if (fault !== undefined) return fault
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
