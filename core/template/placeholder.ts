import { pyStrip } from '../value/strip.ts'

const whole = /^\{([\p{L}\p{N}_]+)\}$/u

/** The only placeholder a text consists of, or undefined (R9.4). */
export function wholePlaceholder(text: string): string | undefined {
  return text.includes('{') ? whole.exec(pyStrip(text))?.[1] : undefined
}
