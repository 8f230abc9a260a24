const native = Symbol as unknown as { readonly dispose?: symbol; readonly asyncDispose?: symbol }

/** `Symbol.dispose` and `Symbol.asyncDispose`: the engine's own, or those that Node makes where V8 has none. */
export const disposal = {
  dispose: native.dispose ?? Symbol('nodejs.dispose'),
  asyncDispose: native.asyncDispose ?? Symbol('nodejs.asyncDispose'),
}

/** Give a class a method that `using` would call; in Node it has no name. */
export function disposable<T extends object>(prototype: T, end: (item: T) => void): void {
  const value = (() =>
    function (this: T): void {
      end(this)
    })()
  Object.defineProperty(prototype, disposal.dispose, { value, writable: true, configurable: true, enumerable: true })
}
