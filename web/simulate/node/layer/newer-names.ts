import { disposal } from './disposal.ts'

declare const __REMOVED_NAMES__: { readonly paths: readonly string[]; readonly ofIterators: readonly string[] }

/** Remove names that the engine has and the simulated Node version lacks, and add names that only that version has. */
export function followNode(): void {
  const { paths, ofIterators } = __REMOVED_NAMES__
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object
  for (const name of ofIterators) Reflect.deleteProperty(iterators, name)
  if (ofIterators.length > 0) Reflect.deleteProperty(iterators, Symbol.toStringTag)
  for (const path of paths) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const holder = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], globalThis)
    if (typeof holder === 'object' || typeof holder === 'function') Reflect.deleteProperty(holder as object, last)
  }
  for (const [name, value] of Object.entries(disposal))
    if (!Object.hasOwn(Symbol, name)) Object.defineProperty(Symbol, name, { value })
  Object.defineProperty(Promise, 'any', { value: anyOf, writable: true, configurable: true, enumerable: false })
}

/** `Promise.any` with an error message, which the engine's own function lacks. */
const anyOf = {
  any(this: PromiseConstructor, promises: Iterable<unknown>): Promise<unknown> {
    return new this((resolve, reject) => {
      const errors: unknown[] = []
      let open = 1
      const settle = (): void => {
        if (--open === 0) reject(new AggregateError(errors, 'All promises were rejected'))
      }
      let index = 0
      for (const item of promises) {
        const at = index++
        open++
        let called = false
        this.resolve(item).then(resolve, (error: unknown) => {
          if (called) return
          called = true
          errors[at] = error
          settle()
        })
      }
      settle()
    })
  },
}.any
