import type { JsonValue } from './encode.ts'

/** How much work it is to go through a JSON value: its parts, and the characters of its texts. */
export function weightOf(value: JsonValue): number {
  let weight = 0
  const open: JsonValue[] = [value]
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    weight += partWeight
    if (typeof here === 'string') weight += here.length
    else if (typeof here === 'object' && here !== null) {
      for (const [key, item] of Object.entries(here)) {
        weight += key.length
        open.push(item)
      }
    }
  }
  return weight
}

/** A part weighs as much as this many characters. */
const partWeight = 8
