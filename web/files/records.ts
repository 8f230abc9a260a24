/** A copy of a mapping without one key. */
export function omit<T extends object, K extends keyof T>(record: T, key: K): Omit<T, K> {
  const rest = { ...record }
  delete (rest as Partial<T>)[key]
  return rest
}
