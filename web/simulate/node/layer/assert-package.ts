import { isDeepEqual as isEqual } from './deep-equal.ts'
import { coded, describeValue, invalidArgType, invalidArgValue } from './errors.ts'

export { inspect } from './inspect.ts'
export { types } from './util-types.ts'

/** The comparisons, with the rules of Node 20. */
export const isDeepEqual = (a: unknown, b: unknown): boolean => isEqual(a, b, false)
export const isDeepStrictEqual = (a: unknown, b: unknown): boolean => isEqual(a, b, true)

type Maker = new (...args: never[]) => Error
const maker = (make: (...args: never[]) => Error): Maker =>
  function (...args: never[]) {
    return make(...args)
  } as unknown as Maker

/** Node's errors as classes, which the package expects. */
export const codes = {
  ERR_AMBIGUOUS_ARGUMENT: maker((name: string, why: string) =>
    coded(TypeError, 'ERR_AMBIGUOUS_ARGUMENT', `The "${name}" argument is ambiguous. ${why}`),
  ),
  ERR_INVALID_ARG_TYPE: maker(invalidArgType),
  ERR_INVALID_ARG_VALUE: maker(invalidArgValue),
  ERR_INVALID_RETURN_VALUE: maker((wanted: string, name: string, value: unknown) =>
    coded(
      TypeError,
      'ERR_INVALID_RETURN_VALUE',
      `Expected ${wanted} to be returned from the "${name}" function but got ${describeValue(value)}.`,
    ),
  ),
  ERR_MISSING_ARGS: maker((...names: string[]) =>
    coded(TypeError, 'ERR_MISSING_ARGS', `The "${names.join('" and "')}" arguments must be specified`),
  ),
}
