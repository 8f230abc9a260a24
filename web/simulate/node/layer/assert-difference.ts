import { inspect } from './inspect.ts'

/** The heading of the diff, per assertion. */
export const headings: Readonly<Record<string, string>> = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
}

/** The maximum number of lines to show, of one value or of a diff. */
const shownLines = 50
/** The maximum total length of two values that are shown on one line, in characters. */
const longestShort = 12
/** Pairs of longer values have a marker at their first difference if their total length is less than this. */
const lineWidth = 80

/** Whether a value is an object other than a function. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A value as text for the message of an assertion. */
export function shown(value: unknown): string {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  })
}

/** The lines of one value. If there are more than the maximum, the first 46 lines and `...`. */
export function shortened(lines: readonly string[]): readonly string[] {
  return lines.length > shownLines ? [...lines.slice(0, 46), '...'] : lines
}

/** The line diff of two values in the messages of `strictEqual` and `deepStrictEqual`. */
export function difference(actual: unknown, expected: unknown, given: string, own?: unknown): string {
  const objects =
    (isObject(actual) && isObject(expected)) || (typeof actual === 'function' && typeof expected === 'function')
  const operator = given === 'strictEqual' && objects ? 'strictEqualObject' : given
  const heading = own ? String(own) : String(headings[operator])
  const one = shown(actual).split('\n')
  const other = shown(expected).split('\n')
  let pointer = ''
  const [first = '', second = ''] = [one[0], other[0]]
  if (one.length === 1 && other.length === 1 && first !== second) {
    const length = first.length + second.length
    const plain = !isObject(actual) && !isObject(expected) && (actual !== 0 || expected !== 0)
    if (length <= longestShort && plain) return `${heading}\n\n${first} !== ${second}\n`
    if (length > longestShort && length < lineWidth && operator !== 'strictEqualObject')
      pointer = pointerTo(first, second)
  }
  const whole = [...one]
  const [end, ended] = takeEnd(one, other)
  if (one.length === 0 && other.length === 0) return `${headings.notIdentical}\n\n${shortened(whole).join('\n')}\n`
  const { text, left, cut } = compared(one, other)
  const title = `${heading}\n+ actual - expected${cut || left || ended ? ' ... Lines skipped' : ''}\n`
  return cut ? `${title}${text}` : `${title}${text}${end}${pointer}`
}

/** A marker under the first different character of two lines, unless that is one of the first characters. */
function pointerTo(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at++
  return at > 2 ? `\n  ${' '.repeat(at)}^` : ''
}

/** Remove equal lines at the end. Returns their visible text, and whether lines are omitted. */
function takeEnd(one: string[], other: string[]): [text: string, skipped: boolean] {
  const same: string[] = []
  while (one.length > 0 && other.length > 0 && one.at(-1) === other.at(-1)) {
    same.unshift(one.pop() ?? '')
    other.pop()
  }
  const text = (lines: readonly string[]): string => lines.map((line) => `\n  ${line}`).join('')
  if (same.length < 5) return [text(same), false]
  return [`${text(same.slice(0, 1))}\n...${text(same.slice(-3))}`, true]
}

/** The longer line if two lines are equal or differ only by a comma at the end; otherwise undefined. */
function sameLine(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return undefined
  if (one === other || one === `${other},`) return one
  return other === `${one},` ? other : undefined
}

/** Lines with `+` and `-` marks. If more than five lines in a row are equal, the middle lines are omitted. */
function compared(one: readonly string[], other: readonly string[]): { text: string; left: boolean; cut: boolean } {
  const most = Math.max(one.length, other.length)
  const longer = one.length < most ? other : one
  let [text, expected, equal, printed, left] = ['', '', 0, 0, false]
  const print = (line: string | undefined, mark = ' '): void => {
    text += `\n${mark} ${line}`
    printed++
  }
  const endEqual = (at: number, lines: readonly string[]): void => {
    if (equal > 5) {
      text += '\n...'
      left = true
    } else if (equal === 5) print(lines[at - 3])
    if (equal > 3) print(lines[at - 2])
    if (equal > 2) print(lines[at - 1])
    equal = 0
  }
  for (let at = 0; at < most; at++) {
    const [mine, theirs] = [one[at], other[at]]
    const same = sameLine(mine, theirs)
    if (same !== undefined) {
      text += expected
      expected = ''
      if (++equal <= 2) print(same)
    } else {
      endEqual(at, mine === undefined || theirs === undefined ? longer : one)
      if (mine !== undefined) print(mine, '+')
      if (theirs !== undefined) {
        expected += `\n- ${theirs}`
        printed++
      }
    }
    if (printed > shownLines && at < most - 2) return { text: `${text}\n...${expected}\n...`, left: true, cut: true }
  }
  return { text: text + expected, left, cut: false }
}
