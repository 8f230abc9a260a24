import { encodeValue, isDict, isList, pyStr, writeJson, type Value } from '#core/read'

/** Maximum number of characters shown per value; a state can contain millions. */
const mostShown = 4000

/** A value as text, shortened if it is long. */
export function valueText(value: Value): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : writeJson(encodeValue(value), { indent: ' ' })
  return text.length > mostShown ? `${text.slice(0, mostShown)}… ${text.length - mostShown} more characters` : text
}

/** One path at which two values differ; a side without the path is undefined. */
export interface ValueDifference {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Maximum number of differences listed; two unrelated lists can have any number of differences. */
const mostDifferences = 100

/** The differences between two values, leaf by leaf. Objects that are identical in both are skipped. */
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
