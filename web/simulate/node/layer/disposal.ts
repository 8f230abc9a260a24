const native = Symbol as unknown as { readonly dispose?: symbol; readonly asyncDispose?: symbol }

/** `Symbol.dispose` and `Symbol.asyncDispose` of the engine, or the symbols that Node creates if V8 lacks them. */
export const disposal = {
  dispose: native.dispose ?? Symbol('nodejs.dispose'),
  asyncDispose: native.asyncDispose ?? Symbol('nodejs.asyncDispose'),
}

/** Add the method that `using` calls to a class. The method has no name, as in Node. */
export function disposable<T extends object>(prototype: T, end: (item: T) => void): void {
  const value = (() =>
    function (this: T): void {
      end(this)
    })()
  Object.defineProperty(prototype, disposal.dispose, { value, writable: true, configurable: true, enumerable: true })
}
