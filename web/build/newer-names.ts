/**
 * Names that the simulator's JavaScript engine has and older Node versions lack, as paths from the global object. A
 * tool that uses such a name would work in the simulation and fail in a real run. So the build removes the names that
 * its own Node lacks, which is also the server's Node.
 */
const newerNames = [
  ...['Iterator', 'Float16Array', 'Object.groupBy', 'Map.groupBy', 'Set.groupBy', 'Array.fromAsync', 'RegExp.escape'],
  ...['Math.f16round', 'Math.sumPrecise', 'Promise.try', 'Promise.withResolvers', 'Error.isError', 'Proxy.prototype'],
  ...['getOrInsert', 'getOrInsertComputed'].flatMap((name) => [`Map.prototype.${name}`, `WeakMap.prototype.${name}`]),
  ...['isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'intersection', 'difference', 'symmetricDifference', 'union'].map(
    (name) => `Set.prototype.${name}`,
  ),
  ...['detached', 'transfer', 'transferToFixedLength'].map((name) => `ArrayBuffer.prototype.${name}`),
  ...['getFloat16', 'setFloat16'].map((name) => `DataView.prototype.${name}`),
  ...['fileName', 'lineNumber', 'columnNumber'].map((name) => `Function.prototype.${name}`),
  ...['toBase64', 'toHex', 'setFromBase64', 'setFromHex'].map((name) => `Uint8Array.prototype.${name}`),
  ...['Uint8Array.fromBase64', 'Uint8Array.fromHex'],
]

/** Methods of iterators, whose prototype has no path from the global object. */
const iteratorNames = [
  ...['drop', 'filter', 'flatMap', 'map', 'take', 'every', 'find', 'forEach', 'some', 'reduce', 'toArray'],
  ...['constructor', 'concat'],
]

/** The names that the running version of Node lacks. */
export function namesToRemove(): { readonly paths: readonly string[]; readonly ofIterators: readonly string[] } {
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object
  return {
    paths: newerNames.filter((path) => !isThere(path)),
    ofIterators: iteratorNames.filter((name) => !Object.hasOwn(iterators, name)),
  }
}

function isThere(path: string): boolean {
  let holder: unknown = globalThis
  for (const name of path.split('.')) {
    if ((typeof holder !== 'object' && typeof holder !== 'function') || holder === null) return false
    if (!Object.hasOwn(holder, name)) return false
    holder = Reflect.getOwnPropertyDescriptor(holder, name)?.value
  }
  return true
}
