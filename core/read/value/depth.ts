/**
 * Whether a JSON value has at most the given number of nesting levels. The functions that read the value later are
 * recursive.
 */
export function nestsWithin(json: unknown, most: number): boolean {
  let level: readonly unknown[] = [json]
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return true
  }
  return false
}
