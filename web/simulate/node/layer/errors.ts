import { inspect } from './inspect.ts'

type ErrorClass = new (message: string) => Error

/** An error of Node's modules. Its code is a property and part of its stack's first line. */
export function coded(Base: ErrorClass, code: string, message: string): Error {
  const error = new Base(message)
  const toString = (): string => `${error.name} [${code}]: ${error.message}`
  Object.defineProperty(error, 'toString', { value: toString, enumerable: false, writable: true, configurable: true })
  if (typeof error.stack === 'string') {
    const stack = error.stack.replace(/^(\w+): /, `$1 [${code}]: `)
    Object.defineProperty(error, 'stack', { value: stack, enumerable: false, writable: true, configurable: true })
  }
  return Object.assign(error, { code })
}

const primitives = ['string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol']

/**
 * Create the error `ERR_INVALID_ARG_TYPE`, with the names of the expected types and classes, and the received value.
 */
export function invalidArgType(name: string, expected: string | readonly string[], actual: unknown): Error {
  const kinds = typeof expected === 'string' ? [expected] : expected
  const types = kinds.filter((kind) => primitives.includes(kind)).map((kind) => kind.toLowerCase())
  const classes = kinds.filter((kind) => !primitives.includes(kind) && /^[A-Z]/.test(kind))
  const others = kinds.filter((kind) => !primitives.includes(kind) && !/^[A-Z]/.test(kind))
  if (classes.length > 0 && types.includes('object')) {
    types.splice(types.indexOf('object'), 1)
    classes.push('Object')
  }
  const parts: string[] = []
  if (types.length > 0) parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${orList(types)}`)
  if (classes.length > 0) parts.push(`an instance of ${orList(classes)}`)
  if (others.length > 0) parts.push(others.length > 1 ? `one of ${orList(others)}` : article(others[0] ?? ''))
  const subject = name.endsWith(' argument')
    ? `The ${name}`
    : `The "${name}" ${name.includes('.') ? 'property' : 'argument'}`
  return coded(
    TypeError,
    'ERR_INVALID_ARG_TYPE',
    `${subject} must be ${parts.join(' or ')}. Received ${describeValue(actual)}`,
  )
}

function article(other: string): string {
  return other.toLowerCase() === other ? `an ${other}`.replace('an ', '') : other
}

function orList(words: readonly string[]): string {
  if (words.length < 3) return words.join(' or ')
  return `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`
}

/** The description of a value in Node's messages. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value === 'object') {
    const maker: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name
    if (typeof maker === 'string' && maker !== '') return `an instance of ${maker}`
    return inspect(value, { depth: -1 })
  }
  let shown = inspect(value, { colors: false })
  if (shown.length > 28) shown = `${shown.slice(0, 25)}...`
  return `type ${typeof value} (${shown})`
}

/** Create the error `ERR_INVALID_ARG_VALUE`, which the caller throws. A long value is truncated to 128 characters. */
export function invalidArgValue(name: string, value: unknown, reason = 'is invalid'): Error {
  let shown = inspect(value)
  if (shown.length > 128) shown = `${shown.slice(0, 128)}...`
  const kind = name.includes('.') ? 'property' : 'argument'
  return coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The ${kind} '${name}' ${reason}. Received ${shown}`)
}

/** Create the error `ERR_OUT_OF_RANGE`. */
export function outOfRange(name: string, range: string, received: unknown): Error {
  let shown: string
  if (Number.isInteger(received) && Math.abs(Number(received)) > 2 ** 32) shown = separated(String(received))
  else if (typeof received === 'bigint') {
    const big = received > 2n ** 32n || received < -(2n ** 32n)
    shown = `${big ? separated(String(received)) : String(received)}n`
  } else shown = inspect(received)
  return coded(
    RangeError,
    'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`,
  )
}

function separated(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, '_')
}
