import { invalidArgType } from './errors.ts'
import { inspect } from './inspect.ts'

interface Options {
  readonly message?: unknown
  readonly operator?: string
  readonly actual?: unknown
  readonly expected?: unknown
  readonly stackStartFn?: unknown
}

const headings: Readonly<Record<string, string>> = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
}

/** How many lines of two values are shown before the rest is left out. */
const shownLines = 50
const longestShort = 12

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

function shown(value: unknown): string {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  })
}

type Mark = '+' | '-' | ' '
interface Line {
  readonly mark: Mark
  readonly text: string
}

/** The two values line by line, with marks for what is only in one of them. */
function difference(actual: unknown, expected: unknown, operatorGiven: string, own?: string): string {
  let operator = operatorGiven
  if (
    operator === 'strictEqual' &&
    ((isObject(actual) && isObject(expected)) || (typeof actual === 'function' && typeof expected === 'function'))
  )
    operator = 'strictEqualObject'
  const [one, other] = [shown(actual).split('\n'), shown(expected).split('\n')]
  const simple = one.length === 1 && other.length === 1 && !(isObject(actual) && isObject(expected))
  let [header, body, skipped] = ['+ actual - expected', '', false]
  if (simple) [header, body] = beside(actual, one[0] ?? '', expected, other[0] ?? '')
  else if (one.join('\n') === other.join('\n')) {
    operator = 'notIdentical'
    header = ''
    skipped = one.length > shownLines
    body = skipped ? `${one.slice(0, shownLines).join('\n')}\n...` : one.join('\n')
  } else [body, skipped] = printed(compared(one, other, isObject(actual)))
  return `${own ?? headings[operator]}\n${header}${skipped ? '\n... Skipped lines' : ''}\n${body}${header === '' ? '\n' : ''}`
}

/** Two values of one line each: beside each other where they are short, else below, with a mark where they part. */
function beside(actual: unknown, one: string, expected: unknown, other: string): [string, string, boolean] {
  const quotes = (value: unknown): number => (typeof value === 'string' ? 2 : 0)
  const length = one.length - quotes(actual) + other.length - quotes(expected)
  if (length <= longestShort && (actual !== 0 || expected !== 0)) return ['', `${one} !== ${other}`, false]
  let at = 0
  while (one[at] === other[at] && at < one.length) at++
  const points =
    typeof actual === 'string' && typeof expected === 'string' && one.length + other.length <= 80 && at >= 3
  return ['+ actual - expected', `\n+ ${one}\n- ${other}${points ? `\n${' '.repeat(at + 2)}^` : ''}`, false]
}

/** The shortest way from one list of lines to the other (Myers); a comma at an end makes no difference. */
function compared(one: readonly string[], other: readonly string[], commas: boolean): Line[] {
  const same = (a = '', b = ''): boolean => a === b || (commas && (a === `${b},` || `${a},` === b))
  const most = one.length + other.length
  const reached = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  search: for (let steps = 0; steps <= most; steps++) {
    trace.push(reached.slice())
    for (let k = -steps; k <= steps; k += 2) {
      const [left = 0, right = 0] = [reached[most + k], reached[most + k + 2]]
      let x = k === -steps || (k !== steps && left < right) ? right : left + 1
      let y = x - k
      while (x < one.length && y < other.length && same(one[x], other[y])) [x, y] = [x + 1, y + 1]
      reached[most + k + 1] = x
      if (x >= one.length && y >= other.length) break search
    }
  }
  const lines: Line[] = []
  let [x, y] = [one.length, other.length]
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const before = trace[steps] ?? reached
    const k = x - y
    const [left = 0, right = 0] = [before[most + k], before[most + k + 2]]
    const from = k === -steps || (k !== steps && left < right) ? k + 1 : k - 1
    const fromX = before[most + from + 1] ?? 0
    const fromY = fromX - from
    while (x > fromX && y > fromY) {
      const [a = '', b = ''] = [one[--x], other[--y]]
      lines.push({ mark: ' ', text: commas && b.endsWith(',') && !a.endsWith(',') ? b : a })
    }
    if (steps > 0) lines.push(x > fromX ? { mark: '+', text: one[--x] ?? '' } : { mark: '-', text: other[--y] ?? '' })
  }
  return lines.reverse()
}

