import { pyStrip } from '../../read/value/strip.ts'

const whole = /^\{(\w+)\}$/

/**
 * Whether a text can contain a placeholder: most contain no brace, and `{}` is the parameters of a tool without any.
 */
export function mayHoldPlaceholder(text: string): boolean {
  const open = text.indexOf('{')
  return open !== -1 && text.indexOf('}', open + 2) !== -1
}

/** The only placeholder a text consists of, or undefined (R9.4). */
export function wholePlaceholder(text: string): string | undefined {
  if (!mayHoldPlaceholder(text)) return undefined
  const alone = pyStrip(text)
  if (!alone.startsWith('{') || !alone.endsWith('}')) return undefined
  // In here, since a pattern over all of Unicode takes half a millisecond to make, and few names need it.
  return (whole.exec(alone) ?? /^\{([\p{L}\p{N}_]+)\}$/u.exec(alone))?.[1]
}
