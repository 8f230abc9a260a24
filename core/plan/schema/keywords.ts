import type { Json } from './json.ts'
import { listKeywords } from './list-keywords.ts'
import { objectKeywords } from './object-keywords.ts'
import { combiningKeywords } from './combining-keywords.ts'
import { plainKeywords } from './plain-keywords.ts'
import type { SchemaWalk, Visit } from './walk.ts'

/**
 * Checks whether a part of the parameters satisfies a keyword. A keyword accepts every value of a type to which it does
 * not apply.
 */
export type Keyword = (walk: SchemaWalk, value: Json, visit: Visit) => boolean

/** Every checked keyword, in this order. `format` is not an assertion, as in Python's jsonschema (R5.1). */
export const keywords: readonly (readonly [string, Keyword])[] = Object.entries({
  ...plainKeywords,
  ...combiningKeywords,
  ...objectKeywords,
  ...listKeywords,
})
