import { coded, invalidArgType, outOfRange } from './errors.ts'

/**
 * Check that an argument is a string.
 * @throws Node's error `ERR_INVALID_ARG_TYPE`
 */
export function checkString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw invalidArgType(name, 'string', value)
}

/**
 * Check that an argument is a boolean.
 * @throws Node's error `ERR_INVALID_ARG_TYPE`
 */
export function checkBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== 'boolean') throw invalidArgType(name, 'boolean', value)
}

/**
 * Check that an argument is a function.
 * @throws Node's error `ERR_INVALID_ARG_TYPE`
 */
export function checkFunction(value: unknown, name: string): asserts value is (...args: unknown[]) => unknown {
  if (typeof value !== 'function') throw invalidArgType(name, 'function', value)
}

/**
 * Check that an argument is an object other than an array.
 * @throws Node's error `ERR_INVALID_ARG_TYPE`
 */
export function checkObject(value: unknown, name: string): asserts value is object {
  if (value === null || Array.isArray(value) || typeof value !== 'object') throw invalidArgType(name, 'Object', value)
}

/**
 * Check that an argument is a number.
 * @throws Node's error `ERR_INVALID_ARG_TYPE`, or `ERR_OUT_OF_RANGE` for a number outside `min` to `max`
 */
export function checkNumber(value: unknown, name: string, min?: number, max?: number): asserts value is number {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value)
  const low = min !== undefined && value < min
  const high = max !== undefined && value > max
  if (low || high || ((min !== undefined || max !== undefined) && Number.isNaN(value))) {
    const parts = [min === undefined ? '' : `>= ${min}`, max === undefined ? '' : `<= ${max}`]
    throw outOfRange(name, parts.filter(Boolean).join(' && '), value)
  }
}

/**
 * Check that an argument is a whole number.
 * @throws Node's error `ERR_INVALID_ARG_TYPE`, or `ERR_OUT_OF_RANGE` for a fraction or a number outside `min` to `max`
 */
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

/**
 * Check that a value is an abort signal or undefined.
 * @throws Node's error `ERR_INVALID_ARG_TYPE` for other values
 */
export function checkSignal(signal: unknown, name: string): asserts signal is AbortSignal | undefined {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal)))
    throw invalidArgType(name, 'AbortSignal', signal)
}

/** The error of a class that programs cannot instantiate. */
export function illegalConstructor(): Error {
  return coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor')
}
