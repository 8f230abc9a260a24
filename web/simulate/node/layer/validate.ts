import { coded, invalidArgType, invalidArgValue, outOfRange } from './errors.ts'

/** The argument checks of Node, with its messages. */
export function checkString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw invalidArgType(name, 'string', value)
}

/** The same for true and false. */
export function checkBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== 'boolean') throw invalidArgType(name, 'boolean', value)
}

/** The same for functions. */
export function checkFunction(value: unknown, name: string): asserts value is (...args: unknown[]) => unknown {
  if (typeof value !== 'function') throw invalidArgType(name, 'function', value)
}

/** The same for objects that are not lists. */
export function checkObject(value: unknown, name: string): asserts value is object {
  if (value === null || Array.isArray(value) || typeof value !== 'object') throw invalidArgType(name, 'Object', value)
}

/** The same for numbers from `min` to `max`; `ERR_OUT_OF_RANGE` beyond. */
export function checkNumber(value: unknown, name: string, min?: number, max?: number): asserts value is number {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value)
  const low = min !== undefined && value < min
  const high = max !== undefined && value > max
  if (low || high || ((min !== undefined || max !== undefined) && Number.isNaN(value))) {
    const parts = [min === undefined ? '' : `>= ${min}`, max === undefined ? '' : `<= ${max}`]
    throw outOfRange(name, parts.filter(Boolean).join(' && '), value)
  }
}

/** The same for whole numbers. */
export function checkInteger(
  value: unknown,
  name: string,
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
): asserts value is number {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value)
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value)
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value)
}

/** `ERR_INVALID_ARG_VALUE` where a value is none of the allowed ones. */
export function checkOneOf(value: unknown, name: string, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return
  const list = allowed.map((item) => (typeof item === 'string' ? `'${item}'` : String(item))).join(', ')
  throw invalidArgValue(name, value, `must be one of: ${list}`)
}

/** `ERR_INVALID_ARG_TYPE` where the given value is not a signal. */
export function checkSignal(signal: unknown, name: string): asserts signal is AbortSignal | undefined {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal)))
    throw invalidArgType(name, 'AbortSignal', signal)
}

/** The error of a class that programs cannot make instances of. */
export function illegalConstructor(): Error {
  return coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor')
}
