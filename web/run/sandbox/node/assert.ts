import { AssertionError } from './assertion-error.ts'
import { coded, invalidArgType, invalidArgValue } from './errors.ts'
import { isDeepEqual } from './deep-equal.ts'
import { inspect } from './inspect.ts'
import { types } from './util-types.ts'
import { checkFunction } from './validate.ts'

type Call = (...args: unknown[]) => unknown

function fail(actual: unknown, expected: unknown, message: unknown, operator: string, from: Call): never {
  if (message instanceof Error) throw message
  throw new AssertionError({ actual, expected, message, operator, stackStartFn: from })
}

function missing(...names: string[]): Error {
  const quoted = names.map((name) => `"${name}"`)
  return coded(TypeError, 'ERR_MISSING_ARGS', `The ${quoted.join(' and ')} arguments must be specified`)
}

function pair(operator: string, holds: (actual: unknown, expected: unknown) => boolean): Call {
  const check = (...args: unknown[]): void => {
    if (args.length < 2) throw missing('actual', 'expected')
    const [actual, expected, message] = args
    if (!holds(actual, expected)) fail(actual, expected, message, operator, check)
  }
  const name = operator === '==' ? 'equal' : operator === '!=' ? 'notEqual' : operator
  return Object.defineProperty(check, 'name', { value: name })
}

function okFrom(from: Call, args: readonly unknown[]): void {
  if (args.length > 0 && args[0]) return
  const [value, given] = args
  let message = given
  let generated = false
  if (args.length === 0) {
    generated = true
    message = 'No value argument passed to `assert.ok()`'
  } else if (args.length > 1 && message === undefined) {
    generated = true
    message = `${inspect(value)} == true`
  } else if (message === undefined || message === null) {
    generated = true
    message =
      'The expression evaluated to a falsy value:\n\n  ' +
      (from === (assert as unknown as Call) ? 'assert' : 'assert.ok') +
      `(${inspect(value)})\n`
  } else if (message instanceof Error) throw message
  const error = new AssertionError({ actual: value, expected: true, message, operator: '==', stackStartFn: from })
  error.generatedMessage = generated
  throw error
}

function ok(...args: unknown[]): void {
  okFrom(ok, args)
}

const looselyEqual = (a: unknown, b: unknown): boolean => a == b || (Number.isNaN(a) && Number.isNaN(b))

/** What was thrown, or that nothing was. */
const nothing = Symbol('nothing thrown')

function thrownBy(call: unknown): unknown {
  checkFunction(call, 'fn')
  try {
    call()
  } catch (error) {
    return error
  }
  return nothing
}

async function rejectedBy(given: unknown): Promise<unknown> {
  let promise = given
  if (typeof given === 'function') {
    promise = (given as Call)()
    if (!isThenable(promise))
      throw coded(
        TypeError,
        'ERR_INVALID_RETURN_VALUE',
        `Expected instance of Promise to be returned from the "promiseFn" function but got ${describeReturned(promise)}.`,
      )
  } else if (!isThenable(given)) throw invalidArgType('promiseFn', ['Function', 'Promise'], given)
  try {
    await promise
  } catch (error) {
    return error
  }
  return nothing
}

function describeReturned(value: unknown): string {
  const maker = (value as { constructor?: { name?: string } } | null | undefined)?.constructor?.name
  return typeof value === 'object' && maker
    ? `an instance of ${maker}`
    : `type ${typeof value}${value === undefined || value === null ? '' : ''}`
}

function isThenable(value: unknown): boolean {
  return (
    types.isPromise(value) ||
    (typeof value === 'object' &&
      value !== null &&
      typeof (value as PromiseLike<unknown>).then === 'function' &&
      typeof (value as Promise<unknown>).catch === 'function')
  )
}

function expectThrown(from: Call, thrown: unknown, expectedGiven: unknown, messageGiven: unknown): void {
  let [expected, message] = [expectedGiven, messageGiven]
  if (typeof expected === 'string') {
    if (message !== undefined) throw invalidArgType('error', ['Object', 'Error', 'Function', 'RegExp'], expected)
    if (thrown !== nothing) {
      const same =
        typeof thrown === 'object' && thrown !== null ? (thrown as Error).message === expected : thrown === expected
      if (same) {
        const what = typeof thrown === 'object' ? 'error message' : 'error'
        const shown = typeof thrown === 'object' ? `"${expected}"` : `"${String(thrown)}"`
        throw coded(
          TypeError,
          'ERR_AMBIGUOUS_ARGUMENT',
          `The "error/message" argument is ambiguous. The ${what} ${shown} is identical to the message.`,
        )
      }
    }
    message = expected
    expected = undefined
  } else if (
    expected !== undefined &&
    expected !== null &&
    typeof expected !== 'object' &&
    typeof expected !== 'function'
  )
    throw invalidArgType('error', ['Object', 'Error', 'Function', 'RegExp'], expected)
  if (thrown === nothing) {
    const name = (expected as { name?: unknown } | undefined)?.name
    const details =
      (typeof name === 'string' && name !== '' ? ` (${name})` : '') +
      (message === undefined ? '.' : `: ${String(message)}`)
    const what = from === rejects ? 'rejection' : 'exception'
    fail(
      undefined,
      expected,
      message instanceof Error ? message : `Missing expected ${what}${details}`,
      from.name,
      from,
    )
  }
  if (expected !== undefined && expected !== null) matchThrown(thrown, expected as object, message, from)
}

