declare const __REMOVED_NAMES__: { readonly paths: readonly string[]; readonly ofIterators: readonly string[] }

/** Remove names that the engine has and the simulated Node version lacks, and replace `Promise.any`. */
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
  const { any: native } = Promise
  const { any } = {
    /** `Promise.any` with an error message, which the engine's own function lacks. */
    any(this: PromiseConstructor, promises: Iterable<unknown>): Promise<unknown> {
      const message = { value: 'All promises were rejected', writable: true, configurable: true, enumerable: false }
      const Named = function (start: (resolve: () => void, reject: (error: Error) => void) => void): object {
        return new Promise((resolve, reject) =>
          start(resolve as () => void, (error) => reject(Object.defineProperty(error, 'message', message))),
        )
      }
      return native.call(Object.assign(Named, { resolve: this.resolve.bind(this) }) as never, promises)
    },
  }
  Object.defineProperty(Promise, 'any', { value: any, writable: true, configurable: true, enumerable: false })
}
