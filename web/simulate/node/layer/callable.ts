/** Make a class callable without `new`, like Node's older classes. */
export function callable<Class extends new (...args: never[]) => object>(made: Class): Class {
  return new Proxy(made, { apply: (target, _, args: never[]) => new target(...args) })
}
