import { isArray, isMapping, type Json } from './json.ts'
import type { Keyword } from './keywords.ts'
import type { SchemaWalk, Visit } from './walk.ts'

const reference =
  (name: string): Keyword =>
  (walk, value, visit) => {
    if (typeof value !== 'string') return walk.misused(visit, name, 'must be a string')
    const target = walk.document.resolve(value, visit.schema)
    if (target === undefined) return walk.misused(visit, name, `refers to a schema that does not exist: ${value}`)
    return isMapping(target) ? walk.follow(target, visit) : walk.visit(target, visit.instance)
  }

/**
 * The number of schemas that accept the part. Records the names and items that these schemas evaluated if the visit
 * needs them; otherwise, stops at `most`.
 */
function passing(walk: SchemaWalk, schemas: readonly Json[], visit: Visit, most: number): number {
  let count = 0
  for (const schema of schemas) {
    if (!walk.applies(schema, visit, 'verdict')) continue
    if (++count >= most && visit.evaluated === undefined) break
  }
  return count
}

/** Keywords that apply further schemas to the same part. */
export const combiningKeywords: Readonly<Record<string, Keyword>> = {
  $ref: reference('$ref'),
  $dynamicRef: reference('$dynamicRef'),
  allOf(walk, value, visit) {
    if (!isArray(value)) return walk.misused(visit, 'allOf', 'must be a list')
    return walk.every(value, (schema) => walk.applies(schema, visit))
  },
  anyOf(walk, value, visit) {
    if (!isArray(value)) return walk.misused(visit, 'anyOf', 'must be a list')
    if (passing(walk, value, visit, 1) > 0) return true
    return walk.refuse(visit, 'anyOf', `it matches none of the ${value.length} schemas`)
  },
  oneOf(walk, value, visit) {
    if (!isArray(value)) return walk.misused(visit, 'oneOf', 'must be a list')
    const count = passing(walk, value, visit, 2)
    if (count === 1) return true
    const fits = count === 0 ? 'none' : 'more than one'
    return walk.refuse(visit, 'oneOf', `it matches ${fits} of the ${value.length} schemas, and must match exactly one`)
  },
  not(walk, value, visit) {
    return !walk.passes(value, visit.instance) || walk.refuse(visit, 'not', 'it must not match this schema')
  },
  if(walk, value, visit) {
    const next = visit.schema[walk.applies(value, visit, 'verdict') ? 'then' : 'else']
    return next === undefined || walk.applies(next, visit)
  },
}
