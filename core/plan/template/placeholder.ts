import { pyStrip } from '../../read/value/strip.ts'

const whole = /^\{([\p{L}\p{N}_]+)\}$/u

/** Whether a text may hold a placeholder at all: most hold no brace, and `{}` is the parameters of a tool without any. */
export function mayHoldPlaceholder(text: string): boolean {
  const open = text.indexOf('{')
  return open !== -1 && text.indexOf('}', open + 2) !== -1
}

/** The only placeholder a text consists of, or undefined (R9.4). */
export function wholePlaceholder(text: string): string | undefined {
  return mayHoldPlaceholder(text) ? whole.exec(pyStrip(text))?.[1] : undefined
}
