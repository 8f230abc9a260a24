import { isNumber, isArray, type Json } from './json.ts'
import type { Keyword } from './keywords.ts'
import type { SchemaWalk, Visit } from './walk.ts'

/** Makes a keyword that applies only to lists. */
function onLists(check: (walk: SchemaWalk, value: Json, visit: Visit, given: readonly Json[]) => boolean): Keyword {
  return (walk, value, visit) => {
    const given = visit.instance.value
    return !isArray(given) || check(walk, value, visit, given)
  }
}

function item(walk: SchemaWalk, schema: Json, visit: Visit, index: number): boolean {
  const inner = visit.instance.at(index)
  visit.evaluated?.items.add(index)
  return inner === undefined || walk.visit(schema, inner)
}

function* indicesFrom(start: number, end: number): Generator<number> {
  for (let index = start; index < end; index++) yield index
}

/** The schemas of the first items, which older drafts list under `items`. */
function firstOf({ schema: { prefixItems, items } }: Visit): readonly Json[] {
  if (isArray(prefixItems)) return prefixItems
  return isArray(items) ? items : []
}

const firstItems = onLists((walk, _, visit, given) => {
  const schemas = firstOf(visit)
  return walk.every(indicesFrom(0, Math.min(schemas.length, given.length)), (index) =>
    item(walk, schemas[index] ?? true, visit, index),
  )
})

const furtherItems = onLists((walk, value, visit, given) => {
  return walk.every(indicesFrom(firstOf(visit).length, given.length), (index) => item(walk, value, visit, index))
})

/** Keywords about list items. */
export const listKeywords: Readonly<Record<string, Keyword>> = {
  prefixItems: firstItems,
  items(walk, value, visit) {
    return isArray(value) ? firstItems(walk, value, visit) : furtherItems(walk, value, visit)
  },
  additionalItems(walk, value, visit) {
    return !isArray(visit.schema['items']) || furtherItems(walk, value, visit)
  },
  contains: onLists((walk, value, visit, given) => {
    const { minContains, maxContains } = visit.schema
    const [least, most] = [
      isNumber(minContains) ? Number(minContains) : 1,
      isNumber(maxContains) ? Number(maxContains) : Infinity,
    ]
    let count = 0
    for (const index of given.keys()) {
      const inner = visit.instance.at(index)
      if (inner === undefined || !walk.passes(value, inner)) continue
      visit.evaluated?.items.add(index)
      count++
    }
    if (count < least)
      return walk.refuse(visit, 'contains', `${count} items match the schema; at least ${least} must match`)
    return count <= most || walk.refuse(visit, 'contains', `${count} items match the schema; at most ${most} can match`)
  }),
  uniqueItems: onLists((walk, value, visit, given) => {
    if (value !== true) return true
    const seen = new Map<string, number>()
    for (const [index, inner] of given.entries()) {
      const key = walk.keyOf(inner)
      const first = seen.get(key)
      if (first !== undefined) return walk.refuse(visit, 'uniqueItems', `items ${first} and ${index} are equal`)
      seen.set(key, index)
    }
    return true
  }),
  unevaluatedItems: onLists((walk, value, visit, given) => {
    const open = [...given.keys()].filter((index) => !visit.evaluated?.items.has(index))
    walk.share.draw(given.length)
    return walk.every(open, (index) => item(walk, value, visit, index))
  }),
}
