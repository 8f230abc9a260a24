import { withAbsent } from './absent.ts'
import { AssertionError } from './assertion-error.ts'
import { expectNone, expectThrown, fail, rejectedBy, thrownBy } from './assert-throws.ts'
import type { Call } from './assert-throws.ts'
import { coded, invalidArgType } from './errors.ts'
import { isDeepEqual } from './deep-equal.ts'
import { inspect } from './inspect.ts'
import { types } from './util-types.ts'

function missing(...names: string[]): Error {
  const quoted = names.map((name) => `"${name}"`)
  return coded(TypeError, 'ERR_MISSING_ARGS', `The ${quoted.join(' and ')} arguments must be specified`)
}

function pair(operator: string, holds: (actual: unknown, expected: unknown) => boolean): Call {
  const check = (...args: unknown[]): void => {
    if (args.length < 2) throw missing('actual', 'expected')
    // Access by index, because a program can have changed the iteration of arrays.
    if (!holds(args[0], args[1])) fail(args[0], args[1], args[2], operator, check)
  }
  const name = operator === '==' ? 'equal' : operator === '!=' ? 'notEqual' : operator
  return Object.defineProperty(check, 'name', { value: name })
}

function okFrom(from: Call, args: readonly unknown[]): void {
  if (args.length > 0 && args[0]) return
  const [value, given] = args
  if (given instanceof Error) throw given
  const generated = given === undefined || given === null
  let message = given
  if (args.length === 0) message = 'No value argument passed to `assert.ok()`'
  else if (generated) message = undefined
  const error = new AssertionError({ actual: value, expected: true, message, operator: '==', stackStartFn: from })
  error.generatedMessage = generated
  throw error
}

function ok(...args: unknown[]): void {
  okFrom(ok, args)
}

const manyArguments =
  'assert.fail() with more than one argument is deprecated. Please use assert.strictEqual() instead or only pass a message.'
let warned = false

const looselyEqual = (a: unknown, b: unknown): boolean => a == b || (Number.isNaN(a) && Number.isNaN(b))

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
  const [actual, expected, message, operator, stackStartFn = assertFail] = args
  if (args.length > 1) {
    if (!warned) globalThis.process.emitWarning(manyArguments, 'DeprecationWarning', 'DEP0094')
    warned = true
    if (message instanceof Error) throw message
    const named = operator ?? (args.length === 2 ? '!=' : 'fail')
    throw new AssertionError({ actual, expected, message, operator: String(named), stackStartFn })
  }
  if (actual instanceof Error) throw actual
  const generated = actual === undefined || actual === null
  const error = new AssertionError({ message: generated ? 'Failed' : actual, operator: 'fail', stackStartFn })
  error.generatedMessage ||= generated
  throw error
}
Object.defineProperty(assertFail, 'name', { value: 'fail' })

const strictEqual = pair('strictEqual', Object.is)
const notStrictEqual = pair('notStrictEqual', (a, b) => !Object.is(a, b))
const deepStrictEqual = pair('deepStrictEqual', (a, b) => isDeepEqual(a, b, true))
const notDeepStrictEqual = pair('notDeepStrictEqual', (a, b) => !isDeepEqual(a, b, true))

const common = withAbsent('assert', {
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
})

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
