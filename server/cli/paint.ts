import { writeJson } from '#core/read'
import { visible } from '#core/text'
import type { Io } from './io.ts'

/** Colors for a terminal; plain text for other outputs. */
export interface Paint {
  strong(text: string): string
  faint(text: string): string
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
}

/** Functions that color text for an output. Without colors, they return it unchanged. */
export function paintFor(io: Io): Paint {
  const wrap = (code: number, text: string): string => (io.colors ? `\u001b[${code}m${text}\u001b[0m` : text)
  return {
    strong: (text) => wrap(1, text),
    faint: (text) => wrap(2, text),
    good: (text) => wrap(32, text),
    bad: (text) => wrap(31, text),
    warn: (text) => wrap(33, text),
  }
}

/** A value on one line, cut at a maximum length. */
export function brief(value: unknown, most = 200): string {
  const text = visible(typeof value === 'string' ? value : writeJson(value))
  return text.length > most ? `${text.slice(0, most - 3)}...` : text
}