/** Equal lines that are shown in a row before the rest of them is left out. */
const shownEqual = 5

function printed(lines: readonly Line[]): [string, boolean] {
  let text = ''
  let skipped = false
  let equal = 0
  lines.forEach(({ mark, text: line }, at) => {
    if (mark !== ' ' && lines[at - 1]?.mark === ' ') {
      const [last, beforeLast] = [lines[at - 1]?.text, lines[at - 2]?.text]
      if (equal === shownEqual + 1) text += `  ${last}\n`
      else if (equal === shownEqual + 2) text += `  ${beforeLast}\n  ${last}\n`
      else if (equal > shownEqual + 2) {
        text += `...\n  ${last}\n`
        skipped = true
      }
      equal = 0
    }
    if (mark !== ' ' || equal++ < shownEqual) text += `${mark} ${line}\n`
  })
  return [`\n${text.trimEnd()}`, skipped]
}

function generated(actual: unknown, expected: unknown, operator: string): string {
  if (operator === 'deepStrictEqual' || operator === 'strictEqual') return difference(actual, expected, operator)
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
    const objects = operator === 'notStrictEqual' && (isObject(actual) || typeof actual === 'function')
    const heading = headings[objects ? 'notStrictEqualObject' : operator]
    const lines = shown(actual).split('\n')
    if (lines.length > shownLines) lines.splice(46, lines.length, '...')
    if (lines.length === 1) return `${heading}${(lines[0] ?? '').length > 5 ? '\n\n' : ' '}${lines[0]}`
    return `${heading}\n\n${lines.join('\n')}\n`
  }
  let one = shown(actual)
  let two = shown(expected)
  const known = headings[operator]
  if (operator === 'notDeepEqual' && one === two) {
    one = `${known}\n\n${one}`
    return one.length > 1024 ? `${one.slice(0, 1021)}...` : one
  }
  if (one.length > 512) one = `${one.slice(0, 509)}...`
  if (two.length > 512) two = `${two.slice(0, 509)}...`
  if (operator === 'deepEqual') one = `${known}\n\n${one}\n\nshould loosely deep-equal\n\n`
  else if (operator === 'notDeepEqual')
    one = `${headings.notDeepEqualUnequal}\n\n${one}\n\nshould not loosely deep-equal\n\n`
  else two = ` ${operator} ${two}`
  return one + two
}

/** `assert.AssertionError`. */
export class AssertionError extends Error {
  generatedMessage: boolean
  readonly code = 'ERR_ASSERTION'
  actual: unknown
  expected: unknown
  operator: unknown

  constructor(options: Options) {
    if (options === null || typeof options !== 'object') throw invalidArgType('options', 'object', options)
    const { message, operator = '', actual, expected, stackStartFn } = options
    const generates = message === undefined || message === null
    const compares = operator === 'deepStrictEqual' || operator === 'strictEqual'
    super(
      generates
        ? generated(actual, expected, operator)
        : compares
          ? difference(actual, expected, operator, String(message))
          : String(message),
    )
    this.generatedMessage = message === undefined || message === null
    Object.defineProperty(this, 'name', {
      value: 'AssertionError [ERR_ASSERTION]',
      enumerable: false,
      writable: true,
      configurable: true,
    })
    this.actual = actual
    this.expected = expected
    this.operator = operator
    Error.captureStackTrace(this, stackStartFn as never)
    this.name = 'AssertionError'
  }

  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`
  }

  [inspect.custom](_depth: number, options: object): string {
    return inspect(this, { ...options, customInspect: false, depth: 0 })
  }
}
