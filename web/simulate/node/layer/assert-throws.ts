import { AssertionError } from './assertion-error.ts'
import { coded, describeValue, invalidArgType, invalidArgValue } from './errors.ts'
import { isDeepEqual } from './deep-equal.ts'
import { inspect } from './inspect.ts'
import { types } from './util-types.ts'
import { checkFunction } from './validate.ts'

/** Any function. */
export type Call = (...args: unknown[]) => unknown

/** Fail like the named assertion. If the message is an error, throw that error. */
export function fail(actual: unknown, expected: unknown, message: unknown, operator: string, from: Call): never {
  if (message instanceof Error) throw message
  throw new AssertionError({ actual, expected, message, operator, stackStartFn: from })
}

/** The value for a call that did not throw. */
const nothing = Symbol('nothing thrown')

/** The value that a call throws, or `nothing`. @throws if `call` is not a function. */
export function thrownBy(call: unknown): unknown {
  checkFunction(call, 'fn')
  try {
    call()
  } catch (error) {
    return error
  }
  return nothing
}

/** The rejection reason of a promise, or `nothing`. */
export async function rejectedBy(given: unknown): Promise<unknown> {
  let promise = given
  if (typeof given === 'function') {
    promise = (given as Call)()
    if (!isThenable(promise))
      throw coded(
        TypeError,
        'ERR_INVALID_RETURN_VALUE',
        `Expected instance of Promise to be returned from the "promiseFn" function but got ${describeValue(promise)}.`,
      )
  } else if (!isThenable(given)) throw invalidArgType('promiseFn', ['Function', 'Promise'], given)
  try {
    await promise
  } catch (error) {
    return error
  }
  return nothing
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

/** Assert that the thrown value matches the expected one. */
export function expectThrown(from: Call, thrown: unknown, expectedGiven: unknown, messageGiven: unknown): void {
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
      (typeof name === 'string' && name !== '' ? ` (${name})` : '') + (message ? `: ${String(message)}` : '.')
    const what = from.name === 'rejects' ? 'rejection' : 'exception'
    fail(undefined, expected, `Missing expected ${what}${details}`, from.name, from)
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
      text += thrown instanceof Error ? otherClass(thrown, kind.name) : `"${inspect(thrown, { depth: -1 })}"`
    }
    failMatch(thrown, expected, text, message === undefined, from)
  }
  const answer = Reflect.apply(kind, {}, [thrown])
  if (answer === true) return
  let text = message
  if (text === undefined) {
    const name = kind.name === '' ? '' : `"${kind.name}" `
    text = `The ${name}validation function is expected to return "true". Received ${inspect(answer)}`
    if (thrown instanceof Error) text += `\n\nCaught error:\n\n${String(thrown)}`
  }
  failMatch(thrown, expected, text, message === undefined, from)
}

function otherClass(thrown: Error, expected: string): string {
  const { constructor: maker } = thrown as { constructor?: { name?: string } }
  const name = maker?.name || thrown.name
  const what = name === expected ? 'an error with identical name but a different prototype.' : `"${name}"`
  return thrown.message ? `${what}\n\nError message:\n\n${thrown.message}` : what
}

function failMatch(actual: unknown, expected: unknown, message: unknown, generated: boolean, from: Call): never {
  if (message instanceof Error) throw message
  const error = new AssertionError({ actual, expected, message, operator: from.name, stackStartFn: from })
  error.generatedMessage = generated
  throw error
}

/** The compared fields of an error, for the assertion message. */
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

/** Assert that a call did not throw. */
export function expectNone(from: Call, thrown: unknown, expectedGiven: unknown, messageGiven: unknown): void {
  if (thrown === nothing) return
  let [expected, message] = [expectedGiven, messageGiven]
  if (typeof expected === 'string') [expected, message] = [undefined, expected]
  if (expected === undefined || expected === null || isExpected(thrown, expected)) {
    const details = message ? `: ${String(message)}` : '.'
    const what = from.name === 'doesNotReject' ? 'rejection' : 'exception'
    const text = (thrown as { message?: unknown } | null)?.message
    fail(thrown, expected, `Got unwanted ${what}${details}\nActual message: "${String(text)}"`, from.name, from)
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
