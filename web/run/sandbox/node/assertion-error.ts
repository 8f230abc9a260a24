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
  notIdentical: 'Values identical but not reference-equal:',
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

/** The two values line by line, with marks for what is only in one of them. */
function difference(actual: unknown, expected: unknown, operatorGiven: string): string {
  let operator = operatorGiven
  const actualText = shown(actual)
  const actualLines = actualText.split('\n')
  const expectedLines = shown(expected).split('\n')
  let mark = ''
  if (
    operator === 'strictEqual' &&
    ((isObject(actual) && isObject(expected)) || (typeof actual === 'function' && typeof expected === 'function'))
  )
    operator = 'strictEqualObject'
  if (actualLines.length === 1 && expectedLines.length === 1 && actualLines[0] !== expectedLines[0]) {
    const [one = '', other = ''] = [actualLines[0], expectedLines[0]]
    const length = one.length + other.length
    if (length <= longestShort) {
      if (!isObject(actual) && !isObject(expected) && (actual !== 0 || expected !== 0))
        return `${headings[operator]}\n\n${one} !== ${other}\n`
    } else if (operator !== 'strictEqualObject' && length < 80) {
      let at = 0
      while (one[at] === other[at]) at++
      if (at > 2) mark = `\n  ${' '.repeat(at)}^`
    }
  }
  let end = ''
  let rest = ''
  while (actualLines.at(-1) === expectedLines.at(-1)) {
    const line = actualLines.pop() ?? ''
    expectedLines.pop()
    if (rest === '' && end.split('\n').length < 3) end = `\n  ${line}${end}`
    else rest = line
    if (actualLines.length === 0 || expectedLines.length === 0) break
  }
  const most = Math.max(actualLines.length, expectedLines.length)
  if (most === 0) {
    const lines = actualText.split('\n')
    if (lines.length > shownLines) {
      lines.splice(46, lines.length, '...')
    }
    return `${headings.notIdentical}\n\n${lines.join('\n')}\n`
  }
  return `${headings[operator]}\n+ actual - expected${body(actualLines, expectedLines, end, rest !== '')}${mark}`
}

/** The marked lines: runs of equal ones are shortened, and all of it ends at a limit. */
function body(actual: readonly string[], expected: readonly string[], endGiven: string, cut: boolean): string {
  let end = endGiven
  let skipped = false
  if (cut) {
    end = `\n...${end}`
    skipped = true
  }
  let text = ''
  let other = ''
  let printed = 0
  let last = 0
  const most = Math.max(actual.length, expected.length)
  for (let at = 0; at < most; at++) {
    const since = at - last
    const step = (): void => {
      if (since <= 1 || at <= 2) return
      if (since > 4) {
        text += '\n...'
        skipped = true
      } else if (since > 3) {
        text += `\n  ${actual[at - 2]}`
        printed++
      }
      text += `\n  ${actual[at - 1]}`
      printed++
    }
    if (expected[at] === undefined) {
      step()
      last = at
      text += `\n+ ${actual[at]}`
      printed++
    } else if (actual[at] === undefined) {
      if (since > 1 && at > 2) {
        if (since > 4) {
          text += '\n...'
          skipped = true
        } else if (since > 3) {
          text += `\n  ${expected[at - 2]}`
          printed++
        }
        text += `\n  ${expected[at - 1]}`
        printed++
      }
      last = at
      other += `\n- ${expected[at]}`
      printed++
    } else {
      const [one = '', two = ''] = [actual[at], expected[at]]
      let differs = one !== two && (!one.endsWith(',') || one.slice(0, -1) !== two)
      let line = one
      if (differs && two.endsWith(',') && two.slice(0, -1) === one) {
        differs = false
        line += ','
      }
      if (differs) {
        step()
        last = at
        text += `\n+ ${line}`
        other += `\n- ${two}`
        printed += 2
      } else {
        text += other
        other = ''
        if (since === 1 || at === 0) {
          text += `\n  ${line}`
          printed++
        }
      }
    }
    if (printed > 20 && at < most - 2) {
      return `${skipped ? '' : ''} ... Lines skipped\n${text}\n...${other}\n...`.replace(
        /^ \.\.\. Lines skipped\n/,
        ' ... Lines skipped\n',
      )
    }
  }
  return `${skipped ? ' ... Lines skipped' : ''}\n${text}${other}${end}`
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
    super(message === undefined || message === null ? generated(actual, expected, operator) : String(message))
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
