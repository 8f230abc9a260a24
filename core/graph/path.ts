import { pyStrip } from '../read/value/strip.ts'
import { isDict, isList, type Value } from '../read/value/value.ts'

/** The parts of a path: `state.list[0].name` is `state`, `list`, `0`, `name`. */
export type Path = readonly string[]

/** R16.3: splits a path at `.`. `[3]` is the same as `.3`, and empty parts are skipped. */
export function parsePath(text: string): Path {
  const parts = (text.includes('[') ? text.replace(/\[(\d+)\]/g, '.$1') : text).split('.')
  return parts.includes('') ? parts.filter((part) => part !== '') : parts
}

/** R16.3: the value at a path of mapping keys and list indices; negative indices count from the end. Default: null. */
export function resolvePath(document: Value, path: Path): Value {
  let here = document
  for (const part of path) {
    if (here === null) return null
    here = step(here, part)
  }
  return here
}

function step(value: Value, part: string): Value {
  if (isDict(value)) return value.get(part) ?? null
  if (!isList(value)) return null
  const index = indexOf(part)
  return index === undefined ? null : (value.at(index) ?? null)
}

/** The integer that Python's `int()` reads from a string; undefined for other strings and for unsafe integers. */
function indexOf(part: string): number | undefined {
  const digits = pyStrip(part)
  if (!/^[+-]?\d+(?:_\d+)*$/.test(digits)) return undefined
  const index = Number(digits.replaceAll('_', ''))
  return Number.isSafeInteger(index) ? index : undefined
}