function matchThrown(thrown: unknown, expected: object, message: unknown, from: Call): void {
  if (typeof expected !== 'function') {
    if (types.isRegExp(expected)) {
      const text = String(thrown)
      if ((expected as RegExp).exec(text) !== null) return
      failMatch(
        thrown,
        expected,
        message ?? `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`,
        message === undefined,
        from,
      )
    }
    if (typeof thrown !== 'object' || thrown === null) {
      const error = new AssertionError({
        actual: thrown,
        expected,
        message,
        operator: 'deepStrictEqual',
        stackStartFn: from,
      })
      error.operator = from.name
      throw error
    }
    const keys = Object.keys(expected)
    if (expected instanceof Error) keys.push('name', 'message')
    else if (keys.length === 0) throw invalidArgValue('error', expected, 'may not be an empty object')
    for (const key of keys) {
      const [actual, wanted] = [(thrown as Record<string, unknown>)[key], (expected as Record<string, unknown>)[key]]
      if (typeof actual === 'string' && types.isRegExp(wanted) && (wanted as RegExp).exec(actual) !== null) continue
      if (key in thrown && isDeepEqual(actual, wanted, true)) continue
      if (message !== undefined) failMatch(thrown, expected, message, false, from)
      const pick = (source: object): object => new Comparison(source, keys, thrown as Record<string, unknown>)
      const error = new AssertionError({
        actual: pick(thrown),
        expected: pick(expected),
        operator: 'deepStrictEqual',
        message: undefined,
        stackStartFn: from,
      })
      Object.assign(error, { actual: thrown, expected, operator: from.name })
      throw error
    }
    return
  }
  const kind = expected as Call & { prototype?: object }
  if (kind.prototype !== undefined && thrown instanceof (kind as unknown as new () => object)) return
  if (Object.prototype.isPrototypeOf.call(Error, kind)) {
    let text = message
    if (text === undefined) {
      text = `The error is expected to be an instance of "${kind.name}". Received `
      if (thrown instanceof Error || types.isNativeError(thrown)) text += `"${(thrown as Error).name}"`
      else text += `"${inspect(thrown, { depth: -1 })}"`
      if (thrown instanceof Error) text += `\n\nError message:\n\n${thrown.message}`
    }
    failMatch(thrown, expected, text, message === undefined, from)
  }
  const answer = Reflect.apply(kind, {}, [thrown])
  if (answer === true) return
  let text = message
  if (text === undefined) {
    const name = kind.name === '' ? '' : `"${kind.name}" `
    text = `The ${name}validation function is expected to return "true". Received ${inspect(answer)}`
    if (thrown instanceof Error) text += `\n\nCaught error:\n\n${inspect(thrown)}`
  }
  failMatch(thrown, expected, text, message === undefined, from)
}

function failMatch(actual: unknown, expected: unknown, message: unknown, generated: boolean, from: Call): never {
  if (message instanceof Error) throw message
  const error = new AssertionError({ actual, expected, message, operator: from.name, stackStartFn: from })
  error.generatedMessage = generated
  throw error
}

/** The compared fields alone, as they are shown beside each other. */
class Comparison {
  constructor(source: object, keys: readonly string[], actual: Record<string, unknown>) {
    for (const key of keys) {
      if (!(key in source)) continue
      const value = (source as Record<string, unknown>)[key]
      const matched =
        typeof actual[key] === 'string' && types.isRegExp(value) && (value as RegExp).exec(actual[key]) !== null
      ;(this as Record<string, unknown>)[key] = matched ? actual[key] : value
    }
  }
}

function expectNone(from: Call, thrown: unknown, expectedGiven: unknown, messageGiven: unknown): void {
  if (thrown === nothing) return
  let [expected, message] = [expectedGiven, messageGiven]
  if (typeof expected === 'string') [expected, message] = [undefined, expected]
  if (expected === undefined || expected === null || isExpected(thrown, expected)) {
    const details = message === undefined ? '.' : `: ${String(message)}`
    const what = from === doesNotReject ? 'rejection' : 'exception'
    const text = (thrown as { message?: unknown } | null)?.message
    fail(
      thrown,
      expected,
      message instanceof Error ? message : `Got unwanted ${what}${details}\nActual message: "${String(text)}"`,
      from.name,
      from,
    )
  }
  throw thrown
}

