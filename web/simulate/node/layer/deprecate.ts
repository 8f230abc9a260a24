import { process } from './process.ts'
import { checkString } from './validate.ts'

type AnyFunction = (...args: unknown[]) => unknown

const warned = new Set<unknown>()

/** `util.deprecate`. */
export function deprecate(call: unknown, message: string, code?: unknown): AnyFunction {
  if (code !== undefined) checkString(code, 'code')
  let reported = false
  const deprecated = function (this: unknown, ...args: unknown[]): unknown {
    if (!reported && (process as { noDeprecation?: unknown }).noDeprecation !== true) {
      reported = true
      if (code === undefined || !warned.has(code)) process.emitWarning(message, 'DeprecationWarning', code)
      if (code !== undefined) warned.add(code)
    }
    return new.target ? Reflect.construct(call as AnyFunction, args) : Reflect.apply(call as AnyFunction, this, args)
  }
  Object.setPrototypeOf(deprecated, call as object)
  const { prototype } = call as { prototype?: unknown }
  if (prototype !== undefined) deprecated.prototype = prototype
  return deprecated
}
