/**
 * Make `WeakRef` and `FinalizationRegistry` behave as in a short Node program, where the garbage collector never runs.
 * Otherwise the engine frees an object as soon as its last reference is removed.
 */
export function keepWeakTargets(): void {
  const targets = new WeakMap<object, object>()
  replace(
    WeakRef,
    (target) => [target],
    (ref, target) => targets.set(ref, target),
  )
  replace(FinalizationRegistry, (callback) => [typeof callback === 'function' ? (): void => undefined : callback])
}

type AnyClass = (new (given: never) => object) & { readonly prototype: object }

/** Replace an engine class, with the same prototype. */
function replace(
  Native: AnyClass,
  given: (first: object) => readonly unknown[],
  made: (value: object, first: object) => void = () => undefined,
): void {
  const Replaced = function (first: object): object {
    if (new.target === undefined) throw new TypeError(`Constructor ${Native.name} requires 'new'`)
    const value = Reflect.construct(Native, given(first), new.target) as object
    made(value, first)
    return value
  }
  Object.defineProperty(Replaced, 'name', { value: Native.name, configurable: true })
  Object.defineProperty(Replaced, 'prototype', { value: Native.prototype, writable: false })
  const shared = { value: Replaced, writable: true, configurable: true, enumerable: false }
  Object.defineProperty(Native.prototype, 'constructor', shared)
  Object.defineProperty(globalThis, Native.name, shared)
}
