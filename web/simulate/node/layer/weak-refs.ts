/**
 * Make `WeakRef` and `FinalizationRegistry` behave as in a short Node program, where the garbage collector never runs.
 * Otherwise the engine frees an object as soon as its last reference is removed.
 */
export function keepWeakTargets(): void {
  const kept: unknown[] = []
  replace(WeakRef, (target) => {
    kept.push(target)
    return target
  })
  replace(FinalizationRegistry, (callback) => (typeof callback === 'function' ? (): void => undefined : callback))
}

/** Replace an engine class by a proxy that changes the first argument of the constructor. */
function replace(Native: typeof WeakRef | typeof FinalizationRegistry, changed: (first: unknown) => unknown): void {
  const construct = (target: object, [first]: unknown[], newTarget: object): object =>
    Reflect.construct(target as never, [changed(first)], newTarget as never) as object
  const shared = { value: new Proxy(Native, { construct }), writable: true, configurable: true, enumerable: false }
  Object.defineProperty(Native.prototype, 'constructor', shared)
  Object.defineProperty(globalThis, Native.name, shared)
}
