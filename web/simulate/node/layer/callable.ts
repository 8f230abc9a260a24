/** A class that makes its objects without `new` too, as Node's older ones do. */
export function callable<Class extends new (...args: never[]) => object>(made: Class): Class {
  return new Proxy(made, { apply: (target, _, args: never[]) => new target(...args) })
}
