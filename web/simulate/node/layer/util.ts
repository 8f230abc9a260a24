import type * as args from '../parts/arguments.ts'
import { stripVTControlCharacters } from 'node-inspect-extracted'
import { withAbsent } from './absent.ts'
import { coded, invalidArgType } from './errors.ts'
import { isDeepEqual } from './deep-equal.ts'
import { TextDecoder, TextEncoder } from './encoding.ts'
import { format, formatWithOptions, inspect } from './inspect.ts'
import { part } from './part.ts'
import { process } from './process.ts'
import { argumentNames } from './callable.ts'
import { types } from './util-types.ts'
import { checkFunction, checkString } from './validate.ts'

type AnyFunction = (...args: unknown[]) => unknown

const custom = Symbol.for('nodejs.util.promisify.custom')

const warned = new Set<unknown>()

/** `util.deprecate`. */
function deprecate(call: unknown, message: string, code?: unknown): AnyFunction {
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

function promisify(original: unknown): AnyFunction {
  checkFunction(original, 'original')
  const own = (original as unknown as Record<symbol, unknown>)[custom]
  if (own !== undefined && own !== null) {
    if (typeof own !== 'function') throw invalidArgType('util.promisify.custom', 'Function', own)
    return Object.defineProperty(own, custom, {
      value: own,
      enumerable: false,
      writable: false,
      configurable: true,
    }) as AnyFunction
  }
  const names = (original as { [argumentNames]?: readonly string[] })[argumentNames]
  const promised = function (this: unknown, ...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, ...values: unknown[]): void => {
        if (error) return reject(error as Error)
        resolve(
          names !== undefined && values.length > 1
            ? Object.fromEntries(names.map((name, at) => [name, values[at]]))
            : values[0],
        )
      }
      void Promise.resolve(Reflect.apply(original, this, [...args, done])).catch(reject)
    })
  }
  Object.setPrototypeOf(promised, Object.getPrototypeOf(original) as object)
  Object.defineProperty(promised, custom, { value: promised, enumerable: false, writable: false, configurable: true })
  return Object.defineProperties(promised, Object.getOwnPropertyDescriptors(original))
}
promisify.custom = custom

function inherits(child: unknown, parent: unknown): void {
  if (child === undefined || child === null) throw invalidArgType('ctor', 'Function', child)
  if (parent === undefined || parent === null) throw invalidArgType('superCtor', 'Function', parent)
  const { prototype } = parent as { prototype?: unknown }
  if (prototype === undefined) throw invalidArgType('superCtor.prototype', 'Object', prototype)
  Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true })
  Object.setPrototypeOf((child as { prototype: object }).prototype, prototype as object)
}

function debuglog(section: string, taken?: (call: AnyFunction) => void): AnyFunction & { enabled: boolean } {
  const name = String(section).toUpperCase()
  const enabled = (process.env.NODE_DEBUG ?? '')
    .toUpperCase()
    .split(',')
    .some((one) => one === name || one === '*')
  const log = (...args: unknown[]): void => {
    if (enabled) process.stderr.write(`${name} ${process.pid}: ${format(...(args as [unknown]))}\n`)
  }
  const call = Object.defineProperty(log, 'enabled', { value: enabled, enumerable: true }) as AnyFunction & {
    enabled: boolean
  }
  taken?.(call)
  return call
}

/** `parseArgs` with Node's default arguments from `process.argv`. */
function parseGiven(config: { readonly args?: readonly string[] } = {}): object {
  const given = config.args ?? process.argv.slice(process.evaluated ? 1 : 2)
  try {
    return part<typeof args>('arguments.js', 'parseArgs').parseArgs({ ...config, args: [...given] }) as object
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    throw code?.startsWith('ERR_PARSE_ARGS') === true ? coded(TypeError, code, message) : error
  }
}
Object.defineProperty(parseGiven, 'name', { value: 'parseArgs' })

/** `node:util`. */
export const util = withAbsent('util', {
  inspect,
  format,
  formatWithOptions,
  parseArgs: parseGiven,
  promisify,
  deprecate,
  inherits,
  debuglog,
  debug: debuglog,
  isDeepStrictEqual: (a: unknown, b: unknown): boolean => isDeepEqual(a, b, true),
  stripVTControlCharacters(text: unknown): string {
    checkString(text, 'str')
    return stripVTControlCharacters(text)
  },
  types,
  TextEncoder,
  TextDecoder,
  isArray: Array.isArray,
})
