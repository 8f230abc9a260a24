import { encodeValue, isDict, isList, pyStr, writeJson, type Value } from '#core/read'

/** Characters of one value that are shown; a state may hold millions. */
const mostShown = 4000

/** A value as it is shown, cut where it is long. */
export function valueText(value: Value): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : writeJson(encodeValue(value), { indent: ' ' })
  return text.length > mostShown ? `${text.slice(0, mostShown)}… ${text.length - mostShown} more characters` : text
}

/** One place where two values differ; undefined where one of them has none. */
export interface ValueDifference {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Places that are listed; a list that was replaced by another has no end of them. */
const mostDifferences = 100

/** Where two values differ, leaf by leaf; what both share is not looked at. */
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
