import { difference, headings, isObject, shortened, shown } from './assert-difference.ts'
import { invalidArgType } from './errors.ts'
import { inspect } from './inspect.ts'

interface Options {
  readonly message?: unknown
  readonly operator?: string
  readonly actual?: unknown
  readonly expected?: unknown
  readonly stackStartFn?: unknown
  readonly stackStartFunction?: unknown
}

function withDots(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 3)}...` : text
}

function generated(actual: unknown, expected: unknown, operator: string): string {
  if (operator === 'deepStrictEqual' || operator === 'strictEqual') return difference(actual, expected, operator)
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
    const objects = operator === 'notStrictEqual' && (isObject(actual) || typeof actual === 'function')
    const heading = headings[objects ? 'notStrictEqualObject' : operator]
    const lines = shortened(shown(actual).split('\n'))
    const [first = ''] = lines
    return lines.length === 1
      ? `${heading}${first.length > 5 ? '\n\n' : ' '}${first}`
      : `${heading}\n\n${lines.join('\n')}\n`
  }
  const [one, two] = [shown(actual), shown(expected)]
  const heading = headings[operator]
  if (operator === 'notDeepEqual' && one === two) return withDots(`${heading}\n\n${one}`, 1024)
  const [left, right] = [withDots(one, 512), withDots(two, 512)]
  if (operator === 'deepEqual') return `${heading}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`
  const unequal = headings[`${operator}Unequal`]
  return unequal === undefined
    ? `${left} ${operator} ${right}`
    : `${unequal}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`
}

/** A copy of an error without its stack, because stacks differ even if the errors are equal. */
function withoutStack(error: Error): Error {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(error) as object) as Error, error)
  const message = { __proto__: null, value: error.message }
  return Object.defineProperty(copy, 'message', message)
}

function messageOf({ message, operator, actual, expected }: Options): string {
  if (message === undefined || message === null) return generated(actual, expected, String(operator))
  if (operator !== 'deepStrictEqual' && operator !== 'strictEqual') return String(message)
  return difference(actual, expected, operator, message)
}

/** `assert.AssertionError`. */
export class AssertionError extends Error {
  generatedMessage: boolean
  readonly code = 'ERR_ASSERTION'
  actual: unknown
  expected: unknown
  operator: unknown

  constructor(given: Options) {
    if (given === null || typeof given !== 'object') throw invalidArgType('options', 'object', given)
    let options = given
    const { message, actual, expected, stackStartFn, stackStartFunction } = given
    if ((message === undefined || message === null) && actual instanceof Error && expected instanceof Error)
      options = { ...given, actual: withoutStack(actual), expected: withoutStack(expected) }
    super(messageOf(options))
    this.generatedMessage = !message
    const name = { __proto__: null, value: 'AssertionError [ERR_ASSERTION]', writable: true, configurable: true }
    Object.defineProperty(this, 'name', name)
    this.actual = options.actual
    this.expected = options.expected
    this.operator = options.operator
    Error.captureStackTrace(this, (stackStartFn ?? stackStartFunction) as never)
    // Create the stack now by reading it, so that its first line contains the code.
    void this.stack
    this.name = 'AssertionError'
  }

  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`
  }

  [inspect.custom](_depth: number, options: object): string {
    const { actual, expected } = this
    if (typeof actual === 'string') this.actual = shortText(actual)
    if (typeof expected === 'string') this.expected = shortText(expected)
    const text = inspect(this, { ...options, customInspect: false, depth: 0 })
    this.actual = actual
    this.expected = expected
    return text
  }
}

/**
 * Shorten a long string to its first ten lines. If it has no more than ten lines, keep the string after the first 512
 * characters, as Node does.
 */
function shortText(text: string): string {
  const lines = text.split('\n', 11)
  if (lines.length > 10) return `${lines.slice(0, 10).join('\n')}\n...`
  return text.length > 512 ? `${text.slice(512)}...` : text
}
export { AssertionError as 'module.exports' }