function isExpected(thrown: unknown, expected: unknown): boolean {
  if (types.isRegExp(expected)) return (expected as RegExp).exec(String(thrown)) !== null
  if (typeof expected !== 'function') throw invalidArgType('expected', ['Function', 'RegExp'], expected)
  if (expected.prototype !== undefined && thrown instanceof expected) return true
  if (Object.prototype.isPrototypeOf.call(Error, expected)) return false
  return Reflect.apply(expected, {}, [thrown]) === true
}

function throws(...[call, ...rest]: unknown[]): void {
  expectThrown(throws, thrownBy(call), rest[0], rest[1])
}

function doesNotThrow(...[call, ...rest]: unknown[]): void {
  expectNone(doesNotThrow, thrownBy(call), rest[0], rest[1])
}

async function rejects(...[promise, ...rest]: unknown[]): Promise<void> {
  expectThrown(rejects, await rejectedBy(promise), rest[0], rest[1])
}

async function doesNotReject(...[promise, ...rest]: unknown[]): Promise<void> {
  expectNone(doesNotReject, await rejectedBy(promise), rest[0], rest[1])
}

function matching(operator: 'match' | 'doesNotMatch'): Call {
  const check = (text: unknown, pattern: unknown, message?: unknown): void => {
    if (!types.isRegExp(pattern)) throw invalidArgType('regexp', 'RegExp', pattern)
    const isText = typeof text === 'string'
    if (isText && ((pattern as RegExp).exec(text) !== null) === (operator === 'match')) return
    if (message instanceof Error) throw message
    const usual = isText
      ? `${operator === 'match' ? 'The input did not match the regular expression ' : 'The input was expected to not match the regular expression '}${inspect(pattern)}. Input:\n\n${inspect(text)}\n`
      : `The "string" argument must be of type string. Received type ${typeof text} (${inspect(text)})`
    const error = new AssertionError({
      actual: text,
      expected: pattern,
      message: message ?? usual,
      operator,
      stackStartFn: check as Call,
    })
    error.generatedMessage = message === undefined
    throw error
  }
  return Object.defineProperty(check, 'name', { value: operator }) as Call
}

function ifError(value: unknown): void {
  if (value === null || value === undefined) return
  let message = 'ifError got unwanted exception: '
  if (typeof value === 'object' && typeof (value as Error).message === 'string') {
    const { message: text, constructor: maker } = value as Error & { constructor?: { name: string } }
    message += text.length === 0 && maker ? maker.name : text
  } else message += inspect(value)
  const error = new AssertionError({
    actual: value,
    expected: null,
    operator: 'ifError',
    message,
    stackStartFn: ifError as Call,
  })
  error.generatedMessage = true
  throw error
}

function assertFail(...args: unknown[]): never {
  const [actual, expected, message, operator = '!='] = args
  if (args.length < 2) {
    const given = args.length === 0 || actual === undefined ? 'Failed' : actual
    if (given instanceof Error) throw given
    const error = new AssertionError({ message: given, operator: 'fail', stackStartFn: assertFail })
    error.generatedMessage = args.length === 0
    throw error
  }
  fail(actual, expected, message, String(args.length === 2 ? '!=' : operator), assertFail)
}
Object.defineProperty(assertFail, 'name', { value: 'fail' })

const strictEqual = pair('strictEqual', Object.is)
const notStrictEqual = pair('notStrictEqual', (a, b) => !Object.is(a, b))
const deepStrictEqual = pair('deepStrictEqual', (a, b) => isDeepEqual(a, b, true))
const notDeepStrictEqual = pair('notDeepStrictEqual', (a, b) => !isDeepEqual(a, b, true))

const common = {
  fail: assertFail,
  AssertionError,
  throws,
  rejects,
  doesNotThrow,
  doesNotReject,
  ifError,
  match: matching('match'),
  doesNotMatch: matching('doesNotMatch'),
  strictEqual,
  notStrictEqual,
  deepStrictEqual,
  notDeepStrictEqual,
}

/** `node:assert/strict`. */
export const strict: object = Object.assign(
  function strict(...args: unknown[]): void {
    okFrom(strict, args)
  },
  common,
  { ok, equal: strictEqual, notEqual: notStrictEqual, deepEqual: deepStrictEqual, notDeepEqual: notDeepStrictEqual },
)
Object.assign(strict, { strict })

/** `node:assert`. */
export const assert: object = Object.assign(
  function assert(...args: unknown[]): void {
    okFrom(assert, args)
  },
  common,
  {
    ok,
    equal: pair('==', looselyEqual),
    notEqual: pair('!=', (a, b) => !looselyEqual(a, b)),
    deepEqual: pair('deepEqual', (a, b) => isDeepEqual(a, b, false)),
    notDeepEqual: pair('notDeepEqual', (a, b) => !isDeepEqual(a, b, false)),
    strict,
  },
)
