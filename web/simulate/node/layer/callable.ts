/** Make a class callable without `new`, like Node's older classes. */
export function callable<Class extends new (...args: never[]) => object>(made: Class): Class {
  return new Proxy(made, { apply: (target, _, args: never[]) => new target(...args) })
}

/** The names of a callback's values if there are several. `util.promisify` returns an object with these names. */
export const argumentNames = Symbol('customPromisifyArgs')
