import { encodeValue, isDict, isList, pyStr, writeJson, type Value } from '#core/read'

/** The maximum number of characters shown per value. A state can have millions of characters. */
const mostShown = 4000

/** A value as text, shortened if it is long. */
export function valueText(value: Value): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : writeJson(encodeValue(value), { indent: ' ' })
  return text.length > mostShown ? `${text.slice(0, mostShown)}… ${text.length - mostShown} more characters` : text
}

/** A path at which two values differ. A value without the path is undefined. */
export interface ValueDifference {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The maximum number of listed differences, because two unrelated lists can differ everywhere. */
const mostDifferences = 100

/**
 * The differences between two values, leaf by leaf, up to {@link mostDifferences}. Skips objects that are identical in
 * both values.
 */
export function valueDifferences(
  before: Value | undefined,
  after: Value | undefined,
  path = '',
): readonly ValueDifference[] {
  const found: ValueDifference[] = []
  collect(before, after, path, found)
  return found
}

function collect(before: Value | undefined, after: Value | undefined, path: string, found: ValueDifference[]): void {
  if (before === after || found.length >= mostDifferences) return
  if (before !== undefined && after !== undefined) {
    if (isDict(before) && isDict(after)) {
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        collect(before.get(key), after.get(key), path === '' ? pyStr(key) : `${path}.${pyStr(key)}`, found)
      }
      return
    }
    if (isList(before) && isList(after)) {
      const length = Math.max(before.length, after.length)
      for (let index = 0; index < length && found.length < mostDifferences; index++)
        collect(before[index], after[index], `${path}[${index}]`, found)
      return
    }
  }
  const [was, is] = [before, after].map((value) => (value === undefined ? undefined : valueText(value)))
  if (was !== is) found.push({ path, before: was, after: is })
}
