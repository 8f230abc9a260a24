import { pyStrip } from '../../read/value/strip.ts'

const whole = /^\{(\w+)\}$/

/**
 * Whether a string can contain a placeholder. Most strings contain no brace. `{}`, the JSON of an empty call, does not
 * count.
 */
export function mayHoldPlaceholder(text: string): boolean {
  const open = text.indexOf('{')
  return open !== -1 && text.indexOf('}', open + 2) !== -1
}

/**
 * The name in a string that consists of exactly one placeholder and spaces around it; undefined for other strings
 * (R9.4).
 */
export function wholePlaceholder(text: string): string | undefined {
  if (!mayHoldPlaceholder(text)) return undefined
  const alone = pyStrip(text)
  if (!alone.startsWith('{') || !alone.endsWith('}')) return undefined
  // This pattern is created on demand, because compiling a pattern over all of Unicode takes half a millisecond.
  return (whole.exec(alone) ?? /^\{([\p{L}\p{N}_]+)\}$/u.exec(alone))?.[1]
}
